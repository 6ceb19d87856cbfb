// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/memory_operations.h"

#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

namespace nv {

std::optional<std::size_t> memoryKey(const TraceModel& trace, std::size_t op)
{
    if (trace.ops.kind[op] == OpKind::Memset)
        return kMemsetKey;
    const std::int64_t kind = trace.copy(OpIndex(op)).copyKind;
    if (kind < 0 || kind >= static_cast<std::int64_t>(kMemsetKey))
        return std::nullopt;
    return static_cast<std::size_t>(kind);
}

std::string memoryOperation(std::size_t key)
{
    if (key == kMemsetKey)
        return "[CUDA memset]";
    return "[CUDA memcpy " + copyKindLabel(static_cast<std::int64_t>(key)) + "]";
}

StatsCell memoryKindCell(std::int64_t kind)
{
    constexpr std::int64_t kMemoryKinds = 8; // 0 pageable to 7 unknown
    if (kind < 0 || kind >= kMemoryKinds)
        return {};
    return memoryKindLabel(kind);
}

Result<std::vector<MemoryOperationStats>> memoryOperationStats(const TraceModel& trace,
                                                               const StatsRequest& request,
                                                               const StatsFilter& filter,
                                                               const std::stop_token& stop,
                                                               MemoryValue value, std::int64_t& sum)
{
    if (trace.counts[TableKind::Memcpy] == 0 && trace.counts[TableKind::Memset] == 0)
        return missingTable(request, "this trace holds no copies and no memsets");
    KeyedDurations values(kMemoryKeys);
    for (const OpKind kind : {OpKind::Memcpy, OpKind::Memset}) {
        const std::vector<std::uint32_t> rows = keptOps(trace, kind, filter);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (shouldStop(stop, i))
                return statsCancelled();
            const std::size_t op = rows[i];
            if (const std::optional<std::size_t> key = memoryKey(trace, op))
                values.add(*key, value == MemoryValue::Size
                                     ? trace.copy(OpIndex(op)).bytes
                                     : trace.ops.end[op] - trace.ops.start[op]);
        }
    }
    std::vector<MemoryOperationStats> operations;
    for (const KeyedDurations::Group& group : values.finish(sum))
        operations.push_back({memoryOperation(group.key), group.stats});
    std::sort(operations.begin(), operations.end(), [](const auto& a, const auto& b) {
        return a.stats.total != b.stats.total ? a.stats.total > b.stats.total : a.text < b.text;
    });
    return operations;
}

} // namespace nv
