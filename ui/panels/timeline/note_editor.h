// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>

namespace nv {

/// A line in which a note or a name is written where it belongs: Enter and leaving it keep what is
/// written, Esc does not.  Shown inside its parent, gone when it is done.  Thread: GUI thread.
class NoteEditor : public QLineEdit
{
    Q_OBJECT
public:
    /// Below `beside`, in coordinates of the parent, which it stays inside of.  `what`: "Note".
    NoteEditor(const QString& what, const QString& text, QRect beside,
               std::function<void(const QString&)> keep, QWidget* parent);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    void finish(bool keeps);

    std::function<void(const QString&)> m_keep;
    bool m_isDone = false;
};

} // namespace nv
