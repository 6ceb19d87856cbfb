// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dock_walk.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace nv {

namespace {

bool takesKeys(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isEnabled() && widget.isVisible();
}

/// A panel behind another tab is visible to Qt, but nothing of it can be seen.
bool canBeSeen(const QDockWidget& dock)
{
    return dock.isVisible() && dock.widget() != nullptr
           && !dock.widget()->visibleRegion().isEmpty();
}

} // namespace

void focusInto(QWidget& panel)
{
    if (panel.focusProxy() != nullptr || takesKeys(panel)) {
        panel.setFocus(Qt::ShortcutFocusReason);
        return;
    }
    for (QWidget* next = panel.nextInFocusChain(); next != nullptr && next != &panel;
         next = next->nextInFocusChain()) {
        if (panel.isAncestorOf(next) && takesKeys(*next)) {
            next->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

DockWalk::DockWalk(QMainWindow& window, QWidget& centre, QList<QDockWidget*> docks, int version)
    : QObject(&window)
    , m_window(window)
    , m_centre(centre)
    , m_docks(std::move(docks))
    , m_version(version)
{}

QList<QWidget*> DockWalk::parts() const
{
    QList<QWidget*> parts;
    if (m_centre.isVisible())
        parts << &m_centre;
    for (QDockWidget* dock : m_docks) {
        if (canBeSeen(*dock))
            parts << dock->widget();
    }
    return parts;
}

void DockWalk::step(bool isNext)
{
    const QList<QWidget*> all = parts();
    if (all.isEmpty())
        return;
    const QWidget* focus = QApplication::focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (focus != nullptr && (all.at(i) == focus || all.at(i)->isAncestorOf(focus)))
            at = i;
    }
    const qsizetype count = all.size();
    if (at < 0)
        at = isNext ? 0 : count - 1;
    else
        at = (at + (isNext ? 1 : count - 1)) % count;
    focusInto(*all.at(at));
}

QDockWidget* DockWalk::dockWithKeyboard() const
{
    const QWidget* focus = QApplication::focusWidget();
    for (QDockWidget* dock : m_docks) {
        if (focus != nullptr && dock->isAncestorOf(focus))
            return dock;
    }
    return nullptr;
}

void DockWalk::stepInGroup(bool isNext)
{
    QDockWidget* current = dockWithKeyboard();
    if (current == nullptr)
        return;
    const QList<QDockWidget*> others = m_window.tabifiedDockWidgets(current);
    QList<QDockWidget*> group; // in the order of the View menu
    std::ranges::copy_if(m_docks, std::back_inserter(group), [&](QDockWidget* dock) {
        return dock == current || (others.contains(dock) && !dock->isHidden());
    });
    const qsizetype count = group.size();
    QDockWidget* next = group.at((group.indexOf(current) + (isNext ? 1 : count - 1)) % count);
    next->raise();
    focusInto(*next->widget());
}

void DockWalk::togglePanels()
{
    if (!m_shown.isEmpty()) {
        m_window.restoreState(m_shown, m_version);
        m_shown.clear();
        return;
    }
    const bool anyShown =
        std::ranges::any_of(m_docks, [](const QDockWidget* dock) { return !dock->isHidden(); });
    if (anyShown)
        m_shown = m_window.saveState(m_version);
    const bool hadKeyboard = dockWithKeyboard() != nullptr;
    for (QDockWidget* dock : std::as_const(m_docks))
        dock->setHidden(anyShown); // with none to hide all come
    if (hadKeyboard)
        m_centre.setFocus(Qt::OtherFocusReason);
}

QByteArray DockWalk::layout() const
{
    return m_shown.isEmpty() ? m_window.saveState(m_version) : m_shown;
}

} // namespace nv
