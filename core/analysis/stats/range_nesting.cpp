// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/range_nesting.h"

#include "core/base/progress.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace nv {
namespace {

/// The least is the best.
struct Candidate
{
    std::uint64_t cost = std::numeric_limits<std::uint64_t>::max();
    std::uint32_t range = kNoRange;
    friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// The best of the ranges put in so far that do not end before a time: a Fenwick tree of minima
/// over the ends, the latest first.
class BestByEnd
{
public:
    explicit BestByEnd(std::vector<Ns> ends)
        : m_ends(std::move(ends))
    {
        std::sort(m_ends.begin(), m_ends.end(), std::greater<>());
        m_ends.erase(std::unique(m_ends.begin(), m_ends.end()), m_ends.end());
        m_best.resize(m_ends.size() + 1);
    }

    void put(Ns end, Candidate candidate)
    {
        for (std::size_t i = notBefore(end); i < m_best.size(); i += i & (~i + 1))
            m_best[i] = std::min(m_best[i], candidate);
    }

    Candidate best(Ns end) const
    {
        Candidate found;
        for (std::size_t i = notBefore(end); i > 0; i -= i & (~i + 1))
            found = std::min(found, m_best[i]);
        return found;
    }

private:
    /// How many of the ends are not before `end`: the place of an end that is one of them.
    std::size_t notBefore(Ns end) const
    {
        const auto it =
            std::partition_point(m_ends.begin(), m_ends.end(), [&](Ns e) { return e >= end; });
        return static_cast<std::size_t>(it - m_ends.begin());
    }

    std::vector<Ns> m_ends;
    std::vector<Candidate> m_best;
};

/// The spans of one thread out of outsideIn().
std::span<const std::uint32_t> nextThread(std::span<const ThreadSpan> spans,
                                          std::span<const std::uint32_t>& rest)
{
    std::size_t n = 0;
    while (n < rest.size() && spans[rest[n]].thread == spans[rest[0]].thread)
        ++n;
    const auto group = rest.first(n);
    rest = rest.subspan(n);
    return group;
}

std::vector<Ns> endsOf(std::span<const ThreadSpan> spans, std::span<const std::uint32_t> group)
{
    std::vector<Ns> ends;
    ends.reserve(group.size());
    for (const std::uint32_t i : group)
        ends.push_back(spans[i].end);
    return ends;
}

bool haveEqualEdges(const ThreadSpan& a, const ThreadSpan& b)
{
    return a.thread == b.thread && a.start == b.start && a.end == b.end;
}

Error searchCancelled()
{
    return {Errc::Cancelled, "The report was cancelled.", {}};
}

/// Parents of one thread's ranges, given outside in.
bool tightestOfThread(std::span<const ThreadSpan> ranges, std::span<const std::uint32_t> group,
                      RangePositions& parents, const std::stop_token& stop)
{
    BestByEnd open(endsOf(ranges, group));
    for (std::size_t i = 0; i < group.size();) {
        if (stop.stop_requested())
            return false;
        std::size_t same = i; // ranges with the edges of this one, ascending by position
        while (same < group.size() && haveEqualEdges(ranges[group[same]], ranges[group[i]]))
            ++same;
        const ThreadSpan& range = ranges[group[i]];
        if (same - i == 1)
            parents[group[i]] = open.best(range.end).range;
        else {
            parents[group[i]] = group[i + 1];
            for (std::size_t twin = i + 1; twin < same; ++twin)
                parents[group[twin]] = group[i];
        }
        open.put(range.end, {lengthBetween(range.start, range.end), group[i]});
        i = same;
    }
    return true;
}

/// Less for a later start.
std::uint64_t costOfStart(Ns start)
{
    return ~(static_cast<std::uint64_t>(start) ^ (std::uint64_t{1} << 63U));
}

/// Calls `visit(spans of the thread, ranges of the thread)` for every thread that has both.
template <class Visit>
bool forEachThread(std::span<const ThreadSpan> ranges, std::span<const ThreadSpan> spans,
                   const Visit& visit)
{
    const RangePositions rangeOrder = outsideIn(ranges);
    const RangePositions spanOrder = outsideIn(spans);
    std::span<const std::uint32_t> restOfRanges = rangeOrder;
    std::span<const std::uint32_t> restOfSpans = spanOrder;
    while (!restOfRanges.empty() && !restOfSpans.empty()) {
        const std::int64_t rangeThread = ranges[restOfRanges[0]].thread;
        const std::int64_t spanThread = spans[restOfSpans[0]].thread;
        if (rangeThread < spanThread)
            nextThread(ranges, restOfRanges);
        else if (spanThread < rangeThread)
            nextThread(spans, restOfSpans);
        else {
            const auto spanGroup = nextThread(spans, restOfSpans);
            const auto rangeGroup = nextThread(ranges, restOfRanges);
            if (rangeThread != kNoThread && !visit(spanGroup, rangeGroup))
                return false;
        }
    }
    return true;
}

} // namespace

RangePositions outsideIn(std::span<const ThreadSpan> spans)
{
    RangePositions order(spans.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const ThreadSpan& x = spans[a];
        const ThreadSpan& y = spans[b];
        return std::tie(x.thread, x.start, y.end, a) < std::tie(y.thread, y.start, x.end, b);
    });
    return order;
}

