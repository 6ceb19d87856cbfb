// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/memory_operations.h"
#include "core/analysis/stats/reports.h"

/// Bytes per kind of copy and for memsets, in the rows of cuda_gpu_mem_time_sum: no share, nothing
/// rounded, and a median that is one of the values is a whole number.  Source: nsys.md 2.6, 0.2.
namespace nv {

Result<StatsTable> cudaGpuMemSizeSum(const TraceModel& trace, const StatsRequest& request,
                                     const StatsFilter& filter, const std::stop_token& stop)
{
    std::int64_t sum = 0;
    NV_TRY(operations, memoryOperationStats(trace, request, filter, stop, MemoryValue::Size, sum));
    StatsTable table;
    table.columns = {{"Total", StatsUnit::Memory},  {"Count"},
                     {"Avg", StatsUnit::Memory},    {"Med", StatsUnit::Memory},
                     {"Min", StatsUnit::Memory},    {"Max", StatsUnit::Memory},
                     {"StdDev", StatsUnit::Memory}, {"Operation"}};
    for (const MemoryOperationStats& operation : operations) {
        const Aggregate& a = operation.stats;
        const StatsCell median = a.wholeMedian ? StatsCell(*a.wholeMedian) : StatsCell(a.median);
        table.rows.push_back(
            {a.total, a.count, a.avg, median, a.min, a.max, a.stddev, operation.text});
    }
    return table;
}

} // namespace nv
