// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"

#include <algorithm>

namespace nv {
namespace {

void sortByFileOrder(std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& fileOrder)
{
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
        return fileOrder[a] < fileOrder[b];
    };
    if (!std::is_sorted(rows.begin(), rows.end(), earlier))
        std::sort(rows.begin(), rows.end(), earlier);
}

} // namespace

Error missingTable(const StatsRequest& request, std::string_view reason)
{
    return {Errc::MissingTable, request.text + " cannot be made: " + std::string(reason) + ".", {}};
}

Error statsCancelled()
{
    return {Errc::Cancelled, "The report was cancelled.", {}};
}

std::vector<std::uint32_t> keptOps(const TraceModel& trace, OpKind kind, const StatsFilter& filter)
{
    const OpTable& ops = trace.ops;
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (ops.kind[i] != kind || !filter.keeps(ops.start[i], ops.end[i]))
            continue;
        if (!filter.process.isNone() && trace.processOf(OpIndex(i)) != filter.process)
            continue;
        rows.push_back(static_cast<std::uint32_t>(i));
    }
    sortByFileOrder(rows, ops.fileOrder);
    return rows;
}

std::vector<std::uint32_t> keptCalls(const TraceModel& trace, const StatsFilter& filter)
{
    const CallTable& calls = trace.calls;
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (!filter.keeps(calls.start[i], calls.end[i]))
            continue;
        const ThreadId thread = calls.thread[i];
        if (!filter.thread.isNone() && thread != filter.thread)
            continue;
        const ProcessId process =
            thread.isNone() ? ProcessId::none() : trace.threads[thread()].process;
        if (!filter.process.isNone() && process != filter.process)
            continue;
        rows.push_back(static_cast<std::uint32_t>(i));
    }
    sortByFileOrder(rows, calls.fileOrder);
    return rows;
}

} // namespace nv
