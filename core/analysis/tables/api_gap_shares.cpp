// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

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

class GapShareCounter
{
public:
    explicit GapShareCounter(TableContext& context)
        : m_context(context)
        , m_calls(context.model.calls)
        , m_shares(context.model.callNames.size())
    {}

    void countDevice(DeviceId device)
    {
        const GapSpan gaps = gapsInWindow(m_context, device);
        const BudgetIndex::Runs runs = m_context.index.runs(device);
        const TimeRange window = m_context.window.range;
        std::size_t run = firstRunIn(runs, window);
        for (std::size_t g = gaps.first; g < gaps.last && !shouldStop(m_context.stop, g); ++g) {
            const Gap gap = gaps.gaps[g];
            const ThreadId thread = m_context.threadOf(gap.launch);
            const TimeRange inside = TimeRange{gap.begin, gap.end}.intersect(window);
            while (run < runs.start.size() && runs.endOf(run) <= inside.begin)
                ++run;
            for (; run < runs.start.size() && runs.start[run] < inside.end; ++run) {
                const TimeRange piece =
                    TimeRange{runs.start[run], runs.endOf(run)}.intersect(inside);
                const std::optional<ApiClass> cls = explainedBy(runs.cls[run]);
                if (cls && !thread.isNone())
                    countPiece(gap, thread, piece, *cls);
            }
        }
    }

    std::vector<GapShares> take() { return std::move(m_shares); }

private:
    static std::size_t firstRunIn(const BudgetIndex::Runs& runs, TimeRange window)
    {
        const auto after = std::upper_bound(runs.start.begin(), runs.start.end(), window.begin);
        const auto position = static_cast<std::size_t>(after - runs.start.begin());
        return position == 0 ? 0 : position - 1;
    }

    /// A piece of one class inside a gap: each stretch between borders of calls goes to one call.
    void countPiece(const Gap& gap, ThreadId thread, TimeRange piece, ApiClass cls)
    {
        // Once the launch has returned, what is left is dispatch and nobody's call.
        piece.end = std::min(piece.end, m_calls.end[gap.launch()]);
        if (piece.isEmpty())
            return;
        const NestedEvents& nest = m_context.nests.calls(thread);
        m_cuts.assign({piece.begin, piece.end});
        nest.forEachOverlapping(piece, [&](std::uint32_t call) {
            for (const Ns border : {m_calls.start[call], m_calls.end[call]}) {
                if (piece.begin < border && border < piece.end)
                    m_cuts.push_back(border);
            }
        });
        std::sort(m_cuts.begin(), m_cuts.end());
        m_cuts.erase(std::unique(m_cuts.begin(), m_cuts.end()), m_cuts.end());
        for (std::size_t i = 0; i + 1 < m_cuts.size(); ++i) {
            const std::optional<std::uint32_t> call = causeAt(nest, m_cuts[i], gap, cls);
            if (call)
                shareOf(m_shares[m_calls.name[*call]()], cls) +=
                    lengthBetween(m_cuts[i], m_cuts[i + 1]);
        }
    }

    /// The innermost active call of that class; without one (a launch that restarts a drained
    /// device) the innermost active call.
    std::optional<std::uint32_t> causeAt(const NestedEvents& nest, Ns t, const Gap& gap,
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
    ApiClass classIn(const Gap& gap, std::uint32_t call) const
    {
        const ApiClass cls = m_context.index.callClass(CallIndex(call));
        const bool isFree = m_context.index.traits(m_calls.name[call]).free;
        if (!isFree || (!gap.before.isNone() && m_calls.start[call] < gap.begin))
            return cls;
        const DurationNs length = lengthBetween(m_calls.start[call], m_calls.end[call]);
        const Ns limit = m_context.analysis.thresholds.budget.setupCallNs;
        return length > static_cast<DurationNs>(std::max<Ns>(limit, 0)) ? ApiClass::Compile
                                                                        : ApiClass::Alloc;
    }

    TableContext& m_context;
    const CallTable& m_calls;
    std::vector<GapShares> m_shares;
    std::vector<Ns> m_cuts;
};

} // namespace

std::vector<GapShares> gapSharesByCallName(TableContext& context)
{
    GapShareCounter counter(context);
    for (std::size_t d = 0; d < context.model.devices.size(); ++d)
        counter.countDevice(DeviceId(d));
    return counter.take();
}

} // namespace nv
