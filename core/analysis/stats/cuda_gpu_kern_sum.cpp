// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

/// Time per kernel name: grouped by the text, all NULL names together; total descending, instances
/// ascending, name ascending with NULL first.  Source: nsys.md 2.1.
namespace nv {

Result<StatsTable> cudaGpuKernSum(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Kernel] == 0)
        return kernelsMissing(trace, request);
    NV_TRY(names, KernelNames::make(trace, request, stop));
    KeyedDurations durations(names.keys());
    const std::vector<std::uint32_t> rows = keptOps(trace, OpKind::Kernel, filter);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::size_t op = rows[i];
        durations.add(names.keyOf(op), trace.ops.end[op] - trace.ops.start[op]);
    }
    std::int64_t sum = 0;
    std::vector<KeyedDurations::Group> groups = durations.finish(sum);
    std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        if (a.stats.count != b.stats.count)
            return a.stats.count < b.stats.count;
        return names.isBefore(a.key, b.key);
    });

    StatsTable table;
    table.columns = sevenColumns("Instances");
    table.columns.push_back({"Name"});
    for (const KeyedDurations::Group& group : groups) {
        StatsRow& row = table.rows.emplace_back();
        appendSeven(row, group.stats, sum);
        row.push_back(names.cell(group.key));
    }
    return table;
}

} // namespace nv
