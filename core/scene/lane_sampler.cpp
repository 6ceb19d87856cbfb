// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_sampler.h"

#include <cmath>

namespace nv::scene {

namespace {

/// First position in [from, n) for which `holds`, which stays true once it is.  Doubling steps
/// first: the next column's answer is mostly near.
template <class Predicate>
std::size_t gallop(std::size_t from, std::size_t n, Predicate holds)
{
    if (from >= n || holds(from))
        return from;
    std::size_t step = 1;
    std::size_t below = from;
    while (below + step < n && !holds(below + step)) {
        below += step;
        step *= 2;
    }
    std::size_t lo = below + 1;
    std::size_t hi = std::min(below + step, n);
    while (lo < hi) {
        const std::size_t middle = lo + (hi - lo) / 2;
        if (holds(middle))
            hi = middle;
        else
            lo = middle + 1;
    }
    return lo;
}

class RowReader
{
public:
    RowReader(const LaneRow& row, TimeColumns columns)
        : m_row(row)
        , m_columns(columns)
    {}

    std::size_t size() const { return m_row.events.size(); }

    Ns start(std::size_t i) const { return m_columns.start[m_row.events[i]]; }

    Ns end(std::size_t i) const { return m_columns.end[m_row.events[i]]; }

    TimeRange range(std::size_t i) const
    {
        const std::uint32_t event = m_row.events[i];
        return {m_columns.start[event], m_columns.end[event]};
    }

    DurationNs length(std::size_t i) const { return range(i).length(); }

    /// First event not wholly before t.  Monotone: starts and ends both ascend in a row.
    std::size_t firstAfter(Ns t, std::size_t from) const
    {
        return gallop(from, size(), [&](std::size_t i) {
            const std::uint32_t event = m_row.events[i];
            return m_columns.end[event] > t || m_columns.start[event] >= t;
        });
    }

    std::size_t firstStartingAt(Ns t, std::size_t from) const
    {
        return gallop(from, size(), [&](std::size_t i) { return start(i) >= t; });
    }

    /// Of the events [first, last), all of which touch `range`; only the outer two can be cut.
    Cell cell(std::size_t first, std::size_t last, TimeRange range) const
    {
        Cell cell;
        if (first >= last)
            return cell;
        cell.count = static_cast<std::uint32_t>(last - first);
        DurationNs best = overlap(first, range);
        cell.busy = best;
        cell.dominant = static_cast<std::uint32_t>(first);
        if (last - first > 2) {
            const auto inner = m_row.pyramid.query(first + 1, last - 1, m_row.events, m_columns);
            cell.busy += inner.busy;
            if (inner.longestNs > best) {
                best = inner.longestNs;
                cell.dominant = inner.longest;
            }
        }
        if (last - first > 1) {
            const DurationNs tail = overlap(last - 1, range);
            cell.busy += tail;
            if (tail > best)
                cell.dominant = static_cast<std::uint32_t>(last - 1);
        }
        return cell;
    }

private:
    DurationNs overlap(std::size_t i, TimeRange range) const
    {
        return this->range(i).intersect(range).length();
    }

    const LaneRow& m_row;
    TimeColumns m_columns;
};

/// One walk over the columns of a row.
class Sampler
{
public:
    Sampler(const RowReader& row, const TimeScale& scale, std::vector<Sample>& out)
        : m_row(row)
        , m_scale(scale)
        , m_out(out)
        , m_wide(wideLength(scale))
    {}

    void run()
    {
        while (m_column < m_scale.width) {
            const Ns a = m_scale.edge(m_column);
            m_next = m_row.firstAfter(a, m_next);
            if (m_next == m_row.size() || m_row.start(m_next) >= m_scale.view.end)
                return;
            const Ns b = m_scale.edge(m_column + 1);
            if (isWide(m_next))
                span();
            else if (m_row.start(m_next) >= b)
                m_column = m_scale.columnOf(m_row.start(m_next));
            else
                cell({a, b});
        }
    }

private:
    /// From which length an event is a span.  Where a nanosecond is wider than a column every event
    /// is one.
    static DurationNs wideLength(const TimeScale& scale)
    {
        const auto width = static_cast<DurationNs>(scale.width);
        const DurationNs length = scale.view.length();
        if (length <= width)
            return 1;
        return length / width * kSpanPx + (length % width * kSpanPx + width - 1) / width;
    }

