// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/launch_join.h"

#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

namespace nv {
namespace {

bool isBefore(const LaunchJoin::Entry& a, const LaunchJoin::Entry& b)
{
    return a.correlation < b.correlation;
}

} // namespace

std::span<const LaunchJoin::Entry> LaunchJoin::OfProcess::find(std::int64_t correlation)
{
    auto begin = entries.begin();
    auto end = entries.end();
    const auto hint = begin + static_cast<std::ptrdiff_t>(last);
    if (hint != end && hint->correlation < correlation) {
        begin = hint;
        for (std::ptrdiff_t step = 1; end - begin > step; step *= 2) {
            if (begin[step].correlation >= correlation) {
                end = begin + step + 1;
                break;
            }
            begin += step;
        }
    } else if (hint != end) {
        end = hint + 1;
    }
    const auto first = std::lower_bound(begin, end, Entry{correlation, 0}, isBefore);
    last = static_cast<std::size_t>(first - entries.begin());
    auto behind = first;
    while (behind != entries.end() && behind->correlation == correlation)
        ++behind;
    return {entries.data() + last, static_cast<std::size_t>(behind - first)};
}

Result<LaunchJoin> LaunchJoin::make(const TraceModel& trace, std::vector<std::uint32_t> calls,
                                    const std::stop_token& stop)
{
    LaunchJoin join(trace, std::move(calls));
    for (std::size_t rank = 0; rank < join.m_calls.size(); ++rank) {
        if (shouldStop(stop, rank))
            return statsCancelled();
        const std::uint32_t call = join.m_calls[rank];
        const ThreadId thread = trace.calls.thread[call];
        const std::int64_t correlation = trace.calls.correlation[call];
        if (thread.isNone() || correlation == kNoCorrelation)
            continue;
        if (const ProcessId process = trace.threads[thread()].process; !process.isNone())
            join.m_processes[process()].entries.push_back(
                {correlation, static_cast<std::uint32_t>(rank)});
    }
    for (OfProcess& process : join.m_processes)
        if (!std::is_sorted(process.entries.begin(), process.entries.end(), isBefore))
            std::stable_sort(process.entries.begin(), process.entries.end(), isBefore);
    return join;
}

std::span<const LaunchJoin::Entry> LaunchJoin::of(OpIndex op)
{
    const ProcessId process = m_trace->processOf(op);
    const std::int64_t correlation = m_trace->ops.correlation[op()];
    if (process.isNone() || correlation == kNoCorrelation)
        return {};
    return m_processes[process()].find(correlation);
}

std::vector<ThreadSpan> LaunchJoin::spansOfCalls(std::span<const std::uint32_t> ops)
{
    std::vector<ThreadSpan> spans(m_calls.size());
    for (const std::uint32_t op : ops)
        for (const Entry& entry : of(OpIndex(op))) {
            const std::uint32_t call = m_calls[entry.rank];
            spans[entry.rank] = {m_trace->threads[m_trace->calls.thread[call]()].globalId,
                                 m_trace->calls.start[call], m_trace->calls.end[call]};
        }
    return spans;
}

} // namespace nv
