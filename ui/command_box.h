// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace nv {

/// A command a person may want to run elsewhere: selectable, copied by one button.
class CommandBox : public QWidget
{
    Q_OBJECT
public:
    enum class Lines
    {
        One,    ///< scrolls when it is too long: where room is scarce
        Wrapped ///< shown whole
    };

    explicit CommandBox(Lines lines, QWidget* parent = nullptr);

    void setCommand(const QString& command);
    QString command() const;

signals:
    void copied();

protected:
    void changeEvent(QEvent* event) override;

private:
    void copy();
    QWidget* newText(Lines lines);

    QString m_command;
    QLabel* m_wrapped = nullptr;
    QLineEdit* m_line = nullptr;
    QToolButton* m_copy;
};

} // namespace nv
