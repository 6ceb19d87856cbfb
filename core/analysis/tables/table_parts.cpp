// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

#include "core/analysis/tables/figures.h"
#include "core/base/progress.h"

#include <algorithm>
#include <utility>

namespace nv {

namespace {

/// That of the analysis, when it has one that fits.
std::shared_ptr<const TableIndex> tablesOf(const Analysis& analysis, DeviceId only,
                                           const std::stop_token& stop)
{
    if (analysis.tables != nullptr && only.isNone())
        return analysis.tables;
    auto built = TableIndex::build(analysis, only, stop);
    return built ? std::move(built).value() : std::make_shared<const TableIndex>();
}

KeptRows keptRows(const TableContext& context, const RowReach& reach, const auto& start,
                  const auto& end)
{
    if (context.isFiltered())
        return reach.kept({start, end}, context.window.range);
    return {{}, 0, start.size()};
}

} // namespace

TableContext::TableContext(const Analysis& analysisOfTrace, const Window& asked, DeviceId device,
                           std::stop_token stopToken)
    : analysis(analysisOfTrace)
    , model(*analysisOfTrace.trace)
    , index(*analysisOfTrace.budget)
    , window(asked)
    , only(device)
    , stop(std::move(stopToken))
    , tables(tablesOf(analysis, only, stop))
    , nests(tables->nests)
    , m_gaps(model.devices.size())
{
    if (stop.stop_requested())
        return; // the index may be unfinished
    ops = keptRows(*this, tables->opReach, model.ops.start, model.ops.end);
    calls = keptRows(*this, tables->callReach, model.calls.start, model.calls.end);
    kernels = slicesOf(tables->kernels, ops, [&](std::uint32_t op) {
        const bool isCounted =
            model.ops.kind[op] == OpKind::Kernel && counts(model.deviceOf(OpIndex(op)));
        return isCounted ? tables->kernelNames.groupOf[model.ops.variant[op]] : kNoGroup;
    });
    callGroups = slicesOf(tables->calls, calls, [&](std::uint32_t call) {
        return tables->callBases.groupOf[model.calls.name[call]()];
    });
}

void TableContext::makeFigures() const
{
    FigureTasks tasks;
    if (m_kernels.size() < kernels.size()) {
        m_kernels.resize(kernels.size());
        addKernelTasks(*this, m_kernels, tasks);
    }
    if (m_calls.size() < callGroups.size()) {
        m_calls.resize(callGroups.size());
        addCallTasks(*this, m_calls, tasks);
    }
    constexpr std::size_t kGapsWeight = 50'000;
    for (std::size_t d = 0; d < m_gaps.size(); ++d)
        tasks.add(kGapsWeight, [this, d] { (void)gaps(DeviceId(d)); });
    tasks.run(stop);
}

const std::vector<KernelFigures>& TableContext::kernelFigures() const
{
    if (m_kernels.size() < kernels.size()) {
        m_kernels.resize(kernels.size());
        FigureTasks tasks;
        addKernelTasks(*this, m_kernels, tasks);
        tasks.run(stop);
    }
    return m_kernels;
}

const std::vector<DurationStats>& TableContext::callFigures() const
{
    if (m_calls.size() < callGroups.size()) {
        m_calls.resize(callGroups.size());
        FigureTasks tasks;
        addCallTasks(*this, m_calls, tasks);
        tasks.run(stop);
    }
    return m_calls;
}

const GapTotals& TableContext::gaps(DeviceId device) const
{
    std::optional<GapTotals>& totals = m_gaps[device()];
    if (totals)
        return *totals;
    totals.emplace(model.callNames.size(), tables->kernels.size());
    const GapSpan span = gapsInWindow(*this, device);
    if (span.first == span.last || stop.stop_requested())
        return *totals;
    GapCounter counter(tables->gapSources(), device);
    const KeptRows* const kept = isFiltered() ? &ops : nullptr;
    const auto count = [&](std::size_t first, std::size_t last) {
        counter.count(first, last, window.range, kept, stop, *totals);
    };
    // The first and the last may be cut, so they never go with their block.
    const std::size_t last = span.last - 1;
    const std::size_t firstBlock = span.first / GapBlocks::kBlock + 1;
    const std::size_t lastBlock = last / GapBlocks::kBlock;
    if (firstBlock < lastBlock) {
        count(span.first, firstBlock * GapBlocks::kBlock);
        tables->gaps[device()].add(firstBlock, lastBlock, *totals);
        count(lastBlock * GapBlocks::kBlock, span.last);
    } else {
        count(span.first, span.last);
    }
    return *totals;
}

std::vector<std::uint32_t> keptOf(const TableContext& context, const PackedValues& rows,
                                  OpKind kind)
{
    std::vector<std::uint32_t> out;
    for (const std::uint32_t op : context.ops.before) {
        if (context.model.ops.kind[op] == kind
            && context.counts(context.model.deviceOf(OpIndex(op))))
            out.push_back(op);
    }
    rows.forEachPart(rows.lowerBound(static_cast<std::int64_t>(context.ops.first)),
                     rows.lowerBound(static_cast<std::int64_t>(context.ops.last)),
                     PackedValues::all, [&](std::size_t, std::span<const std::int64_t> part) {
                         for (const std::int64_t row : part)
                             out.push_back(static_cast<std::uint32_t>(row));
                     });
    return out;
}

KeptOps keptOps(const TableContext& context)
{
    KeptOps kept;
    const OpTable& ops = context.model.ops;
    context.ops.forEach([&](std::uint32_t op) {
        if (shouldStop(context.stop, op) || !context.counts(context.model.deviceOf(OpIndex(op))))
            return;
        switch (ops.kind[op]) {
        case OpKind::Kernel:
            kept.kernels.push_back(op);
            break;
        case OpKind::GraphReplay:
            kept.replays.push_back(op);
            break;
        case OpKind::Memcpy:
            kept.copies.push_back(op);
            break;
        case OpKind::Memset:
            kept.sets.push_back(op);
            break;
        }
    });
    return kept;
}

GapSpan gapsInWindow(const TableContext& context, DeviceId device)
{
    GapSpan span{context.index.gaps(device), 0, 0};
    const TimeRange window = context.window.range;
    if (window.isEmpty())
        return span;
    const auto first =
        std::partition_point(span.gaps.begin(), span.gaps.end(),
                             [&](const Gap& gap) { return gap.end <= window.begin; });
    const auto last = std::partition_point(first, span.gaps.end(),
                                           [&](const Gap& gap) { return gap.begin < window.end; });
    span.first = static_cast<std::size_t>(first - span.gaps.begin());
    span.last = static_cast<std::size_t>(last - span.gaps.begin());
    return span;
}

} // namespace nv
