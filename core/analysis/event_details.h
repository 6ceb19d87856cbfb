// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/trace/lane.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

/// What is known of one event beyond its own row: who issued it, which ranges lie around it, which
/// step it belongs to, and how long it took beside its like?
/// Rule: a *twin* is an event of the same kind and name, of a kernel also of the same grid and
/// block, of a copy of the same direction, memory and size; twins are counted in the window as the
/// tables count them (verdict.md 3).  A call and its work belong to the same step, as
/// iteration_facts.h counts.
/// Unit: ns.  Cost: O(events of the kind).  Errors: only Cancelled.  Thread: pure, run on a worker.
namespace nv {

struct LaunchDetails
{
    CallIndex call;
    DurationNs duration = 0;         ///< of the call
    Ns latency = 0;                  ///< signed: start of the operation - end of the call
    std::optional<DurationNs> queue; ///< nullopt: it began before its call returned
};

/// An event that stands for a rank of its twins, of equals the first in the table.
struct RankedEvent
{
    EventRef event;
    Ns duration = 0;
};

struct TwinDetails
{
    std::uint64_t count = 0; ///< in the window; 0: nothing below means anything
    bool countsItself = false;
    std::uint64_t shorter = 0; ///< twins that took less than the event
    std::uint64_t longer = 0;
    RankedEvent min;
    RankedEvent p50; ///< nearest rank
    RankedEvent p95;
    RankedEvent p99;
    RankedEvent max;
};

struct EventDetails
{
    EventRef event;
    TimeRange range;
    StreamId stream;   ///< of an operation
    ThreadId thread;   ///< of an operation that of its call; none where the file does not say
    ProcessId process; ///< none where the file does not say
    std::optional<LaunchDetails> launch;
    std::vector<RangeIndex> ranges;  ///< around it on its thread, outermost first, without marks
    std::optional<std::size_t> step; ///< row of Analysis::iterations
    TwinDetails twins;
};

Result<EventDetails> eventDetails(const Analysis& analysis, const Window& window, EventRef event,
                                  const std::stop_token& stop);

/// Figures of many events at once.
struct EventsSummary
{
    DurationStats durations; ///< all 0 without events
    Ns firstStart = 0;
    Ns lastEnd = 0;
    RankedEvent min;
    RankedEvent p50;
    RankedEvent p95;
    RankedEvent max;
};

/// `events`: at least one.
Result<EventsSummary> eventsSummary(const TraceModel& trace, std::span<const EventRef> events,
                                    const std::stop_token& stop);

} // namespace nv
