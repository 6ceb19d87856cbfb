// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/row_events.h"

#include <stop_token>
#include <vector>

/// How are the durations of these events spread, and which of them lie in these bins?
/// Shape: logarithmic bins, count and ranks; every event is in exactly one bin, so the counts sum
/// to the events.  Unit: ns.  Cost: O(n log bins).  Errors: only Cancelled.  Thread: pure.
namespace nv {

struct DurationSpread
{
    std::vector<EventRef> events; ///< by start
    DurationHistogram histogram;
    DurationStats stats; ///< all 0 without events
};

Result<DurationSpread> durationSpread(const TraceModel& trace, std::vector<EventRef> events,
                                      std::size_t maxBins, const std::stop_token& stop);

/// The bin of a duration; those beyond the ends belong to the first or last one.
std::size_t binOf(const DurationHistogram& histogram, Ns duration);

/// The events whose durations lie in the bins `first` to `last`, both included, by start.
std::vector<EventRef> eventsInBins(const TraceModel& trace, const DurationSpread& spread,
                                   std::size_t first, std::size_t last);

/// The one that took longest, of equals the first; nullopt without events.
std::optional<EventRef> longestOf(const TraceModel& trace, const std::vector<EventRef>& events);

} // namespace nv
