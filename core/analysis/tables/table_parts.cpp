// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace nv {

namespace {

/// Calls `visit(row)` for each kept row.  Rows that start before the window are skipped by blocks
/// whose latest end is too early: the compiler makes a vector loop of the maximum.
template <class Visit>
void forEachKept(std::span<const Ns> start, std::span<const Ns> end, TimeRange window,
                 const std::stop_token& stop, Visit visit)
{
    constexpr std::size_t kBlock = 64;
    const auto startsBefore = [&](Ns t) {
        return static_cast<std::size_t>(std::lower_bound(start.begin(), start.end(), t)
                                        - start.begin());
    };
    const std::size_t inside = startsBefore(window.begin);
    const std::size_t past = std::max(inside, startsBefore(window.end));
    for (std::size_t block = 0; block < inside && !shouldStop(stop, block); block += kBlock) {
        const std::size_t blockEnd = std::min(block + kBlock, inside);
        Ns latest = kMinNs;
        for (std::size_t i = block; i < blockEnd; ++i)
            latest = std::max(latest, end[i]);
        for (std::size_t i = block; latest >= window.begin && i < blockEnd; ++i) {
            if (keptByNsys(start[i], end[i], window))
                visit(i);
        }
    }
    for (std::size_t i = inside; i < past && !shouldStop(stop, i); ++i) {
        if (keptByNsys(start[i], end[i], window))
            visit(i);
    }
}

template <class Visit>
void forEachRow(const TableContext& context, std::span<const Ns> start, std::span<const Ns> end,
                Visit visit)
{
    if (context.isFiltered()) {
        forEachKept(start, end, context.window.range, context.stop, visit);
        return;
    }
    for (std::size_t i = 0; i < start.size() && !shouldStop(context.stop, i); ++i)
        visit(i);
}

template <class KeyOf>
VariantGroups groupVariants(const TraceModel& model, KeyOf keyOf)
{
    using Key = decltype(keyOf(model.kernelVariants.front()));
    VariantGroups groups;
    std::map<Key, std::uint32_t> known;
    for (std::size_t v = 0; v < model.kernelVariants.size(); ++v) {
        const auto next = static_cast<std::uint32_t>(groups.firstOf.size());
        const auto [place, isNew] = known.try_emplace(keyOf(model.kernelVariants[v]), next);
        if (isNew)
            groups.firstOf.push_back(static_cast<std::uint32_t>(v));
        groups.groupOf.push_back(place->second);
    }
    return groups;
}

KeptOps keptOps(const TableContext& context)
{
    KeptOps kept;
    const OpTable& ops = context.model.ops;
    forEachRow(context, ops.start, ops.end, [&](std::size_t i) {
        if (!context.counts(context.model.deviceOf(OpIndex(i))))
            return;
        const auto row = static_cast<std::uint32_t>(i);
        switch (ops.kind[i]) {
        case OpKind::Kernel:
            kept.kernels.push_back(row);
            break;
        case OpKind::GraphReplay:
            kept.replays.push_back(row);
            break;
        case OpKind::Memcpy:
            kept.copies.push_back(row);
            break;
        case OpKind::Memset:
            kept.sets.push_back(row);
            break;
        }
    });
    return kept;
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
    , nests(model, stop)
    , ops(keptOps(*this))
    , calls(keptRows(*this, model.calls.start, model.calls.end))
{}

std::vector<std::uint32_t> keptRows(const TableContext& context, std::span<const Ns> start,
                                    std::span<const Ns> end)
{
    std::vector<std::uint32_t> rows;
    forEachRow(context, start, end,
               [&](std::size_t i) { rows.push_back(static_cast<std::uint32_t>(i)); });
    return rows;
}

TimeRange wholeGap(const TableContext& context, const Gap& gap)
{
    TimeRange whole{gap.begin, gap.end};
    if (gap.before.isNone())
        whole.begin = context.model.extent.begin;
    if (gap.after.isNone())
        whole.end = context.model.extent.end;
    return whole;
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

VariantGroups groupsByName(const TraceModel& model)
{
    return groupVariants(model, [](const KernelVariant& v) { return v.demangled; });
}

VariantGroups groupsByNameAndShape(const TraceModel& model)
{
    return groupVariants(model,
                         [](const KernelVariant& v) { return std::pair(v.demangled, v.shape); });
}

} // namespace nv
