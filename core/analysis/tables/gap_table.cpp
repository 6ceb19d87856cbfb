// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/gap_buckets.h"
#include "core/analysis/tables/nvtx_at.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

constexpr std::size_t kTopGaps = 200;

/// The class that holds most of a gap; of equals the first in the order of the budget.
BudgetClass causeOf(const Budget& classes)
{
    const auto most = std::max_element(classes.begin(), classes.end());
    return static_cast<BudgetClass>(most - classes.begin());
}

/// Budgets of ascending gaps, by walking the runs beside them instead of searching for each.
class GapBudgets
{
public:
    GapBudgets(const BudgetIndex::Runs& runs, Ns from)
        : m_runs(runs)
    {
        const auto after = std::upper_bound(runs.start.begin(), runs.start.end(), from);
        m_run = static_cast<std::size_t>(after - runs.start.begin());
        m_run -= m_run == 0 ? 0 : 1;
    }

    Budget of(TimeRange gap)
    {
        Budget budget{};
        while (m_run < m_runs.start.size() && m_runs.endOf(m_run) <= gap.begin)
            ++m_run;
        for (; m_run < m_runs.start.size() && m_runs.start[m_run] < gap.end; ++m_run) {
            const TimeRange run{m_runs.start[m_run], m_runs.endOf(m_run)};
            budget[m_runs.cls[m_run]] += run.intersect(gap).length();
        }
        return budget;
    }

private:
    BudgetIndex::Runs m_runs;
    std::size_t m_run = 0;
};

struct Ranked
{
    TimeRange whole;
    DeviceId device;
    std::size_t gap = 0;
};

void countDeviceGaps(const TableContext& context, DeviceId device, GapTable& table,
                     std::vector<Ranked>& ranked)
{
    const GapSpan span = gapsInWindow(context, device);
    if (span.first == span.last)
        return;
    const TimeRange window = context.window.range;
    const Ns from = wholeGap(context, span.gaps[span.first]).begin;
    GapBudgets budgets(context.index.runs(device), from);
    for (std::size_t g = span.first; g < span.last && !shouldStop(context.stop, g); ++g) {
        const TimeRange whole = wholeGap(context, span.gaps[g]);
        const DurationNs counted = whole.intersect(window).length();
        if (counted == 0)
            continue;
        addGap(table.buckets, whole.length(), counted);
        const BudgetClass cause = causeOf(budgets.of(whole));
        GapTable::Cause& row = table.causes.at(static_cast<std::size_t>(cause));
        row.count += 1;
        row.total += counted;
        ranked.push_back({whole, device, g});
    }
}

/// Gaps between the ops of each stream, whole gaps overlapping the window.  Ops of one stream may
/// overlap, so a gap opens at the latest end so far.
void countStreamGaps(const TableContext& context, GapTable& table)
{
    const OpTable& ops = context.model.ops;
    const TimeRange window = context.window.range;
    std::vector<std::optional<Ns>> latestEnd(context.model.streams.size());
    std::size_t open = 0; // streams whose gap may still reach back into the window
    for (std::size_t i = 0; i < ops.size() && !shouldStop(context.stop, i); ++i) {
        if (ops.start[i] >= window.end && open == 0)
            break;
        if (ops.end[i] <= ops.start[i] || !context.counts(context.model.deviceOf(OpIndex(i))))
            continue;
        std::optional<Ns>& latest = latestEnd[ops.stream[i]()];
        const bool wasOpen = latest && *latest < window.end;
        if (latest && ops.start[i] > *latest) {
            const TimeRange gap{*latest, ops.start[i]};
            const DurationNs counted = gap.intersect(window).length();
            if (counted > 0)
                addGap(table.streamBuckets, gap.length(), counted);
        }
        latest = std::max(latest.value_or(kMinNs), ops.end[i]);
        const bool isOpen = *latest < window.end;
        open += (isOpen ? 1U : 0U);
        open -= (wasOpen ? 1U : 0U);
    }
}

GapRow describe(TableContext& context, const Ranked& ranked)
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

GapTable gapTable(TableContext& context)
{
    GapTable table;
    table.buckets = emptyGapBuckets();
    table.streamBuckets = emptyGapBuckets();
    std::vector<Ranked> ranked;
    for (std::size_t d = 0; d < context.model.devices.size(); ++d) {
        if (context.counts(DeviceId(d)))
            countDeviceGaps(context, DeviceId(d), table, ranked);
    }
    countStreamGaps(context, table);

    const std::size_t shown = std::min(kTopGaps, ranked.size());
    std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(shown),
                      ranked.end(), [](const Ranked& a, const Ranked& b) {
                          if (a.whole.length() != b.whole.length())
                              return a.whole.length() > b.whole.length();
                          if (a.whole.begin != b.whole.begin)
                              return a.whole.begin < b.whole.begin;
                          return a.device < b.device;
                      });
    for (std::size_t i = 0; i < shown && !context.stop.stop_requested(); ++i)
        table.top.push_back(describe(context, ranked[i]));
    return table;
}

} // namespace nv
