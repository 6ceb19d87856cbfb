// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/mark_keys.h"

#include "core/scene/event_view.h"
#include "ui/annotations.h"
#include "ui/range_actions.h"

#include <QKeyEvent>

namespace nv {
namespace {

bool pressM(TimelineState& state, Qt::KeyboardModifiers modifiers)
{
    if (modifiers == Qt::ShiftModifier)
        keepWindow(state.document());
    else if (modifiers == Qt::NoModifier || modifiers == Qt::AltModifier)
        placeMark(state, modifiers == Qt::NoModifier);
    else
        return false;
    return true;
}

/// Shift is how some keyboards reach their digits.
bool pressDigit(Document& document, int key, Qt::KeyboardModifiers modifiers)
{
    const Qt::KeyboardModifiers plain = modifiers & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (plain == Qt::NoModifier)
        jumpToKey(document, key);
    else if (plain == Qt::ControlModifier)
        storeWindow(document, key);
    else
        return false;
    return true;
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

bool pressMarkKey(TimelineState& state, const QKeyEvent& event)
{
    if (state.trace() == nullptr)
        return false;
    const int key = event.key();
    if (key == Qt::Key_M)
        return event.isAutoRepeat() || pressM(state, event.modifiers());
    if (key >= Qt::Key_1 && key <= Qt::Key_9)
        return pressDigit(state.document(), key - Qt::Key_0, event.modifiers());
    if (key == Qt::Key_Delete && event.modifiers() == Qt::NoModifier)
        return state.document().annotations().removeChosen();
    return false;
}

} // namespace nv
