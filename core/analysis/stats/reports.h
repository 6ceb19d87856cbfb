// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

#include <vector>

/// The functions behind the registry, one file each, and what they share.
/// Errors, thread: as registry.h.
namespace nv {

Result<StatsTable> cudaApiSum(const TraceModel& trace, const StatsRequest& request,
                              const StatsFilter& filter, const std::stop_token& stop);
Result<StatsTable> cudaGpuKernSum(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop);
Result<StatsTable> cudaGpuMemTimeSum(const TraceModel& trace, const StatsRequest& request,
                                     const StatsFilter& filter, const std::stop_token& stop);

Result<StatsTable> nvtxGpuProjSum(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop);
Result<StatsTable> nvtxGpuProjTrace(const TraceModel& trace, const StatsRequest& request,
                                    const StatsFilter& filter, const std::stop_token& stop);
Result<StatsTable> nvtxPushPopTrace(const TraceModel& trace, const StatsRequest& request,
                                    const StatsFilter& filter, const std::stop_token& stop);
Result<StatsTable> nvtxSum(const TraceModel& trace, const StatsRequest& request,
                           const StatsFilter& filter, const std::stop_token& stop);
Result<StatsTable> nvtxPushPopSum(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop);
Result<StatsTable> nvtxStartEndSum(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop);

/// "cuda_api_sum cannot be made: <reason>."
Error missingTable(const StatsRequest& request, std::string_view reason);
Error statsCancelled();

/// Rows of the op or call table that a filter keeps, in the order of the file.  O(n), or
/// O(n log n) where that order is not the order of time.
std::vector<std::uint32_t> keptOps(const TraceModel& trace, OpKind kind, const StatsFilter& filter);
std::vector<std::uint32_t> keptCalls(const TraceModel& trace, const StatsFilter& filter);

} // namespace nv