    bool isWide(std::size_t i) const { return m_row.length(i) >= m_wide; }

    void span()
    {
        const double from = std::max(m_scale.xOf(m_row.start(m_next)), 0.0);
        const double to = std::min(m_scale.xOf(m_row.end(m_next)), 1.0 * m_scale.width);
        const int x0 = std::max(static_cast<int>(std::lround(from)), m_column);
        int x1 = static_cast<int>(std::lround(to));
        // Rounded up, the span must not hide a narrow event in the rest of its last column.
        const std::size_t following = m_next + 1;
        if (x1 > x0 + 1 && following < m_row.size() && !isWide(following)
            && m_row.end(following) <= m_scale.edge(x1))
            --x1;
        if (x1 > x0) {
            m_out.push_back({x0, x1, 1.0F, 1, static_cast<std::uint32_t>(m_next), true});
            m_column = x1;
        }
        ++m_next;
    }

    void cell(TimeRange column)
    {
        std::size_t last = m_row.firstStartingAt(column.end, m_next);
        // A wide event that begins in this column is drawn from its own rounded edge on.
        if (last - m_next > 1 && isWide(last - 1))
            --last;
        const Cell cell = m_row.cell(m_next, last, column);
        const double share = static_cast<double>(cell.busy)
                             / static_cast<double>(std::max<DurationNs>(column.length(), 1));
        m_out.push_back({m_column, m_column + 1, static_cast<float>(std::min(share, 1.0)),
                         cell.count, cell.dominant, false});
        ++m_column;
        // Events that end here cannot touch a later column, but the last may reach into it.
        m_next = last - 1;
        if (m_row.end(m_next) <= column.end)
            ++m_next;
    }

    const RowReader& m_row;
    const TimeScale& m_scale;
    std::vector<Sample>& m_out;
    DurationNs m_wide;
    int m_column = 0;
    std::size_t m_next = 0;
};

} // namespace

Slice sliceOf(const LaneRow& row, TimeColumns columns, TimeRange range)
{
    const RowReader reader(row, columns);
    if (range.isEmpty())
        return {};
    const std::size_t first = reader.firstAfter(range.begin, 0);
    return {first, reader.firstStartingAt(range.end, first)};
}

Cell cellOf(const LaneRow& row, TimeColumns columns, TimeRange range)
{
    const Slice slice = sliceOf(row, columns, range);
    return RowReader(row, columns).cell(slice.first, slice.last, range);
}

void sampleRow(const LaneRow& row, TimeColumns columns, const TimeScale& scale,
               std::vector<Sample>& out)
{
    out.clear();
    if (scale.isEmpty() || row.events.empty())
        return;
    const RowReader reader(row, columns);
    Sampler(reader, scale, out).run();
}

std::uint32_t positionAt(const LaneRow& row, TimeColumns columns, Ns t, DurationNs reach)
{
    const auto r = static_cast<Ns>(std::min<DurationNs>(reach, static_cast<DurationNs>(kMaxNs)));
    const TimeRange point{t, addSaturated(t, 1)};
    if (const Cell cell = cellOf(row, columns, point); cell.count > 0)
        return cell.dominant;
    // The nearest edge on either side, so that narrow events and marks can be hit.
    const RowReader reader(row, columns);
    const std::size_t after = reader.firstAfter(t, 0);
    std::uint32_t best = kNoPosition;
    DurationNs distance = static_cast<DurationNs>(r) + 1;
    if (after > 0 && lengthBetween(reader.end(after - 1), t) < distance) {
        distance = lengthBetween(reader.end(after - 1), t);
        best = static_cast<std::uint32_t>(after - 1);
    }
    if (after < reader.size() && lengthBetween(t, reader.start(after)) < distance)
        best = static_cast<std::uint32_t>(after);
    return best;
}

} // namespace nv::scene
