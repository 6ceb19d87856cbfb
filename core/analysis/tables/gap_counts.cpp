// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/gap_counts.h"

#include "core/analysis/tables/launched_by.h"

#include <algorithm>
#include <optional>

namespace nv {

namespace {

/// The class a gap run is explained by, when it is one that calls explain.
std::optional<ApiClass> explainedBy(BudgetClass cls)
{
    switch (cls) {
    case BudgetClass::Compile:
        return ApiClass::Compile;
    case BudgetClass::Sync:
        return ApiClass::Sync;
    case BudgetClass::Alloc:
        return ApiClass::Alloc;
    case BudgetClass::Launch:
        return ApiClass::Launch;
    default:
        return std::nullopt;
    }
}

DurationNs& shareOf(GapShares& shares, ApiClass cls)
{
    switch (cls) {
    case ApiClass::Compile:
        return shares.compile;
    case ApiClass::Sync:
        return shares.sync;
    case ApiClass::Alloc:
        return shares.alloc;
    case ApiClass::Launch:
        break;
    }
    return shares.launch;
}

void addShares(GapShares& to, const GapShares& more)
{
    to.compile += more.compile;
    to.sync += more.sync;
    to.alloc += more.alloc;
    to.launch += more.launch;
}

bool isEmpty(const GapShares& shares)
{
    return shares.compile == 0 && shares.sync == 0 && shares.alloc == 0 && shares.launch == 0;
}

void addCauses(std::array<GapTable::Cause, kBudgetClasses>& to,
               const std::array<GapTable::Cause, kBudgetClasses>& more)
{
    for (std::size_t c = 0; c < to.size(); ++c) {
        to.at(c).count += more.at(c).count;
        to.at(c).total += more.at(c).total;
    }
}

} // namespace

BudgetClass causeOf(const Budget& classes)
{
    const auto most = std::max_element(classes.begin(), classes.end());
    return static_cast<BudgetClass>(most - classes.begin());
}

/// Rows ascend with the time at which their gap ends, so the first of equals is the lowest.
void addEagerGaps(EagerGaps& to, const EagerGaps& more)
{
    to.sum += more.sum;
    if (more.largest > to.largest
        || (more.largest == to.largest && more.largest != 0 && more.example < to.example)) {
        to.largest = more.largest;
        to.example = more.example;
    }
}

GapCounter::GapCounter(const GapSources& sources, DeviceId device)
    : m_sources(sources)
    , m_gaps(sources.index.gaps(device))
    , m_runs(sources.index.runs(device))
{}

TimeRange GapCounter::whole(std::size_t gap) const
{
    return whole(m_gaps[gap]);
}

TimeRange GapCounter::whole(const Gap& gap) const
{
    return {gap.before.isNone() ? m_sources.model.extent.begin : gap.begin,
            gap.after.isNone() ? m_sources.model.extent.end : gap.end};
}

/// The runs are walked beside the gaps instead of searched for each.
void GapCounter::count(std::size_t first, std::size_t last, TimeRange window, const KeptRows* kept,
                       const std::stop_token& stop, GapTotals& totals)
{
    if (first >= last)
        return;
    const Ns from = m_gaps[first].begin;
    const auto after = std::upper_bound(m_runs.start.begin(), m_runs.start.end(), from);
    std::size_t run = static_cast<std::size_t>(after - m_runs.start.begin());
    run -= run == 0 ? 0 : 1;
    for (std::size_t g = first; g < last && !shouldStop(stop, g - first); ++g) {
        const Gap gap = m_gaps[g];
        while (run < m_runs.start.size() && m_runs.endOf(run) <= gap.begin)
            ++run;
        const TimeRange inside = TimeRange{gap.begin, gap.end}.intersect(window);
        share(gap, inside, run, totals);
        const TimeRange whole = this->whole(gap);
        const DurationNs counted = whole.intersect(window).length();
        if (counted == 0)
            continue;
        addGap(totals.buckets, whole.length(), counted);
        GapTable::Cause& cause =
            totals.causes.at(static_cast<std::size_t>(causeOf(budgetOf(whole, run))));
        cause.count += 1;
        cause.total += counted;
        totals.longest = std::max(totals.longest, whole.length());
        noteEager(gap, counted, kept, totals);
    }
}

Budget GapCounter::budgetOf(TimeRange gap, std::size_t run) const
{
    Budget budget{};
    for (; run < m_runs.start.size() && m_runs.start[run] < gap.end; ++run)
        budget[m_runs.cls[run]] +=
            TimeRange{m_runs.start[run], m_runs.endOf(run)}.intersect(gap).length();
    return budget;
}

void GapCounter::share(const Gap& gap, TimeRange inside, std::size_t run, GapTotals& totals)
{
    const ThreadId thread =
        gap.launch.isNone() ? ThreadId::none() : m_sources.model.calls.thread[gap.launch()];
    if (thread.isNone())
        return;
    for (; run < m_runs.start.size() && m_runs.start[run] < inside.end; ++run) {
        const std::optional<ApiClass> cls = explainedBy(m_runs.cls[run]);
        const TimeRange piece = TimeRange{m_runs.start[run], m_runs.endOf(run)}.intersect(inside);
        if (cls && !piece.isEmpty())
            sharePiece(gap, thread, piece, *cls, totals);
    }
}

/// A piece of one class inside a gap: each stretch between borders of calls goes to one call.
void GapCounter::sharePiece(const Gap& gap, ThreadId thread, TimeRange piece, ApiClass cls,
                            GapTotals& totals)
{
    const CallTable& calls = m_sources.model.calls;
    // Once the launch has returned, what is left is dispatch and nobody's call.
    piece.end = std::min(piece.end, calls.end[gap.launch()]);
    if (piece.isEmpty())
        return;
    const NestedEvents& nest = m_sources.nests.calls(thread);
    m_cuts.assign({piece.begin, piece.end});
    nest.forEachOverlapping(piece, [&](std::uint32_t call) {
        for (const Ns border : {calls.start[call], calls.end[call]}) {
            if (piece.begin < border && border < piece.end)
                m_cuts.push_back(border);
        }
    });
    std::sort(m_cuts.begin(), m_cuts.end());
    m_cuts.erase(std::unique(m_cuts.begin(), m_cuts.end()), m_cuts.end());
    for (std::size_t i = 0; i + 1 < m_cuts.size(); ++i) {
        const std::optional<std::uint32_t> call = causeAt(nest, m_cuts[i], gap, cls);
        if (call)
            shareOf(totals.shares[calls.name[*call]()], cls) +=
                lengthBetween(m_cuts[i], m_cuts[i + 1]);
    }
}

/// The innermost active call of that class; without one (a launch that restarts a drained device)
/// the innermost active call.
std::optional<std::uint32_t> GapCounter::causeAt(const NestedEvents& nest, Ns t, const Gap& gap,
                                                 ApiClass cls) const
{
    std::optional<std::uint32_t> innermost;
    std::optional<std::uint32_t> ofClass;
    nest.forEachActive(t, [&](std::uint32_t call) {
        if (!innermost)
            innermost = call;
        if (!ofClass && classIn(gap, call) == cls)
            ofClass = call;
    });
    return ofClass ? ofClass : innermost;
}

/// A free that begins inside the gap waits for nothing: verdict.md 1 c.
ApiClass GapCounter::classIn(const Gap& gap, std::uint32_t call) const
{
    const CallTable& calls = m_sources.model.calls;
    const ApiClass cls = m_sources.index.callClass(CallIndex(call));
    const bool isFree = m_sources.index.traits(calls.name[call]).free;
    if (!isFree || (!gap.before.isNone() && calls.start[call] < gap.begin))
        return cls;
    const DurationNs length = lengthBetween(calls.start[call], calls.end[call]);
    const Ns limit = m_sources.limits.setupCallNs;
    return length > static_cast<DurationNs>(std::max<Ns>(limit, 0)) ? ApiClass::Compile
                                                                    : ApiClass::Alloc;
}

void GapCounter::noteEager(const Gap& gap, DurationNs length, const KeptRows* kept,
                           GapTotals& totals) const
{
    const TraceModel& model = m_sources.model;
    if (gap.after.isNone() || model.ops.kind[gap.after()] != OpKind::Kernel
        || launchedBy(model, m_sources.index, gap.after.value) != LaunchedBy::Eager
        || (kept != nullptr && !kept->has(gap.after.value)))
        return;
    addEagerGaps(totals.eager[m_sources.kernelNames[model.ops.variant[gap.after()]]],
                 {length, length, gap.after.value});
}

GapBlocks::GapBlocks(std::size_t gaps)
    : m_blocks((gaps + kBlock - 1) / kBlock)
{}

void GapBlocks::fill(std::size_t block, const GapSources& sources, DeviceId device,
                     const std::stop_token& stop)
{
    GapTotals totals(sources.model.callNames.size(), sources.model.kernelVariants.size());
    const std::size_t first = block * kBlock;
    const std::size_t last = std::min(first + kBlock, sources.index.gaps(device).size());
    GapCounter(sources, device).count(first, last, {kMinNs, kMaxNs}, nullptr, stop, totals);
    Block& out = m_blocks[block];
    out.buckets = totals.buckets;
    out.causes = totals.causes;
    out.longest = totals.longest;
    for (std::size_t name = 0; name < totals.shares.size(); ++name) {
        if (!isEmpty(totals.shares[name]))
            out.shares.push_back({static_cast<std::uint32_t>(name), totals.shares[name]});
    }
    for (std::size_t group = 0; group < totals.eager.size(); ++group) {
        if (totals.eager[group].sum != 0)
            out.eager.push_back({static_cast<std::uint32_t>(group), totals.eager[group]});
    }
    out.shares.shrink_to_fit();
    out.eager.shrink_to_fit();
}

void GapBlocks::add(std::size_t first, std::size_t last, GapTotals& totals) const
{
    for (std::size_t b = first; b < last; ++b) {
        const Block& block = m_blocks[b];
        addSums(totals.buckets, block.buckets);
        addCauses(totals.causes, block.causes);
        totals.longest = std::max(totals.longest, block.longest);
        for (const Share& share : block.shares)
            addShares(totals.shares[share.name], share.shares);
        for (const Eager& eager : block.eager)
            addEagerGaps(totals.eager[eager.group], eager.gaps);
    }
}

} // namespace nv
