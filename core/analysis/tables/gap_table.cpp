// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nvtx_at.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

constexpr std::size_t kTopGaps = 200;

struct Ranked
{
    TimeRange whole;
    DeviceId device;
    std::size_t gap = 0;
};

bool isLonger(const Ranked& a, const Ranked& b)
{
    if (a.whole.length() != b.whole.length())
        return a.whole.length() > b.whole.length();
    if (a.whole.begin != b.whole.begin)
        return a.whole.begin < b.whole.begin;
    return a.device < b.device;
}

/// The longest gaps of the window.  Blocks whose longest gap is shorter than all found are not
/// looked into.
class LongestGaps
{
public:
    explicit LongestGaps(const TableContext& context)
        : m_context(context)
    {}

    void addDevice(DeviceId device)
    {
        const GapSpan span = gapsInWindow(m_context, device);
        const GapCounter counter(m_context.tables->gapSources(), device);
        const GapBlocks& blocks = m_context.tables->gaps[device()];
        for (std::size_t first = span.first; first < span.last;) {
            const std::size_t block = first / GapBlocks::kBlock;
            const std::size_t last = std::min(span.last, (block + 1) * GapBlocks::kBlock);
            if (m_found.size() < kTopGaps || blocks.longestOf(block) >= m_least)
                addGaps(counter, device, first, last);
            first = last;
        }
    }

    std::vector<Ranked> take()
    {
        cut();
        return std::move(m_found);
    }

private:
    void addGaps(const GapCounter& counter, DeviceId device, std::size_t first, std::size_t last)
    {
        for (std::size_t g = first; g < last; ++g) {
            const TimeRange whole = counter.whole(g);
            if (whole.length() >= m_least && !whole.intersect(m_context.window.range).isEmpty())
                m_found.push_back({whole, device, g});
        }
        if (m_found.size() > kFull)
            cut();
    }

    void cut()
    {
        const std::size_t shown = std::min(kTopGaps, m_found.size());
        std::partial_sort(m_found.begin(), m_found.begin() + static_cast<std::ptrdiff_t>(shown),
                          m_found.end(), isLonger);
        m_found.resize(shown);
        if (shown == kTopGaps)
            m_least = m_found.back().whole.length();
    }

    static constexpr std::size_t kFull = 8 * kTopGaps;

    const TableContext& m_context;
    std::vector<Ranked> m_found;
    DurationNs m_least = 0; ///< shorter ones need not be kept
};

GapRow describe(const TableContext& context, const Ranked& ranked)
{
    const Gap gap = context.index.gaps(ranked.device)[ranked.gap];
    const ThreadId thread = context.threadOf(gap.launch);
    GapRow row;
    row.device = ranked.device;
    row.gap = gap;
    row.whole = ranked.whole;
    row.classes = context.index.budget(ranked.device, ranked.whole);
    row.cause = causeOf(row.classes);
    const RangeIndex innermost = innermostRange(context.nests, thread, ranked.whole.begin);
    const RangeIndex owner = owningRange(context.nests, context.model, thread, ranked.whole);
    row.nvtx = rangeText(context.model, innermost);
    row.nvtxOwner = rangeText(context.model, owner);
    row.hostCall = longestHostCall(context.nests, context.model, thread, ranked.whole);
    return row;
}

} // namespace

GapTable gapTable(const TableContext& context)
{
    GapTable table;
    if (context.stop.stop_requested())
        return table;
    GapSums sums{};
    LongestGaps longest(context);
    for (std::size_t d = 0; d < context.model.devices.size(); ++d) {
        if (!context.counts(DeviceId(d)))
            continue;
        const GapTotals& totals = context.gaps(DeviceId(d));
        addSums(sums, totals.buckets);
        for (std::size_t c = 0; c < kBudgetClasses; ++c) {
            table.causes.at(c).count += totals.causes.at(c).count;
            table.causes.at(c).total += totals.causes.at(c).total;
        }
        longest.addDevice(DeviceId(d));
    }
    table.buckets = gapBuckets(sums);
    table.streamBuckets = gapBuckets(context.tables->streamGaps.sums(context.window.range));
    for (const Ranked& ranked : longest.take()) {
        if (context.stop.stop_requested())
            break;
        table.top.push_back(describe(context, ranked));
    }
    return table;
}

} // namespace nv
