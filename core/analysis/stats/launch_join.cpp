// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/launch_join.h"

#include <algorithm>
#include <tuple>

namespace nv {

LaunchJoin::LaunchJoin(const TraceModel& trace, std::span<const std::uint32_t> calls)
    : m_trace(&trace)
{
    m_entries.reserve(calls.size());
    for (std::size_t rank = 0; rank < calls.size(); ++rank) {
        const std::size_t call = calls[rank];
        const ThreadId thread = trace.calls.thread[call];
        if (thread.isNone() || trace.calls.correlation[call] == kNoCorrelation)
            continue;
        m_entries.push_back({trace.calls.correlation[call], trace.threads[thread()].process,
                             static_cast<std::uint32_t>(rank), CallIndex(call)});
    }
    std::sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.correlation, a.process, a.rank)
               < std::tie(b.correlation, b.process, b.rank);
    });
}

std::span<const LaunchJoin::Entry> LaunchJoin::of(OpIndex op) const
{
    const std::int64_t correlation = m_trace->ops.correlation[op()];
    const ProcessId process = m_trace->processOf(op);
    if (correlation == kNoCorrelation || process.isNone())
        return {};

    struct Less
    {
        bool operator()(const Entry& e, std::pair<std::int64_t, ProcessId> key) const
        {
            return std::tie(e.correlation, e.process) < std::tie(key.first, key.second);
        }

        bool operator()(std::pair<std::int64_t, ProcessId> key, const Entry& e) const
        {
            return std::tie(key.first, key.second) < std::tie(e.correlation, e.process);
        }
    };

    const auto [first, last] = std::equal_range(m_entries.begin(), m_entries.end(),
                                                std::pair(correlation, process), Less());
    return {first, last};
}

std::vector<ThreadSpan> launchSpans(const TraceModel& trace, const LaunchJoin& join,
                                    std::span<const std::uint32_t> ops, std::size_t calls)
{
    std::vector<ThreadSpan> spans(calls);
    for (const std::uint32_t op : ops)
        for (const LaunchJoin::Entry& entry : join.of(OpIndex(op))) {
            const std::size_t call = entry.call();
            spans[entry.rank] = {trace.threads[trace.calls.thread[call]()].globalId,
                                 trace.calls.start[call], trace.calls.end[call]};
        }
    return spans;
}

} // namespace nv
