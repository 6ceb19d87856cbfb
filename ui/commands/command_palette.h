// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QLineEdit;
class QTreeWidget;

namespace nv {

class Commands;

/// Every command of the window by a few letters of its name, with its keys: typed, chosen with the
/// arrows, run with Enter; Esc or a click elsewhere closes it.  What cannot be done now stands at
/// the end, grey.
/// Shape: lies over the window, not modal.  Thread: GUI thread.
class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    CommandPalette(const Commands& commands, QWidget& window);

    /// Empty, with the keyboard; opened already: closes.
    void toggle();

    QLineEdit& line() { return *m_line; }

    QTreeWidget& list() { return *m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void appear();
    void leave();
    void fill();
    void place();
    void step(int rows);
    void runCurrent();

    const Commands& m_commands;
    QWidget& m_window;
    QLineEdit* m_line;
    QTreeWidget* m_list;
    QPointer<QWidget> m_before; ///< had the keyboard
};

} // namespace nv
