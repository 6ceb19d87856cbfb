// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/rules/rules.h"
#include "core/base/progress.h"

#include <algorithm>

/// Calls that wait for a device or a stream: wait less often, or by events.  Longest first, of
/// equally long ones by their place in the file.  Waits for events and calls of the driver API are
/// not seen.  process= and thread= take ids as the rows print them; below 0: all.
/// Source: nsys.md 4.4.
namespace nv {
namespace {

bool isWait(std::string_view name)
{
    return beginsLike(name, "cudadevicesynchronize") || beginsLike(name, "cudastreamsynchronize");
}

/// Of every name of an API call.
std::vector<bool> waitingNames(const TraceModel& trace)
{
    std::vector<bool> waits;
    for (const CallName& name : trace.callNames)
        waits.push_back(!name.text.isNone() && !trace.names.isDangling(name.text)
                        && isWait(trace.names.text(name.text)));
    return waits;
}

struct CallPlace
{
    StatsCell pid;
    StatsCell tid;
};

CallPlace placeOf(const TraceModel& trace, std::uint32_t call)
{
    const ThreadId thread = trace.calls.thread[call];
    if (thread.isNone())
        return {};
    const ProcessId process = trace.threads[thread()].process;
    return {process.isNone() ? StatsCell() : StatsCell(trace.processes[process()].pid),
            trace.threads[thread()].tid};
}

} // namespace

Result<StatsTable> cudaApiSync(const TraceModel& trace, const StatsRequest& request,
                               const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    NV_TRY(own, ruleFilter(trace, request, filter));
    const std::vector<bool> waits = waitingNames(trace);
    const std::int64_t pid = request.number("process", -1);
    const std::int64_t tid = request.number("thread", -1);
    std::vector<std::uint32_t> found;
    const std::vector<std::uint32_t> calls = keptCalls(trace, own);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        if (!waits[trace.calls.name[calls[i]]()])
            continue;
        const CallPlace place = placeOf(trace, calls[i]);
        if ((pid < 0 || place.pid == StatsCell(pid)) && (tid < 0 || place.tid == StatsCell(tid)))
            found.push_back(calls[i]);
    }
    const auto duration = [&](std::uint32_t call) {
        return trace.calls.end[call] - trace.calls.start[call];
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return duration(a) > duration(b); });
    StatsTable table;
    table.columns = {
        {"Duration", StatsUnit::Time}, {"Start", StatsUnit::Time}, {"PID"}, {"TID"}, {"API Name"}};
    for (std::size_t i = 0; i < ruleRows(request, found.size()); ++i) {
        const std::uint32_t call = found[i];
        const CallPlace place = placeOf(trace, call);
        const NameId name = trace.callNames[trace.calls.name[call]()].text;
        table.rows.push_back({duration(call), trace.calls.start[call], place.pid, place.tid,
                              std::string(trace.names.text(name))});
    }
    return table;
}

} // namespace nv
