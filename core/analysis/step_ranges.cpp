// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_ranges.h"

#include "core/analysis/steps/marker_text.h"
#include "core/base/progress.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace nv {
namespace {

struct RangeSum
{
    std::uint64_t calls = 0;
    DurationNs inclusive = 0;
    DurationNs self = 0;

    void add(const RangeSum& other)
    {
        calls += other.calls;
        inclusive += other.inclusive;
        self += other.self;
    }
};

using NameSums = std::unordered_map<std::uint32_t, RangeSum>;

/// Walks the ranges of one thread by start.  Whatever started last and has not ended owns an
/// instant; with nested ranges that is the innermost.
class ThreadSweep
{
public:
    ThreadSweep(const RangeTable& ranges, const TimeCover& periods, NameSums& sums)
        : m_ranges(ranges)
        , m_periods(periods)
        , m_sums(sums)
    {}

    void add(std::uint32_t row)
    {
        const Ns start = m_ranges.start[row];
        const Ns end = m_ranges.end[row];
        advance(start);
        m_stack.push_back(row);
        RangeSum& sum = m_sums[m_ranges.text[row].value];
        sum.calls += m_periods.contains(start) ? 1 : 0;
        // A range inside one of the same name is no new time.
        const auto [at, isNew] = m_coveredTo.try_emplace(m_ranges.text[row].value, end);
        const Ns from = isNew ? start : std::max(start, at->second);
        at->second = std::max(at->second, end);
        sum.inclusive += m_periods.within({from, end});
    }

    void finish() { advance(kMaxNs); }

private:
    /// Gives the time up to `t` to its owners.
    void advance(Ns t)
    {
        while (!m_stack.empty() && m_now < t) {
            const std::uint32_t row = m_stack.back();
            const Ns end = m_ranges.end[row];
            const TimeRange own{std::max(m_now, m_ranges.start[row]), std::min(end, t)};
            if (!own.isEmpty()) {
                m_sums[m_ranges.text[row].value].self += m_periods.within(own);
                m_now = own.end;
            }
            if (end <= t)
                m_stack.pop_back();
        }
        m_now = std::max(m_now, t);
    }

    const RangeTable& m_ranges;
    const TimeCover& m_periods;
    NameSums& m_sums;
    std::vector<std::uint32_t> m_stack;
    std::unordered_map<std::uint32_t, Ns> m_coveredTo;
    Ns m_now = kMinNs;
};

std::vector<StepRangeRow> rowsOf(const TraceModel& trace, const NameSums& sums, std::size_t periods)
{
    std::map<std::string, RangeSum> byName;
    for (const auto& [id, sum] : sums) {
        if (sum.calls == 0 && sum.inclusive == 0)
            continue;
        std::string name = trace.names.display(NameId(id));
        if (2 * sum.calls < periods)
            name = stepfind::foldedText(name);
        byName[std::move(name)].add(sum);
    }
    std::vector<StepRangeRow> rows;
    rows.reserve(byName.size());
    for (const auto& [name, sum] : byName)
        rows.push_back({name, sum.calls, sum.inclusive, sum.self});
    std::stable_sort(rows.begin(), rows.end(), [](const StepRangeRow& a, const StepRangeRow& b) {
        return a.inclusive > b.inclusive;
    });
    return rows;
}

bool isCounted(const RangeTable& ranges, std::size_t row)
{
    return ranges.kind[row] != RangeKind::Mark && ranges.isOpen[row] == 0
           && !ranges.text[row].isNone();
}

} // namespace

RankOfProcess::RankOfProcess(const TraceModel& trace, const std::vector<RankPeriods>& ranks)
    : m_rankOf(trace.processes.size(), kNoRank)
    , m_isOne(ranks.size() == 1 && ranks.front().process.isNone())
{
    for (std::size_t r = 0; r < ranks.size() && !m_isOne; ++r)
        m_rankOf[ranks[r].process()] = r;
}

std::vector<std::vector<StepRangeRow>> stepRanges(const TraceModel& trace,
                                                  const RankOfProcess& rankOf,
                                                  const std::vector<TimeCover>& covers,
                                                  const std::vector<RankPeriods>& ranks,
                                                  const std::stop_token& stop)
{
    const RangeTable& ranges = trace.ranges;
    std::vector<std::vector<std::uint32_t>> ofThread(trace.threads.size());
    for (std::size_t i = 0; i < ranges.size() && !shouldStop(stop, i); ++i) {
        const std::size_t rank = rankOf.ofThread(trace, ranges.thread[i]);
        if (rank == kNoRank || ranges.thread[i].isNone() || !isCounted(ranges, i)
            || ranges.start[i] >= covers[rank].hull().end
            || ranges.end[i] < covers[rank].hull().begin)
            continue;
        ofThread[ranges.thread[i]()].push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<NameSums> sums(covers.size());
    for (std::size_t t = 0; t < ofThread.size() && !stop.stop_requested(); ++t) {
        if (ofThread[t].empty())
            continue;
        const std::size_t rank = rankOf.ofThread(trace, ThreadId(t));
        std::stable_sort(ofThread[t].begin(), ofThread[t].end(), [&](auto a, auto b) {
            return ranges.start[a] != ranges.start[b] ? ranges.start[a] < ranges.start[b]
                                                      : ranges.end[a] > ranges.end[b];
        });
        ThreadSweep sweep(ranges, covers[rank], sums[rank]);
        for (std::size_t i = 0; i < ofThread[t].size() && !shouldStop(stop, i); ++i)
            sweep.add(ofThread[t][i]);
        sweep.finish();
    }
    std::vector<std::vector<StepRangeRow>> out;
    for (std::size_t r = 0; r < covers.size(); ++r)
        out.push_back(rowsOf(trace, sums[r], ranks[r].periods.size()));
    return out;
}

} // namespace nv
