// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/job_bar.h"

namespace nv {

class SaveJob;

/// How far the saving of a window has come, with its cancel; hidden at rest.
class SaveBar : public JobBar
{
    Q_OBJECT
public:
    explicit SaveBar(SaveJob& job, QWidget* parent = nullptr);

private:
    void begin(const QString& path);
    void follow(quint64 done, quint64 total);

    QString m_name;
};

} // namespace nv
