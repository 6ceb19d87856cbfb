// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace nv {

class SaveJob;

/// How far the saving of a window has come, with its cancel; hidden at rest.
class SaveBar : public QWidget
{
    Q_OBJECT
public:
    explicit SaveBar(SaveJob& job, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void show(const QString& path);
    void advance(quint64 done, quint64 total);

    SaveJob& m_job;
    QString m_name;
    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

} // namespace nv
