// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"

#include <optional>
#include <string>
#include <vector>

/// What is this event called on the timeline, when did it run, and which events belong to it?
/// Shape: one event in, plain values out.  Unit: ns.  Cost: O(1), links O(log n + links).
/// Errors: none; an event that has no name reads "(unnamed)".  Thread: pure.
namespace nv::scene {

TimeRange rangeOf(const TraceModel& trace, EventRef event);

/// The name drawn in a span: a kernel's short name, a copy's direction, a call's base name.
std::string labelOf(const TraceModel& trace, EventRef event);
/// The whole name: a kernel's demangled one, everything else as the file says it.
std::string fullNameOf(const TraceModel& trace, EventRef event);

/// The other ends of a launch: a call's ops, an op's call and that call's other ops.  At most `max`
/// of them: a graph launch issues thousands.
std::vector<EventRef> correlated(const TraceModel& trace, EventRef event, std::size_t max = 256);
/// `]`: the first op a call issued, or nothing.
std::optional<EventRef> firstOpOf(const TraceModel& trace, EventRef call);
/// `[`: the call that issued an op, or nothing.
std::optional<EventRef> callOf(const TraceModel& trace, EventRef op);
/// The call in which a synchronisation was waited for, by process and correlation; nothing where
/// the file holds none that was running when it began.
std::optional<EventRef> callOfSync(const TraceModel& trace, std::uint32_t sync);
/// `.` and `,`: the neighbour on the same row; nothing at its ends.
std::optional<EventRef> neighbour(const TraceModel& trace, EventRef event, bool isNext);

} // namespace nv::scene
