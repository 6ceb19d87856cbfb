// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dock_titles.h"

#include <QContextMenuEvent>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QTabBar>

#include <algorithm>

namespace nv {

namespace {

constexpr int kWhileDraggingMs = 100;

/// No title: Qt shows neither its text nor its buttons.
class BlankTitle : public QWidget
{
public:
    using QWidget::QWidget;

    QSize sizeHint() const override { return {0, 0}; }

    QSize minimumSizeHint() const override { return {0, 0}; }
};

} // namespace

DockTitles::DockTitles(QMainWindow& window, QList<QDockWidget*> docks)
    : QObject(&window)
    , m_window(window)
    , m_docks(std::move(docks))
{
    m_soon.setSingleShot(true);
    const auto soon = [this] { m_soon.start(0); };
    for (QDockWidget* dock : std::as_const(m_docks)) {
        auto* blank = new BlankTitle(dock);
        blank->hide();
        m_blanks << blank;
        connect(dock, &QDockWidget::topLevelChanged, this, soon);
        connect(dock, &QDockWidget::dockLocationChanged, this, soon);
        connect(dock, &QDockWidget::visibilityChanged, this, soon);
        // Whoever takes the docks away takes them from here.
        connect(dock, &QObject::destroyed, this, [this, dock] {
            const qsizetype at = m_docks.indexOf(dock);
            m_docks.removeAt(at);
            m_blanks.removeAt(at);
        });
    }
    connect(&m_soon, &QTimer::timeout, this, [this] {
        // A dock that is being carried is nowhere yet.
        if (QGuiApplication::mouseButtons() == Qt::NoButton)
            update();
        else
            m_soon.start(kWhileDraggingMs);
    });
}

void DockTitles::adopt(QTabBar& tabs)
{
    tabs.installEventFilter(this);
}

bool DockTitles::sharesItsPlace(QDockWidget& dock) const
{
    const QList<QDockWidget*> beside = m_window.tabifiedDockWidgets(&dock);
    return !dock.isFloating() && std::ranges::any_of(beside, [](const QDockWidget* other) {
        return !other->isHidden() && !other->isFloating();
    });
}

void DockTitles::update()
{
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        QDockWidget& dock = *m_docks.at(i);
        if (dock.isHidden())
            continue; // it is looked at when it comes
        QWidget* wanted = sharesItsPlace(dock) ? m_blanks.at(i) : nullptr;
        if (dock.titleBarWidget() != wanted)
            dock.setTitleBarWidget(wanted);
    }
}

QDockWidget* DockTitles::dockAt(const QTabBar& tabs, const QPoint& at) const
{
    const int tab = tabs.tabAt(at);
    const auto found = std::ranges::find_if(m_docks, [&](const QDockWidget* dock) {
        return tab >= 0 && dock->windowTitle() == tabs.tabText(tab);
    });
    return found == m_docks.end() ? nullptr : *found;
}

/// With its title back first: a window of its own gets a frame to be carried by.  Once the event is
/// over, because its bar of tabs may go.
void DockTitles::takeOut(QDockWidget& dock)
{
    QTimer::singleShot(0, &dock, [&dock] {
        dock.setTitleBarWidget(nullptr);
        dock.setFloating(true);
    });
}

void DockTitles::showMenu(QDockWidget& dock, const QPoint& where)
{
    QMenu* menu = m_window.createPopupMenu(); // which panels are shown
    if (menu == nullptr)
        menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("dockMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* first = menu->actions().value(0);
    auto* out = new QAction(tr("Take %1 out of the window").arg(dock.windowTitle()), menu);
    auto* close = new QAction(tr("Close %1").arg(dock.windowTitle()), menu);
    connect(out, &QAction::triggered, &dock, [&dock] { takeOut(dock); });
    connect(close, &QAction::triggered, &dock, &QWidget::close);
    menu->insertActions(first, {out, close});
    menu->insertSeparator(first);
    menu->popup(where);
}

bool DockTitles::eventFilter(QObject* watched, QEvent* event)
{
    const auto* tabs = qobject_cast<QTabBar*>(watched);
    if (tabs == nullptr)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::ContextMenu) {
        const auto& asked = static_cast<const QContextMenuEvent&>(*event);
        if (QDockWidget* dock = dockAt(*tabs, asked.pos())) {
            showMenu(*dock, asked.globalPos());
            return true;
        }
    }
    const bool isTwice = event->type() == QEvent::MouseButtonDblClick;
    if (isTwice || event->type() == QEvent::MouseButtonRelease) {
        const auto& mouse = static_cast<const QMouseEvent&>(*event);
        QDockWidget* dock = dockAt(*tabs, mouse.position().toPoint());
        if (dock != nullptr && isTwice && mouse.button() == Qt::LeftButton) {
            takeOut(*dock);
            return true;
        }
        if (dock != nullptr && !isTwice && mouse.button() == Qt::MiddleButton) {
            QTimer::singleShot(0, dock, &QWidget::close);
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace nv
