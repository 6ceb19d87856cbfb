// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/nested_events.h"

#include <string>

/// Which NVTX range was a thread in, and which call?
/// Shape: the row of the range, or its text; none and "" when the thread was in no range.
/// Unit: ns.  Cost: O(log n + depth) at an instant; O(log n + ranges inside) over a stretch.
/// Errors: none; thread none is in no range.  Thread: as EventNests.
/// Source: verdict.md 1 (what the program keeps per gap).
namespace nv {

RangeIndex innermostRange(const EventNests& nests, ThreadId thread, Ns t);

/// The range that covers most of `stretch`: the shortest that covers more than half of it, because
/// the ranges around that one (the step, the run) cover every stretch; if none does, the one with
/// the longest part inside, of equals the innermost.
RangeIndex owningRange(const EventNests& nests, const TraceModel& model, ThreadId thread,
                       TimeRange stretch);

/// What a person is shown; "" for none.
std::string rangeText(const TraceModel& model, RangeIndex range);

/// Base name of the API call, or name of the operating-system call, with the longest part inside
/// `stretch`; of equals the API call, which is what the program asked for.
std::string longestHostCall(const EventNests& nests, const TraceModel& model, ThreadId thread,
                            TimeRange stretch);

} // namespace nv
