// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/progress.h"
#include "core/trace/lane_builder.h"

#include <algorithm>

namespace nv {
namespace {

/// Until when each sub-row is taken; finds the lowest free one.
class FreeRows
{
public:
    std::size_t size() const { return m_until.size(); }

    /// The lowest row that is free at `t`; size() when none is.
    std::size_t lowest(Ns t) const
    {
        for (std::size_t block = 0; block < m_earliest.size(); ++block) {
            if (m_earliest[block] > t)
                continue;
            const std::size_t end = std::min((block + 1) * kBlock, m_until.size());
            for (std::size_t row = block * kBlock; row < end; ++row)
                if (m_until[row] <= t)
                    return row;
        }
        return m_until.size();
    }

    void take(std::size_t row, Ns until)
    {
        const std::size_t block = row / kBlock;
        if (row == m_until.size()) {
            m_until.push_back(until);
            if (block == m_earliest.size())
                m_earliest.push_back(until);
        }
        m_until[row] = until;
        const auto first = m_until.begin() + static_cast<std::ptrdiff_t>(block * kBlock);
        const auto last = m_until.end() - first > static_cast<std::ptrdiff_t>(kBlock)
                              ? first + static_cast<std::ptrdiff_t>(kBlock)
                              : m_until.end();
        m_earliest[block] = *std::min_element(first, last);
    }

private:
    static constexpr std::size_t kBlock = 32;

    std::vector<Ns> m_until;
    std::vector<Ns> m_earliest; ///< of a block of rows, the first to become free
};

/// Each event to a sub-row of its own number; the number of them.
std::size_t assignRows(const std::vector<std::uint32_t>& events, TimeColumns times,
                       std::vector<std::uint32_t>& rowOf, const std::stop_token& stop)
{
    FreeRows free;
    rowOf.resize(events.size());
    for (std::size_t i = 0; i < events.size() && !shouldStop(stop, i); ++i) {
        const Ns from = times.start[events[i]];
        const Ns to = times.end[events[i]];
        const std::size_t row = free.lowest(from);
        rowOf[i] = static_cast<std::uint32_t>(row);
        // An event without length still hides what starts at the same instant: one ns of room.
        free.take(row, to > from || from == kMaxNs ? to : from + 1);
    }
    return free.size();
}

} // namespace

std::vector<LaneRow> packRows(std::vector<std::uint32_t> events, TimeColumns times,
                              const std::stop_token& stop)
{
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        if (const Ns startA = times.start[a], startB = times.start[b]; startA != startB)
            return startA < startB;
        if (const Ns endA = times.end[a], endB = times.end[b]; endA != endB)
            return endA > endB;
        return a < b;
    };
    if (!std::is_sorted(events.begin(), events.end(), before))
        std::sort(events.begin(), events.end(), before);

    std::vector<std::uint32_t> rowOf;
    std::vector<LaneRow> rows(assignRows(events, times, rowOf, stop));
    if (stop.stop_requested())
        return {};
    for (std::size_t i = 0; i < events.size(); ++i)
        rows[rowOf[i]].events.push_back(events[i]);
    for (LaneRow& row : rows) {
        row.events.shrink_to_fit();
        row.pyramid = Pyramid::build(row.events, times);
    }
    return rows;
}

} // namespace nv
