// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/operation_sum.h"
#include "core/analysis/stats/reports.h"

/// API calls, kernels, copies and memsets in one list.  Source: nsys.md 2.4.
namespace nv {

Result<StatsTable> cudaApiGpuSum(const TraceModel& trace, const StatsRequest& request,
                                 const StatsFilter& filter, const std::stop_token& stop)
{
    return operationSum(trace, request, filter, stop, true);
}

} // namespace nv
