// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/median_event.h"

#include "core/analysis/compare/step_transfers.h"
#include "core/analysis/row_events.h"
#include "core/analysis/step_ranges.h"
#include "core/analysis/steps/marker_text.h"
#include "core/base/progress.h"

#include <algorithm>

namespace nv {
namespace {

/// One flag per id; `isMeant` is asked once for each.
template <class IsMeant>
std::vector<bool> flagged(std::size_t count, IsMeant isMeant)
{
    std::vector<bool> flags(count);
    for (std::size_t i = 0; i < count; ++i)
        flags[i] = isMeant(i);
    return flags;
}

class Finder
{
public:
    Finder(const CompareSide& side, const NamedChange& row, const std::stop_token& stop)
        : m_trace(side.trace())
        , m_chosen(chooseSteps(side.analysis, side.window))
        , m_rankOf(m_trace, m_chosen.ranks)
        , m_row(row)
        , m_stop(stop)
        , m_periods(row.rank < m_chosen.ranks.size() ? m_chosen.ranks[row.rank].periods
                                                     : std::vector<TimeRange>())
    {}

    std::optional<EventRef> find(CompareRows rows)
    {
        switch (rows) {
        case CompareRows::Ranges:
            collectRanges(false);
            if (m_found.empty())
                collectRanges(true);
            return median(EventKind::Range);
        case CompareRows::Kernels:
            collectKernels();
            return median(EventKind::Op);
        case CompareRows::Api:
            collectCalls();
            return median(EventKind::Call);
        case CompareRows::Transfers:
            break;
        }
        collectTransfers();
        return median(EventKind::Op);
    }

private:
    /// Rows of numbered texts are named by what the texts have in common.
    void collectRanges(bool isFolded)
    {
        const RangeTable& ranges = m_trace.ranges;
        std::vector<std::int8_t> known(m_trace.names.size(), -1);
        const auto isMeant = [&](NameId text) {
            std::int8_t& flag = known[text()];
            if (flag < 0) {
                const std::string name = m_trace.names.display(text);
                flag = (isFolded ? stepfind::foldedText(name) : name) == m_row.name ? 1 : 0;
            }
            return flag == 1;
        };
        for (std::size_t i = 0; i < ranges.size() && !shouldStop(m_stop, i); ++i) {
            if (ranges.kind[i] != RangeKind::Mark && ranges.isOpen[i] == 0
                && !ranges.text[i].isNone() && isMeant(ranges.text[i])
                && isCounted(m_rankOf.ofThread(m_trace, ranges.thread[i]), ranges.start[i]))
                m_found.push_back(static_cast<std::uint32_t>(i));
        }
    }

    template <class IsMeant>
    void collectOps(IsMeant isMeant)
    {
        for (std::size_t i = 0; i < m_trace.ops.size() && !shouldStop(m_stop, i); ++i) {
            const OpIndex op(i);
            if (isMeant(i)
                && isCounted(m_rankOf(m_trace.processOf(op)), stepTimeOf(m_trace, m_chosen, op)))
                m_found.push_back(static_cast<std::uint32_t>(i));
        }
    }

    void collectKernels()
    {
        const auto flags = flagged(m_trace.kernelVariants.size(), [&](std::size_t i) {
            return m_trace.names.display(m_trace.kernelVariants[i].demangled) == m_row.full;
        });
        collectOps([&](std::size_t i) {
            return m_trace.ops.kind[i] == OpKind::Kernel && flags[m_trace.ops.variant[i]];
        });
    }

    void collectTransfers()
    {
        const auto named = [&](bool isMemset) {
            return flagged(m_trace.copyVariants.size(), [&, isMemset](std::size_t i) {
                return stepTransferName(isMemset, m_trace.copyVariants[i]) == m_row.name;
            });
        };
        const std::vector<bool> copies = named(false);
        const std::vector<bool> sets = named(true);
        collectOps([&](std::size_t i) {
            const OpKind kind = m_trace.ops.kind[i];
            return (kind == OpKind::Memcpy && copies[m_trace.ops.variant[i]])
                   || (kind == OpKind::Memset && sets[m_trace.ops.variant[i]]);
        });
    }

    void collectCalls()
    {
        const CallTable& calls = m_trace.calls;
        const auto flags = flagged(m_trace.callNames.size(), [&](std::size_t i) {
            return m_trace.callNames[i].base == m_row.name;
        });
        for (std::size_t i = 0; i < calls.size() && !shouldStop(m_stop, i); ++i) {
            if (flags[calls.name[i]()]
                && isCounted(m_rankOf.ofThread(m_trace, calls.thread[i]), calls.start[i]))
                m_found.push_back(static_cast<std::uint32_t>(i));
        }
    }

    bool isCounted(std::size_t rank, Ns t) const
    {
        return rank == m_row.rank && m_periods.contains(t);
    }

    std::optional<EventRef> median(EventKind kind)
    {
        if (m_found.empty() || m_stop.stop_requested())
            return std::nullopt;
        const TimeColumns columns = timeColumns(m_trace, kind);
        const auto middle = m_found.begin() + static_cast<std::ptrdiff_t>((m_found.size() - 1) / 2);
        std::nth_element(m_found.begin(), middle, m_found.end(), [&](auto a, auto b) {
            const DurationNs left = lengthBetween(columns.start[a], columns.end[a]);
            const DurationNs right = lengthBetween(columns.start[b], columns.end[b]);
            return left != right ? left < right : a < b;
        });
        const DurationNs wanted = lengthBetween(columns.start[*middle], columns.end[*middle]);
        std::uint32_t first = *middle;
        for (const std::uint32_t i : m_found)
            if (lengthBetween(columns.start[i], columns.end[i]) == wanted)
                first = std::min(first, i);
        return EventRef{kind, first};
    }

    const TraceModel& m_trace;
    const ChosenSteps m_chosen;
    const RankOfProcess m_rankOf;
    const NamedChange& m_row;
    const std::stop_token& m_stop;
    const TimeCover m_periods;
    std::vector<std::uint32_t> m_found;
};

} // namespace

std::optional<EventRef> medianEvent(const CompareSide& side, CompareRows rows,
                                    const NamedChange& row, const std::stop_token& stop)
{
    return Finder(side, row, stop).find(rows);
}

} // namespace nv
