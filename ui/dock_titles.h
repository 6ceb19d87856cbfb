// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

class QDockWidget;
class QMainWindow;
class QPoint;
class QTabBar;
class QWidget;

namespace nv {

/// The title row of a dock is shown only where no tab shows its title: beside others the row would
/// say the same again and take the height of a line of a table.  Its buttons are in the menu of the
/// tab then; a double-click on the tab takes the dock out, the middle button closes it.
/// Thread: GUI thread.
class DockTitles : public QObject
{
    Q_OBJECT
public:
    DockTitles(QMainWindow& window, QList<QDockWidget*> docks);

    /// A bar of tabs that Qt has made for docks.
    void adopt(QTabBar& tabs);
    /// By how the docks stand now; it follows them by itself, a moment later.
    void update();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool sharesItsPlace(QDockWidget& dock) const;
    QDockWidget* dockAt(const QTabBar& tabs, const QPoint& at) const;
    void showMenu(QDockWidget& dock, const QPoint& where);
    static void takeOut(QDockWidget& dock);

    QMainWindow& m_window;
    QList<QDockWidget*> m_docks;
    QList<QWidget*> m_blanks; ///< of each dock, in the place of its title
    QTimer m_soon;
};

} // namespace nv
