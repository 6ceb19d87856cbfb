// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"

#include "core/trace/api_name.h"

#include <algorithm>

namespace nv {
namespace {

void sortByFileOrder(std::vector<std::uint32_t>& rows, const RankColumn& fileOrder)
{
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
        return fileOrder[a] < fileOrder[b];
    };
    if (!std::is_sorted(rows.begin(), rows.end(), earlier))
        std::sort(rows.begin(), rows.end(), earlier);
}

template <class Calls>
std::vector<std::uint32_t> keptRowsOf(const TraceModel& trace, const Calls& calls,
                                      const StatsFilter& filter)
{
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
    return keptRowsOf(trace, trace.calls, filter);
}

std::vector<std::uint32_t> keptOsCalls(const TraceModel& trace, const StatsFilter& filter)
{
    return keptRowsOf(trace, trace.osCalls, filter);
}

StatsCell nameCell(const TraceModel& trace, NameId name)
{
    if (name.isNone() || trace.names.isDangling(name))
        return {};
    return std::string(trace.names.text(name));
}

StatsCell apiNameCell(const TraceModel& trace, CallNameId name)
{
    const NameId text = trace.callNames[name()].text;
    if (text.isNone() || trace.names.isDangling(text))
        return {};
    return std::string(nsysStrippedName(trace.names.text(text)));
}

StatsCell throughputCell(Bytes bytes, Ns duration)
{
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    if (duration == 0)
        return {};
    const std::int64_t perByte = kNsPerSecond / duration;
    std::int64_t throughput = 0;
    if (__builtin_mul_overflow(bytes, perByte, &throughput))
        return static_cast<double>(bytes) * static_cast<double>(perByte);
    return throughput;
}

} // namespace nv
