// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "ui/job_bar.h"

namespace nv {

class LoadJob;

/// How far the opening of a file has come, with its cancel; hidden at rest.
class LoadBar : public JobBar
{
    Q_OBJECT
public:
    explicit LoadBar(LoadJob& job, QWidget* parent = nullptr);

private:
    void begin(const QString& path);
    void follow(Stage stage, quint64 done, quint64 total);

    QString m_name;
};

} // namespace nv
