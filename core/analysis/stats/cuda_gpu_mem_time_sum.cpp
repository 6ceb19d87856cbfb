// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/memory_operations.h"
#include "core/analysis/stats/reports.h"

/// Time per kind of copy and for memsets: total descending, ties by ascending text.  A copy of a
/// kind nobody has a label for is dropped, as the real tool's inner join does.
/// Source: nsys.md 2.5.
namespace nv {

Result<StatsTable> cudaGpuMemTimeSum(const TraceModel& trace, const StatsRequest& request,
                                     const StatsFilter& filter, const std::stop_token& stop)
{
    std::int64_t sum = 0;
    NV_TRY(operations,
           memoryOperationStats(trace, request, filter, stop, MemoryValue::Duration, sum));
    StatsTable table;
    table.columns = sevenColumns("Count");
    table.columns.push_back({"Operation"});
    for (const MemoryOperationStats& operation : operations) {
        StatsRow& row = table.rows.emplace_back();
        appendSeven(row, operation.stats, sum);
        row.emplace_back(operation.text);
    }
    return table;
}

} // namespace nv