Result<RangePositions> tightestAround(std::span<const ThreadSpan> ranges,
                                      const std::stop_token& stop)
{
    RangePositions parents(ranges.size(), kNoRange);
    const RangePositions order = outsideIn(ranges);
    std::span<const std::uint32_t> rest = order;
    while (!rest.empty()) {
        const auto group = nextThread(ranges, rest);
        if (ranges[group[0]].thread == kNoThread)
            continue;
        if (!tightestOfThread(ranges, group, parents, stop))
            return searchCancelled();
    }
    return parents;
}

Result<RangePositions> latestAround(std::span<const ThreadSpan> ranges,
                                    std::span<const ThreadSpan> spans, const std::stop_token& stop)
{
    RangePositions found(spans.size(), kNoRange);
    const auto visit = [&](std::span<const std::uint32_t> spanGroup,
                           std::span<const std::uint32_t> rangeGroup) {
        BestByEnd begun(endsOf(ranges, rangeGroup));
        std::size_t next = 0;
        for (std::size_t i = 0; i < spanGroup.size(); ++i) {
            if (shouldStop(stop, i))
                return false;
            const ThreadSpan& span = spans[spanGroup[i]];
            for (; next < rangeGroup.size() && ranges[rangeGroup[next]].start <= span.start;
                 ++next) {
                const ThreadSpan& range = ranges[rangeGroup[next]];
                begun.put(range.end, {costOfStart(range.start), rangeGroup[next]});
            }
            found[spanGroup[i]] = begun.best(span.end).range;
        }
        return true;
    };
    if (!forEachThread(ranges, spans, visit))
        return searchCancelled();
    return found;
}

Result<RangesAround> RangesAround::find(std::span<const ThreadSpan> ranges,
                                        std::span<const ThreadSpan> spans,
                                        const std::stop_token& stop)
{
    RangesAround around;
    around.m_first.resize(spans.size());
    around.m_count.resize(spans.size());
    const auto visit = [&](std::span<const std::uint32_t> spanGroup,
                           std::span<const std::uint32_t> rangeGroup) {
        std::set<std::pair<Ns, std::uint32_t>> open; // by end
        std::size_t next = 0;
        for (std::size_t i = 0; i < spanGroup.size(); ++i) {
            if (shouldStop(stop, i))
                return false;
            const ThreadSpan& span = spans[spanGroup[i]];
            for (; next < rangeGroup.size() && ranges[rangeGroup[next]].start <= span.start; ++next)
                open.emplace(ranges[rangeGroup[next]].end, rangeGroup[next]);
            while (!open.empty() && open.begin()->first < span.start)
                open.erase(open.begin()); // no later span can lie in it
            around.m_first[spanGroup[i]] = around.m_found.size();
            for (auto it = open.lower_bound({span.end, 0}); it != open.end(); ++it)
                around.m_found.push_back(it->second);
            around.m_count[spanGroup[i]] =
                static_cast<std::uint32_t>(around.m_found.size() - around.m_first[spanGroup[i]]);
        }
        return true;
    };
    if (!forEachThread(ranges, spans, visit))
        return searchCancelled();
    return around;
}

std::vector<std::int32_t> levelsOf(std::span<const ThreadSpan> ranges,
                                   const RangePositions& parents)
{
    std::vector<std::int32_t> levels(ranges.size(), kNoLevel);
    for (const std::uint32_t i : outsideIn(ranges)) {
        const std::uint32_t parent = parents[i];
        if (parent == kNoRange)
            levels[i] = 0;
        else if (!haveEqualEdges(ranges[i], ranges[parent]) && levels[parent] != kNoLevel)
            levels[i] = levels[parent] + 1;
    }
    return levels;
}

} // namespace nv
