// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;

namespace nv {

/// One sentence above the timeline: what went wrong and what to do.  Never modal; it stays until it
/// is closed or something newer is said.
class MessageBar : public QWidget
{
    Q_OBJECT
public:
    enum class Kind
    {
        Info,
        Error
    };

    explicit MessageBar(QWidget* parent = nullptr);

    /// `command`: what would help, copied by a button; empty for none.
    void say(Kind kind, const QString& sentence, const QString& command = {});
    QString text() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QToolButton* m_sign;
    QLabel* m_text;
    QPushButton* m_copy;
    QString m_command;
    QToolButton* m_close;
};

} // namespace nv
