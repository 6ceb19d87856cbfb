// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace nv {

class LoadJob;

/// How far the opening of a file has come, with its cancel; hidden at rest.
class LoadBar : public QWidget
{
    Q_OBJECT
public:
    explicit LoadBar(LoadJob& job, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void show(const QString& path);
    void advance(Stage stage, quint64 done, quint64 total);

    LoadJob& m_job;
    QString m_name;
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

} // namespace nv
