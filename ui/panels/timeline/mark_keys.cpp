// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/mark_keys.h"

#include "core/scene/event_view.h"
#include "ui/annotations.h"
#include "ui/commands/commands.h"
#include "ui/range_actions.h"

namespace nv {
namespace {

Command markCommand(const QString& id, const QString& title, const QString& keys)
{
    Command command;
    command.id = id;
    command.title = title;
    command.group = QObject::tr("Marks and ranges");
    command.standard = keysOf(keys);
    command.route = Command::Route::Timeline;
    command.repeats = false;
    return command;
}

} // namespace

void placeMark(TimelineState& state, bool snaps)
{
    Document& document = state.document();
    if (!document.analysis())
        return;
    const TimeRange view = document.view().current();
    Ns at = addSaturated(view.begin, static_cast<Ns>(view.length() / 2));
    if (const std::optional<Ns> pointer = state.cursor())
        at = snaps ? state.snapped(*pointer, state.cursorY()) : *pointer;
    else if (document.selection())
        at = scene::rangeOf(*document.trace(), *document.selection()).begin;
    document.annotations().addMark(at);
}

void addMarkCommands(TimelineState& state, const std::function<void(std::uint64_t range)>& editName)
{
    const auto add = [&](const QString& id, const QString& title, const QString& keys,
                         std::function<void()> run, std::function<bool()> hasSubject = {}) {
        Command command = markCommand(id, title, keys);
        command.canRun = [&state] { return state.trace() != nullptr; };
        command.run = std::move(run);
        command.hasSubject = std::move(hasSubject);
        state.commands().add(std::move(command));
    };
    Document& document = state.document();
    add(QStringLiteral("mark.place"), QObject::tr("Mark at the pointer, at an edge that is near"),
        QStringLiteral("M"), [&state] { placeMark(state, true); });
    add(QStringLiteral("mark.place-exact"), QObject::tr("Mark exactly at the pointer"),
        QStringLiteral("Alt+M"), [&state] { placeMark(state, false); });
    add(
        QStringLiteral("mark.remove"), QObject::tr("Remove the chosen mark or range"),
        QStringLiteral("Del"),
        [&document] {
            if (!document.annotations().removeChosen())
                emit document.noticed(
                    QObject::tr("No mark or range is chosen: click its flag first."));
        },
        [&document] { return document.annotations().hasChosen(); });
    add(QStringLiteral("range.keep"), QObject::tr("Keep the window as a named range"),
        QStringLiteral("Shift+M"), [&document, editName] {
            if (const std::uint64_t id = keepWindow(document); id != 0)
                editName(id);
        });
    add(
        QStringLiteral("range.rename"), QObject::tr("Rename the chosen range"),
        QStringLiteral("F2"),
        [&document, editName] {
            if (const auto chosen = document.annotations().chosenRange())
                editName(*chosen);
            else
                emit document.noticed(QObject::tr("No range is chosen: click its flag first."));
        },
        [&document] { return document.annotations().chosenRange().has_value(); });
    for (int key = 1; key <= kRangeKeys; ++key) {
        add(
            QStringLiteral("range.jump-%1").arg(key), QObject::tr("Window := range %1").arg(key),
            QString::number(key), [&document, key] { jumpToKey(document, key); },
            [&document, key] { return document.annotations().ofKey(key) != nullptr; });
        add(QStringLiteral("range.store-%1").arg(key),
            QObject::tr("Store the window as range %1").arg(key),
            QStringLiteral("Ctrl+%1").arg(key), [&document, key] { storeWindow(document, key); });
    }
}

} // namespace nv
