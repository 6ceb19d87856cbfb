// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/launch_pairs.h"

#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/launch_join.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>
#include <tuple>

namespace nv {
namespace {

/// The index that the real tool's SQLite makes for the join holds these columns.
auto orderOf(const TraceModel& trace, std::uint32_t call)
{
    return std::tuple(trace.calls.start[call], trace.calls.end[call],
                      trace.threads[trace.calls.thread[call]()].globalId,
                      trace.callNames[trace.calls.name[call]()].stringId);
}

} // namespace

Result<std::vector<LaunchPair>> launchPairs(const TraceModel& trace, const StatsRequest& request,
                                            const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Kernel] == 0)
        return kernelsMissing(trace, request);
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    NV_TRY(join, LaunchJoin::make(trace, keptCalls(trace, filter), stop));
    std::vector<LaunchPair> pairs;
    const std::vector<std::uint32_t> kernels = keptOps(trace, OpKind::Kernel, filter);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::size_t first = pairs.size();
        for (const LaunchJoin::Entry& entry : join.of(OpIndex(kernels[i])))
            pairs.push_back({kernels[i], join.calls()[entry.rank]});
        if (pairs.size() - first > 1)
            std::stable_sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(),
                             [&](LaunchPair a, LaunchPair b) {
                                 return orderOf(trace, a.call) < orderOf(trace, b.call);
                             });
    }
    return pairs;
}

LaunchTimes launchTimes(const TraceModel& trace, LaunchPair pair)
{
    const Ns callStart = trace.calls.start[pair.call];
    const Ns callEnd = trace.calls.end[pair.call];
    const Ns kernelStart = trace.ops.start[pair.op];
    const Ns kernelEnd = trace.ops.end[pair.op];
    LaunchTimes times;
    times.api = callEnd - callStart;
    times.kernel = kernelEnd - kernelStart;
    // Hostile times may lie further apart than int64 reaches.
    const auto apart = [](Ns from, Ns to) {
        return addSaturated(to, from == kMinNs ? kMaxNs : -from);
    };
    if (kernelStart >= callEnd)
        times.queue = apart(callEnd, kernelStart);
    times.total = apart(callStart, std::max(callEnd, kernelEnd));
    return times;
}

} // namespace nv
