// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/trace/lane.h"

#include <stop_token>
#include <vector>

/// Which events of a window are the like of this one?
/// Shape: rows of its table, ascending; the event itself is among them when the window counts it.
/// Rule: event_details.h.  Cost: O(events of the kind).  Errors: none; unfinished when a stop is
/// requested.  Thread: pure.
namespace nv {

std::vector<std::uint32_t> twinsOf(const TraceModel& trace, const Window& window, EventRef event,
                                   const std::stop_token& stop);

/// The window's tables count this event.
bool isCounted(const TraceModel& trace, const Window& window, EventRef event);

} // namespace nv
