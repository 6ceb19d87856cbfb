// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/launch_pairs.h"
#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <memory>

/// A row per kernel and the call that launched it, by the start of the call, equal ones in the order
/// of the kernels in the file.  Source: nsys.md 2.8.
namespace nv {
namespace {

StatsRow launchRow(const TraceModel& trace, const KernelNames& names, LaunchPair pair)
{
    const LaunchTimes times = launchTimes(trace, pair);
    const Thread& thread = trace.threads[trace.calls.thread[pair.call]()];
    const KernelVariant& kernel = trace.kernel(OpIndex(pair.op));
    const std::optional<std::int64_t>& device =
        trace.devices[trace.deviceOf(OpIndex(pair.op))()].number;
    StatsRow row = {trace.calls.start[pair.call], times.api};
    row.push_back(times.queue ? StatsCell(trace.calls.end[pair.call]) : StatsCell());
    row.push_back(times.queue ? StatsCell(*times.queue) : StatsCell());
    row.insert(row.end(), {trace.ops.start[pair.op], times.kernel, times.total,
                           trace.processes[thread.process()].pid, thread.tid});
    row.push_back(device ? StatsCell(*device) : StatsCell());
    row.push_back(apiNameCell(trace, trace.calls.name[pair.call]));
    row.push_back(gridCell(kernel));
    row.push_back(blockCell(kernel));
    row.push_back(names.cell(names.keyOf(pair.op)));
    return row;
}

} // namespace

Result<StatsTable> cudaKernExecTrace(const TraceModel& trace, const StatsRequest& request,
                                     const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(names, KernelNames::make(trace, request, stop));
    NV_TRY(pairs, launchPairs(trace, request, filter, stop));
    const auto isBefore = [&](LaunchPair a, LaunchPair b) {
        return trace.calls.start[a.call] < trace.calls.start[b.call];
    };
    if (!std::is_sorted(pairs.begin(), pairs.end(), isBefore))
        std::stable_sort(pairs.begin(), pairs.end(), isBefore);
    if (stop.stop_requested())
        return statsCancelled();

    StatsTable table;
    table.columns = {{"API Start", StatsUnit::Time},
                     {"API Dur", StatsUnit::Time},
                     {"Queue Start", StatsUnit::Time},
                     {"Queue Dur", StatsUnit::Time},
                     {"Kernel Start", StatsUnit::Time},
                     {"Kernel Dur", StatsUnit::Time},
                     {"Total Dur", StatsUnit::Time},
                     {"PID"},
                     {"TID"},
                     {"DevId"},
                     {"API Function"},
                     {"GridXYZ"},
                     {"BlockXYZ"},
                     {"Kernel Name"}};
    table.events = pairs.size();
    table.eventRow = [&trace, names = std::move(names),
                      sorted = std::make_shared<const std::vector<LaunchPair>>(std::move(pairs))](
                         std::size_t i) { return launchRow(trace, names, (*sorted)[i]); };
    return table;
}

} // namespace nv
