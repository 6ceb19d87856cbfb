// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/launched_by.h"
#include "core/analysis/tables/nvtx_at.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <unordered_map>

namespace nv {

namespace {

/// Asked of the whole capture: a window without a replay does not change how it was taken.
GraphMode graphMode(const TableContext& context)
{
    const OpTable& ops = context.model.ops;
    const bool hasReplays =
        std::find(ops.kind.begin(), ops.kind.end(), OpKind::GraphReplay) != ops.kind.end();
    if (hasReplays || context.index.unrecordedGraphLaunches() > 0)
        return GraphMode::Graph;
    const bool hasNodes = std::any_of(ops.graphNode.begin(), ops.graphNode.end(),
                                      [](std::int64_t node) { return node != 0; });
    if (hasNodes)
        return GraphMode::Node;
    const CallTable& calls = context.model.calls;
    for (std::size_t i = 0; i < calls.size() && !shouldStop(context.stop, i); ++i) {
        if (!context.index.traits(calls.name[i]).graphLaunch)
            continue;
        const auto [first, last] = context.model.opsOf(CallIndex(i));
        if (first != last)
            return GraphMode::Node;
    }
    return GraphMode::None;
}

/// For the op that ends a gap of its device: the part of the gap inside the window.
std::unordered_map<std::uint32_t, DurationNs> gapsBefore(const TableContext& context)
{
    std::unordered_map<std::uint32_t, DurationNs> before;
    for (std::size_t d = 0; d < context.model.devices.size(); ++d) {
        if (!context.counts(DeviceId(d)))
            continue;
        const GapSpan span = gapsInWindow(context, DeviceId(d));
        for (std::size_t g = span.first; g < span.last && !shouldStop(context.stop, g); ++g) {
            const Gap gap = span.gaps[g];
            const TimeRange inside = wholeGap(context, gap).intersect(context.window.range);
            if (!gap.after.isNone() && !inside.isEmpty())
                before[gap.after.value] = inside.length();
        }
    }
    return before;
}

struct EagerGroup
{
    EagerRow row;
    std::uint32_t example = 0; ///< the launch with the largest gap before it
    DurationNs largest = 0;
};

std::vector<EagerRow> eagerRows(TableContext& context, std::vector<EagerGroup> groups)
{
    const TraceModel& model = context.model;
    std::vector<EagerRow> rows;
    for (EagerGroup& group : groups) {
        if (group.row.count == 0)
            continue;
        const CallIndex call = model.ops.call[group.example];
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

void addEager(const OpTable& ops, std::uint32_t op, DurationNs gapBefore, EagerGroup& group)
{
    if (group.row.count == 0 || gapBefore > group.largest) {
        group.example = op;
        group.largest = gapBefore;
    }
    group.row.count += 1;
    group.row.total = addSaturated(group.row.total, ops.end[op] - ops.start[op]);
    group.row.gapBefore += gapBefore;
}

void countLaunches(const TableContext& context, GraphSummary& summary)
{
    const CallTable& calls = context.model.calls;
    for (const std::uint32_t call : context.calls) {
        if (context.index.traits(calls.name[call]).graphLaunch)
            summary.launches += 1;
    }
}

} // namespace

GraphSummary graphSummary(TableContext& context)
{
    GraphSummary summary;
    summary.mode = graphMode(context);
    countLaunches(context, summary);

    const OpTable& ops = context.model.ops;
    const VariantGroups names = groupsByName(context.model);
    std::vector<EagerGroup> groups(names.firstOf.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
        groups[g].row.demangled = context.model.kernelVariants[names.firstOf[g]].demangled;
    const std::unordered_map<std::uint32_t, DurationNs> gaps = gapsBefore(context);
    double inGraphs = 0;
    double timeInGraphs = 0;
    double time = 0;
    for (std::size_t k = 0; k < context.ops.kernels.size() && !shouldStop(context.stop, k); ++k) {
        const std::uint32_t op = context.ops.kernels[k];
        const auto duration = static_cast<double>(ops.end[op] - ops.start[op]);
        const LaunchedBy by = launchedBy(context, op);
        time += duration;
        if (by == LaunchedBy::Graph) {
            inGraphs += 1;
            timeInGraphs += duration;
        } else if (by == LaunchedBy::Eager) {
            const auto gap = gaps.find(op);
            addEager(ops, op, gap == gaps.end() ? 0 : gap->second,
                     groups[names.groupOf[ops.variant[op]]]);
        }
    }
    if (summary.mode != GraphMode::Graph && !context.ops.kernels.empty()) {
        summary.coverageByCount = inGraphs / static_cast<double>(context.ops.kernels.size());
        if (time > 0)
            summary.coverageByTime = timeInGraphs / time;
    }
    summary.eager = eagerRows(context, std::move(groups));
    return summary;
}

} // namespace nv
