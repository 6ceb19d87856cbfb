// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace nv {

/// The parts of the window by keys: the timeline and the docks that can be seen, one after the
/// other; the tabs of a group of docks; all docks away and back.
/// Thread: GUI thread.
class DockWalk : public QObject
{
    Q_OBJECT
public:
    /// `version` is that of the layouts that are stored.
    DockWalk(QMainWindow& window, QWidget& centre, QList<QDockWidget*> docks, int version);

    /// The keyboard goes to the next part, or the one before; at the end to the other end.
    void step(bool isNext);
    /// To the next panel that shares the place of the one with the keyboard.
    void stepInGroup(bool isNext);
    /// Hides all panels; called again they are back as they were.
    void togglePanels();

    bool arePanelsHidden() const { return !m_shown.isEmpty(); }

    /// The layout with all panels as they are, or were before they were hidden.
    QByteArray layout() const;

    /// The docks were arranged anew: what was hidden is forgotten.
    void forget() { m_shown.clear(); }

private:
    QList<QWidget*> parts() const;
    QDockWidget* dockWithKeyboard() const;

    QMainWindow& m_window;
    QWidget& m_centre;
    QList<QDockWidget*> m_docks;
    int m_version;
    QByteArray m_shown; ///< the layout while all panels are hidden
};

/// Gives a panel the keyboard: itself, or the first of its parts that takes it.
void focusInto(QWidget& panel);

} // namespace nv
