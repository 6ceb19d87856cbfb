// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <functional>

namespace nv {

/// A mark where the pointer is, at an edge of the row below it that is near; without a pointer at
/// the start of the selected event, else in the middle of the view.
void placeMark(TimelineState& state, bool snaps);

/// M marks (Alt: without snapping), Shift+M keeps the window as a range, 1 to 9 jump to ranges,
/// Ctrl+1 to 9 store the window there, F2 renames the chosen range, Delete removes what is chosen.
/// `editName` opens the name of a range to be typed over: also that of a new one, which otherwise
/// stays "A".
void addMarkCommands(TimelineState& state,
                     const std::function<void(std::uint64_t range)>& editName);

} // namespace nv
