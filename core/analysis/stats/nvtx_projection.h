// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/nvtx_rows.h"

#include <vector>

/// From when to when did the GPU work on what an NVTX range launched?
/// Shape: the ranges of one thread with at least one kernel, copy or memset whose API call they
/// enclose, in file order; parents and levels over all ranges, of both styles.
/// Cost: O((ranges + calls) log n) and one step per pair of call and range around it.
/// Errors: MissingTable without NVTX rows, API calls or device work, Io, Cancelled.  Thread: pure.
/// Source: nsys.md 2.13.
namespace nv {

struct ProjectedRange
{
    std::uint32_t range = 0; ///< position in NvtxProjection::nvtx.ranges
    Ns start = 0;
    Ns end = 0;
    std::int64_t ops = 0;      ///< distinct correlation ids: a graph launch counts once
    std::int64_t children = 0; ///< of these ranges
};

struct NvtxProjection
{
    NvtxRanges nvtx;
    RangePositions parents;           ///< of all ranges
    std::vector<std::int32_t> levels; ///< kNoLevel within twins, see range_nesting.h
    std::vector<ProjectedRange> ranges;
};

Result<NvtxProjection> projectNvtx(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop);

} // namespace nv
