// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_index.h"

#include "core/base/parallel.h"
#include "core/base/progress.h"

#include <algorithm>
#include <utility>

namespace nv {
namespace {

PackedValues rowsOfKind(const TraceModel& model, OpKind kind, DeviceId only,
                        const std::stop_token& stop)
{
    PackedWriter rows;
    for (std::size_t op = 0; op < model.ops.size() && !shouldStop(stop, op); ++op) {
        if (model.ops.kind[op] == kind && (only.isNone() || model.deviceOf(OpIndex(op)) == only))
            rows.add(static_cast<std::int64_t>(op));
    }
    return rows.take();
}

PackedValues rowsOfCompilation(const TraceModel& model, const BudgetIndex& index,
                               const std::stop_token& stop)
{
    PackedWriter rows;
    for (std::size_t call = 0; call < model.calls.size() && !shouldStop(stop, call); ++call) {
        if (index.callClass(CallIndex(call)) == ApiClass::Compile)
            rows.add(static_cast<std::int64_t>(call));
    }
    return rows.take();
}

/// Asked of the whole capture: a window without a replay does not change how it was taken.
GraphMode graphModeOf(const TraceModel& model, const BudgetIndex& index,
                      const std::stop_token& stop)
{
    const OpTable& ops = model.ops;
    const bool hasReplays =
        std::find(ops.kind.begin(), ops.kind.end(), OpKind::GraphReplay) != ops.kind.end();
    if (hasReplays || index.unrecordedGraphLaunches() > 0)
        return GraphMode::Graph;
    const bool hasNodes = std::any_of(ops.graphNode.begin(), ops.graphNode.end(),
                                      [](std::int64_t node) { return node != 0; });
    if (hasNodes)
        return GraphMode::Node;
    const CallTable& calls = model.calls;
    for (std::size_t i = 0; i < calls.size() && !shouldStop(stop, i); ++i) {
        if (!index.traits(calls.name[i]).graphLaunch)
            continue;
        const auto [first, last] = model.opsOf(CallIndex(i));
        if (first != last)
            return GraphMode::Node;
    }
    return GraphMode::None;
}

/// The gaps of all devices, in pieces for all cores.
void sumUpGaps(TableIndex& index, const std::stop_token& stop)
{
    constexpr std::size_t kBlocksPerTask = 32;
    const GapSources sources = index.gapSources();
    Tasks tasks;
    index.gaps.reserve(index.trace->devices.size());
    for (std::size_t d = 0; d < index.trace->devices.size(); ++d) {
        GapBlocks& blocks = index.gaps.emplace_back(index.budget->gaps(DeviceId(d)).size());
        for (std::size_t first = 0; first < blocks.size(); first += kBlocksPerTask)
            tasks.emplace_back([&, d, first] {
                const std::size_t last = std::min(first + kBlocksPerTask, blocks.size());
                for (std::size_t b = first; b < last && !stop.stop_requested(); ++b)
                    blocks.fill(b, sources, DeviceId(d), stop);
            });
    }
    runTasks(tasks);
}

} // namespace

void TableIndex::setSources(TracePtr of, std::shared_ptr<const BudgetIndex> budgetOf,
                            const BudgetLimits& limitsOf)
{
    trace = std::move(of);
    budget = std::move(budgetOf);
    limits = limitsOf;
    nests.setModel(*trace);
    streamGaps.setModel(*trace);
}

Result<std::shared_ptr<const TableIndex>> TableIndex::build(const Analysis& analysis, DeviceId only,
                                                            const std::stop_token& stop)
{
    auto out = std::make_shared<TableIndex>();
    const TraceModel& model = *analysis.trace;
    out->trace = analysis.trace;
    out->budget = analysis.budget;
    out->limits = analysis.thresholds.budget;
    out->only = only;
    out->kernelNames = groupsByName(model);
    out->callBases = groupsByBase(model);
    out->nests = EventNests(model, stop);
    out->kernels = kernelSequences(model, *out->budget, out->kernelNames, only, stop);
    out->calls = callSequences(model, out->callBases, stop);
    runTasks({[&] { out->streamGaps = StreamGaps(model, only, stop); },
              [&] { out->alone = AloneTimes(model, stop); },
              [&] { out->firstLaunches = FirstLaunches(model, out->kernelNames, stop); },
              [&] { out->graphMode = graphModeOf(model, *out->budget, stop); },
              [&] { out->opReach = RowReach(model.ops.end); },
              [&] { out->callReach = RowReach(model.calls.end); },
              [&] { out->copies = rowsOfKind(model, OpKind::Memcpy, only, stop); },
              [&] { out->compileCalls = rowsOfCompilation(model, *out->budget, stop); },
              [&] { out->sets = rowsOfKind(model, OpKind::Memset, only, stop); }});
    out->whole = WholeFigures(model, out->kernels, out->calls, stop);
    sumUpGaps(*out, stop);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "The tables were not finished.", {}};
    return std::shared_ptr<const TableIndex>(std::move(out));
}

} // namespace nv
