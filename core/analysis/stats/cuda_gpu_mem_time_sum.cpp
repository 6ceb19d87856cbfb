// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

/// Time per kind of copy and for memsets: total descending, ties by ascending text.  A copy of a
/// kind nobody has a label for is dropped, as the real tool's inner join does.
/// Source: nsys.md 2.5.
namespace nv {
namespace {

constexpr std::int64_t kCopyKinds = 14; // 0 unknown to 13 unified device to device
constexpr std::size_t kMemsetKey = kCopyKinds;

struct Operation
{
    std::string text;
    Aggregate stats;
};

std::string operationText(std::size_t key)
{
    if (key == kMemsetKey)
        return "[CUDA memset]";
    return "[CUDA memcpy " + copyKindLabel(static_cast<std::int64_t>(key)) + "]";
}

} // namespace

Result<StatsTable> cudaGpuMemTimeSum(const TraceModel& trace, const StatsRequest& request,
                                     const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Memcpy] == 0 && trace.counts[TableKind::Memset] == 0)
        return missingTable(request, "this trace holds no copies and no memsets");
    KeyedDurations durations(kMemsetKey + 1);
    for (const OpKind kind : {OpKind::Memcpy, OpKind::Memset}) {
        const std::vector<std::uint32_t> rows = keptOps(trace, kind, filter);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (shouldStop(stop, i))
                return statsCancelled();
            const std::size_t op = rows[i];
            const std::int64_t copyKind = trace.copy(OpIndex(op)).copyKind;
            const bool isLabelled = copyKind >= 0 && copyKind < kCopyKinds;
            if (kind == OpKind::Memcpy && !isLabelled)
                continue;
            durations.add(kind == OpKind::Memset ? kMemsetKey : static_cast<std::size_t>(copyKind),
                          trace.ops.end[op] - trace.ops.start[op]);
        }
    }
    std::int64_t sum = 0;
    std::vector<Operation> operations;
    for (const KeyedDurations::Group& group : durations.finish(sum))
        operations.push_back({operationText(group.key), group.stats});
    std::sort(operations.begin(), operations.end(), [](const Operation& a, const Operation& b) {
        return a.stats.total != b.stats.total ? a.stats.total > b.stats.total : a.text < b.text;
    });

    StatsTable table;
    table.columns = sevenColumns("Count");
    table.columns.push_back({"Operation"});
    for (const Operation& operation : operations) {
        std::vector<StatsCell>& row = table.rows.emplace_back();
        appendSeven(row, operation.stats, sum);
        row.emplace_back(operation.text);
    }
    return table;
}

} // namespace nv
