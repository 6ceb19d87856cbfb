// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/launches.h"

#include <vector>

/// Which NVTX ranges repeat without overlapping themselves, and how much of the work they hold.
/// Shape: groups of one thread, domain and folded text, in the order of their first range;
/// instances ascend and are disjoint.  Cost: O(n log n).  Errors: only Cancelled.  Thread: pure.
/// Source: steady-state.md 1, method 1.
namespace nv::stepfind {

struct MarkerGroup
{
    ThreadId thread;
    ProcessId process;
    std::uint32_t text = 0;         ///< id of the folded text
    std::vector<RangeIndex> ranges; ///< the instances
    double share = 0;               ///< of the process's launches in the hull, those inside
};

/// Groups of 8 to 100 000 disjoint instances whose process launched something in their hull.
Result<std::vector<MarkerGroup>> markerGroups(LaunchBook& book, const std::stop_token& stop);

/// At least nine in ten instances of `inner` lie inside instances of `outer` (and are not those).
bool isNested(const TraceModel& trace, const MarkerGroup& inner, const MarkerGroup& outer);

} // namespace nv::stepfind
