// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

/// Time per CUDA API call: grouped by the string id, so two ids of one text are two rows; total
/// descending, ties by ascending id.  Source: nsys.md 2.3, 0.6.
namespace nv {

Result<StatsTable> cudaApiSum(const TraceModel& trace, const StatsRequest& request,
                              const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    KeyedDurations durations(trace.callNames.size());
    const std::vector<std::uint32_t> rows = keptCalls(trace, filter);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::size_t call = rows[i];
        durations.add(trace.calls.name[call](), trace.calls.end[call] - trace.calls.start[call]);
    }
    std::int64_t sum = 0;
    std::vector<KeyedDurations::Group> groups = durations.finish(sum);
    std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        return trace.callNames[a.key].stringId < trace.callNames[b.key].stringId;
    });

    StatsTable table;
    table.columns = sevenColumns("Num Calls");
    table.columns.push_back({"Name"});
    for (const KeyedDurations::Group& group : groups) {
        StatsRow& row = table.rows.emplace_back();
        appendSeven(row, group.stats, sum);
        row.push_back(apiNameCell(trace, CallNameId(group.key)));
    }
    return table;
}

} // namespace nv
