// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/rules/rules.h"

#include <vector>

/// The operations that two of the rules judge a device by.
/// Shape: per process and device its kernels, copies and memsets that start after time 0, contexts
/// and streams together; and before them the rows of the profiler's own overhead of that process
/// that lie strictly inside the stretch of these.  By device, then process.  Graph launches that
/// were recorded as a whole are no operations.
/// Cost: O(n log n).  Errors: as rules.h, MissingTable without device work, Io.  Thread: pure.
/// Source: nsys.md 4.5.
namespace nv {

struct GpuOp
{
    Ns start = 0;
    Ns end = 0;
    std::int64_t context = 0;
};

struct GpuOps
{
    std::int64_t pid = 0;
    std::int64_t device = 0;
    Ns first = 0; ///< without the overhead, which lies inside
    Ns last = 0;
    std::int64_t context = 0; ///< of the first one that ends last
    std::vector<GpuOp> ops;   ///< overhead, kernels, copies, memsets, each in file order
};

Result<std::vector<GpuOps>> gpuOps(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop);

} // namespace nv
