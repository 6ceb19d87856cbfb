// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace nv {

/// A command a person may want to run elsewhere: shown whole, selectable, copied by one button.
class CommandBox : public QWidget
{
    Q_OBJECT
public:
    explicit CommandBox(QWidget* parent = nullptr);

    void setCommand(const QString& command);
    QString command() const;

signals:
    void copied();

private:
    void copy();

    QLabel* m_text;
    QToolButton* m_copy;
};

} // namespace nv
