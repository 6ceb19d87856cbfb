// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/raw_rows.h"
#include "core/analysis/stats/reports.h"

/// Known by name so that a list of reports can hold it: which columns the real tool prints for
/// network metrics is written down nowhere, so it is skipped with that reason where there are any.
namespace nv {

Result<StatsTable> networkCongestion(const TraceModel& trace, const StatsRequest& request,
                                     const StatsFilter&, const std::stop_token&)
{
    const bool hasMetrics =
        hasTable(trace, "NET_NIC_METRIC") || hasTable(trace, "NET_IB_SWITCH_METRIC");
    return missingTable(request, hasMetrics
                                     ? "this trace holds network metrics, but nsys-verdict does "
                                       "not know this report (nsys stats makes it)"
                                     : "this trace holds no metrics of network cards or switches");
}

} // namespace nv
