// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interval_ops.h"

#include <algorithm>

/// How much of a stretch does a set of ranges cover?  For many questions about one set.
/// Unit: ns.  Cost: build O(n log n), O(n) when ascending; a question O(log n).
/// Errors: none.  Thread: immutable after build.
namespace nv {

class TimeCover
{
public:
    explicit TimeCover(std::vector<TimeRange> ranges)
        : m_set(merged(std::move(ranges)))
    {
        m_before.reserve(m_set.size() + 1);
        m_before.push_back(0);
        for (const TimeRange range : m_set)
            m_before.push_back(m_before.back() + range.length());
    }

    DurationNs within(TimeRange range) const
    {
        return range.isEmpty() ? 0 : before(range.end) - before(range.begin);
    }

    bool contains(Ns t) const
    {
        const auto next = after(t);
        return next != m_set.end() && next->begin <= t;
    }

    const IntervalSet& set() const { return m_set; }

    DurationNs length() const { return m_before.back(); }

    /// From the first range to the last.
    TimeRange hull() const
    {
        return m_set.empty() ? TimeRange{} : TimeRange{m_set.front().begin, m_set.back().end};
    }

private:
    /// The first range that does not end by `t`.
    IntervalSet::const_iterator after(Ns t) const
    {
        return std::partition_point(m_set.begin(), m_set.end(),
                                    [t](TimeRange r) { return r.end <= t; });
    }

    DurationNs before(Ns t) const
    {
        const auto next = after(t);
        const DurationNs whole = m_before[static_cast<std::size_t>(next - m_set.begin())];
        return next == m_set.end() ? whole : whole + lengthBetween(next->begin, t);
    }

    IntervalSet m_set;
    std::vector<DurationNs> m_before;
};

} // namespace nv
