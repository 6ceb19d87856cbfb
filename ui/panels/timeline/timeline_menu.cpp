// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/timeline_menu.h"

#include "core/analysis/window.h"
#include "core/scene/event_view.h"
#include "ui/commands/commands.h"
#include "ui/format.h"
#include "ui/panels/timeline/event_facts.h"
#include "ui/panels/timeline/lane_menu.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace nv {

namespace {

/// Marks and ranges never closed have no window; then the entry says so by being grey.
void addInstancesAction(QMenu& menu, Document& document, RangeIndex range)
{
    const std::optional<Window> window = instancesWindow(*document.analysis(), range);
    QAction* action = menu.addAction(window && window->instances > 1
                                         ? QObject::tr("Window := all %1 instances of this range")
                                               .arg(format::count(window->instances))
                                         : QObject::tr("Window := all instances of this range"));
    action->setEnabled(window.has_value());
    if (window)
        QObject::connect(action, &QAction::triggered, &document,
                         [&document, window] { document.setWindow(*window); });
}

void addEventActions(QMenu& menu, TimelineState& state, EventRef event)
{
    Document& document = state.document();
    menu.addAction(
        state.commands().entry(QObject::tr("Copy ToolTip"), QStringLiteral("event.copy")),
        [&document, event] {
            QGuiApplication::clipboard()->setText(eventFacts(*document.analysis(), event).asText());
        });
    menu.addAction(QObject::tr("Window := this event"), [&document, event] {
        document.setUserWindow(scene::rangeOf(*document.trace(), event));
    });
    if (event.kind == EventKind::Range)
        addInstancesAction(menu, document, RangeIndex(event.index));
    const auto follow = [&](const QString& text, std::optional<EventRef> other) {
        QAction* action = menu.addAction(text);
        action->setEnabled(other.has_value());
        if (other)
            QObject::connect(action, &QAction::triggered, &document,
                             [&document, other] { document.reveal(*other); });
    };
    follow(QObject::tr("Show launch"), scene::callOf(*state.trace(), event));
    follow(QObject::tr("Show first operation"), scene::firstOpOf(*state.trace(), event));
    menu.addSeparator();
}

/// With the keys they have now.
void addViewActions(QMenu& menu, TimelineState& state)
{
    Document& document = state.document();
    const auto text = [&state](const QString& words, const char* command) {
        return state.commands().entry(words, QString::fromLatin1(command));
    };
    menu.addAction(text(QObject::tr("Zoom to window"), "view.window"), &document,
                   &Document::zoomToWindow);
    menu.addAction(text(QObject::tr("Fit to screen"), "view.fit"), &document, &Document::fitView);
    QAction* undo =
        menu.addAction(text(QObject::tr("Undo Zoom"), "view.undo"), &document, &Document::undoView);
    undo->setEnabled(document.view().canUndo());
    // Of time and of height.
    menu.addAction(QObject::tr("Reset Zoom"), &state, [&state] {
        state.document().fitView();
        state.setDensity(scene::RowDensity::Normal);
    });
    menu.addAction(text(QObject::tr("Clear window"), "window.escape"), &state,
                   [&state] { state.commands().run(QStringLiteral("window.clear")); });
}

} // namespace

void execTimelineMenu(TimelineState& state, QPoint at, QPoint global, QWidget* parent)
{
    Document& document = state.document();
    QMenu menu(parent);
    if (const std::optional<EventRef> event = state.eventAt(at)) {
        document.select(event);
        addEventActions(menu, state, *event);
    }
    const Ns t = state.scale().timeAt(at.x());
    menu.addAction(QObject::tr("Copy Current Time"),
                   [t] { QGuiApplication::clipboard()->setText(format::exactNs(t)); });
    menu.addSeparator();
    addViewActions(menu, state);
    menu.addSeparator();
    if (const scene::LayoutRow* row = state.rowAt(at))
        addLaneActions(menu, state, row->lane);
    menu.addAction(QObject::tr("Collapse all"), [&state] { state.setAllCollapsed(true); });
    menu.addAction(QObject::tr("Expand all"), [&state] { state.setAllCollapsed(false); });
    menu.exec(global);
}

} // namespace nv
