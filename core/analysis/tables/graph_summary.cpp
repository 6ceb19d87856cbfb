// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/launched_by.h"
#include "core/analysis/tables/nvtx_at.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <limits>

namespace nv {

namespace {

struct EagerGroup
{
    EagerRow row;
    OpIndex example; ///< the launch with the largest gap before it
};

std::vector<EagerRow> eagerRows(const TableContext& context, std::vector<EagerGroup> groups)
{
    const TraceModel& model = context.model;
    std::vector<EagerRow> rows;
    for (EagerGroup& group : groups) {
        if (group.row.count == 0)
            continue;
        const CallIndex call = model.ops.call[group.example()];
        const RangeIndex range =
            innermostRange(context.nests, context.threadOf(call), model.calls.start[call()]);
        group.row.nvtx = rangeText(model, range);
        rows.push_back(std::move(group.row));
    }
    std::sort(rows.begin(), rows.end(), [&](const EagerRow& a, const EagerRow& b) {
        if (a.gapBefore != b.gapBefore)
            return a.gapBefore > b.gapBefore;
        if (a.total != b.total)
            return a.total > b.total;
        return model.names.text(a.demangled) < model.names.text(b.demangled);
    });
    return rows;
}

std::vector<EagerGroup> eagerGroups(const TableContext& context)
{
    const std::vector<KernelFigures>& figures = context.kernelFigures();
    std::vector<EagerGroup> groups(figures.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::uint32_t variant = context.tables->kernelNames.firstOf[g];
        EagerRow& row = groups[g].row;
        row.demangled = context.model.kernelVariants[variant].demangled;
        row.count = figures[g].launches.eager;
        row.total = figures[g].launches.eagerTotal;
        groups[g].example = figures[g].launches.firstEager;
    }
    std::vector<EagerGaps> gaps(groups.size());
    for (std::size_t d = 0; d < context.model.devices.size(); ++d) {
        if (!context.counts(DeviceId(d)))
            continue;
        const std::vector<EagerGaps>& eager = context.gaps(DeviceId(d)).eager;
        for (std::size_t g = 0; g < groups.size(); ++g)
            addEagerGaps(gaps[g], eager[g]);
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
        groups[g].row.gapBefore = gaps[g].sum;
        if (gaps[g].largest > 0)
            groups[g].example = OpIndex(std::size_t{gaps[g].example});
    }
    return groups;
}

std::uint64_t graphLaunches(const TableContext& context)
{
    const BaseGroups& bases = context.tables->callBases;
    std::vector<std::uint8_t> areGraphs(bases.bases.size());
    for (std::size_t name = 0; name < bases.groupOf.size(); ++name) {
        if (context.index.traits(CallNameId(name)).graphLaunch)
            areGraphs[bases.groupOf[name]] = 1; // a group has one base, which decides it
    }
    std::uint64_t launches = 0;
    for (std::size_t g = 0; g < context.callGroups.size(); ++g)
        launches += areGraphs[g] != 0 ? context.callGroups[g].size() : 0;
    return launches;
}

struct KernelTimes
{
    double all = 0;
    double inGraphs = 0;
};

/// Sums in double depend on the order of the rows as soon as they are no longer exact.
KernelTimes timesInOrder(const TableContext& context)
{
    const OpTable& ops = context.model.ops;
    KernelTimes times;
    context.ops.forEach([&](std::uint32_t op) {
        if (ops.kind[op] != OpKind::Kernel
            || !context.counts(context.model.deviceOf(OpIndex(std::size_t{op}))))
            return;
        const auto duration = static_cast<double>(ops.end[op] - ops.start[op]);
        times.all += duration;
        if (launchedBy(context.model, context.index, op) == LaunchedBy::Graph)
            times.inGraphs += duration;
    });
    return times;
}

KernelTimes kernelTimes(const TableContext& context, const std::vector<KernelFigures>& figures)
{
    constexpr Ns kExact = Ns{1} << std::numeric_limits<double>::digits;
    Ns all = 0;
    Ns inGraphs = 0;
    for (const KernelFigures& of : figures) {
        all = addSaturated(all, of.stats.total);
        inGraphs = addSaturated(inGraphs, of.launches.inGraphsTotal);
    }
    if (all <= kExact)
        return {static_cast<double>(all), static_cast<double>(inGraphs)};
    return timesInOrder(context);
}

} // namespace

GraphSummary graphSummary(const TableContext& context)
{
    GraphSummary summary;
    if (context.stop.stop_requested())
        return summary;
    summary.mode = context.tables->graphMode;
    summary.launches = graphLaunches(context);
    const std::vector<KernelFigures>& figures = context.kernelFigures();
    std::uint64_t kernels = 0;
    std::uint64_t inGraphs = 0;
    for (const KernelFigures& of : figures) {
        kernels += of.stats.count;
        inGraphs += of.launches.inGraphs;
    }
    if (summary.mode != GraphMode::Graph && kernels > 0) {
        summary.coverageByCount = static_cast<double>(inGraphs) / static_cast<double>(kernels);
        const KernelTimes times = kernelTimes(context, figures);
        if (times.all > 0)
            summary.coverageByTime = times.inGraphs / times.all;
    }
    summary.eager = eagerRows(context, eagerGroups(context));
    return summary;
}

} // namespace nv
