// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

#include <cstdint>
#include <vector>

/// Which API calls launched the kernels?  The real tool's join on correlation id and process.
/// Shape: kernels in the order of the file; a kernel without a call is left out, one whose id several
/// calls of its process carry comes several times, the calls by start, end, thread and string id.
/// Both sides are filtered on their own.
/// Cost: O(n log n) for calls whose ids do not ascend, else about O(n).  Errors: as registry.h.
/// Thread: pure.  Source: nsys.md 2, launch join.
namespace nv {

struct LaunchPair
{
    std::uint32_t op = 0;
    std::uint32_t call = 0;
};

Result<std::vector<LaunchPair>> launchPairs(const TraceModel& trace, const StatsRequest& request,
                                            const StatsFilter& filter, const std::stop_token& stop);

/// What nsys derives from a pair; `queue` is what lies between, when the kernel began after its
/// call returned.
struct LaunchTimes
{
    Ns api = 0;
    std::optional<Ns> queue;
    Ns kernel = 0;
    Ns total = 0;
};

LaunchTimes launchTimes(const TraceModel& trace, LaunchPair pair);

} // namespace nv
