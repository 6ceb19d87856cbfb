// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/nvtx_projection.h"

#include "core/analysis/stats/launch_join.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>
#include <tuple>

namespace nv {
namespace {

/// What the API calls of a capture issued, by the calls' rank.
struct IssuedWork
{
    std::vector<ThreadSpan> spans; ///< of the calls; kNoThread for those that issued nothing
    std::vector<TimeRange> extents;
    std::vector<std::uint32_t> ranks; ///< of those that did, equal correlation ids side by side
    std::vector<std::int64_t> correlations;
};

Result<IssuedWork> issuedWork(const TraceModel& trace, const StatsFilter& filter,
                              const std::stop_token& stop)
{
    std::vector<std::uint32_t> ops;
    for (const OpKind kind : {OpKind::Kernel, OpKind::Memcpy, OpKind::Memset}) {
        const std::vector<std::uint32_t> kept = keptOps(trace, kind, filter);
        ops.insert(ops.end(), kept.begin(), kept.end());
    }
    NV_TRY(join, LaunchJoin::make(trace, keptCalls(trace, filter), stop));
    IssuedWork work;
    work.spans = join.spansOfCalls(ops);
    work.extents.assign(work.spans.size(), {kMaxNs, kMinNs});
    for (const std::uint32_t op : ops)
        for (const LaunchJoin::Entry& entry : join.of(OpIndex(op))) {
            TimeRange& extent = work.extents[entry.rank];
            extent.begin = std::min(extent.begin, trace.ops.start[op]);
            extent.end = std::max(extent.end, trace.ops.end[op]);
        }
    for (const std::uint32_t call : join.calls())
        work.correlations.push_back(trace.calls.correlation[call]);
    for (std::uint32_t rank = 0; rank < work.spans.size(); ++rank)
        if (work.spans[rank].thread != kNoThread)
            work.ranks.push_back(rank);
    std::sort(work.ranks.begin(), work.ranks.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(work.spans[a].thread, work.correlations[a], a)
               < std::tie(work.spans[b].thread, work.correlations[b], b);
    });
    return work;
}

struct Shadow ///< what is known of a range while the calls are walked
{
    TimeRange extent{kMaxNs, kMinNs};
    std::int64_t ops = 0;
    std::size_t lastGroup = 0; ///< of calls with one correlation id, from 1
};

Result<std::vector<Shadow>> shadowsOf(const NvtxProjection& out, const IssuedWork& work,
                                      const std::stop_token& stop)
{
    NV_TRY(around, RangesAround::find(out.nvtx.spans(), work.spans, stop));
    std::vector<Shadow> shadows(out.nvtx.ranges.size());
    std::size_t group = 0;
    for (std::size_t i = 0; i < work.ranks.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::uint32_t rank = work.ranks[i];
        const bool isSameGroup = i > 0
                                 && work.spans[work.ranks[i - 1]].thread == work.spans[rank].thread
                                 && work.correlations[work.ranks[i - 1]] == work.correlations[rank];
        group += isSameGroup ? 0 : 1;
        for (const std::uint32_t range : around.of(rank)) {
            Shadow& shadow = shadows[range];
            shadow.extent.begin = std::min(shadow.extent.begin, work.extents[rank].begin);
            shadow.extent.end = std::max(shadow.extent.end, work.extents[rank].end);
            shadow.ops += shadow.lastGroup == group ? 0 : 1;
            shadow.lastGroup = group;
        }
    }
    return shadows;
}

} // namespace

Result<NvtxProjection> projectNvtx(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    if (trace.counts[TableKind::Kernel] + trace.counts[TableKind::Memcpy]
            + trace.counts[TableKind::Memset]
        == 0)
        return missingTable(request, "this trace holds no kernels, copies or memsets");
    NvtxProjection out;
    NV_TRY(nvtx, readNvtxRanges(trace, request, {}, filter, stop));
    out.nvtx = std::move(nvtx);
    if (!out.nvtx.lengthsKnown)
        return out;
    const std::vector<ThreadSpan> spans = out.nvtx.spans();
    NV_TRY(parents, tightestAround(spans, stop));
    out.parents = std::move(parents);
    out.levels = levelsOf(spans, out.parents);
    NV_TRY(work, issuedWork(trace, filter, stop));
    NV_TRY(shadows, shadowsOf(out, work, stop));
    std::vector<std::int64_t> children(shadows.size());
    for (std::size_t i = 0; i < shadows.size(); ++i)
        if (shadows[i].ops > 0 && out.parents[i] != kNoRange)
            ++children[out.parents[i]];
    for (std::uint32_t i = 0; i < shadows.size(); ++i)
        if (shadows[i].ops > 0)
            out.ranges.push_back(
                {i, shadows[i].extent.begin, shadows[i].extent.end, shadows[i].ops, children[i]});
    return out;
}

} // namespace nv
