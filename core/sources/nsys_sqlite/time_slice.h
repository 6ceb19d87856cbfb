// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/event_table.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

/// Which events belong to a part of the capture's time?
/// Rule: those that overlap it as nsys' --filter-time has it (they start before its end and end at
/// its begin or later), so that a report of the part is that of the filter; an operation also when
/// the call that issued it overlaps, so that no launch looks as if its work were lost; a call also
/// when it issued an operation that is kept, so that the edges of the part explain their gaps as the
/// whole capture does.
/// Unit: ns.  Cost: O(log n) a row outside the time.  Errors: none.  Thread: read-only while rows are
/// read.  Source: product.md, --load-range; nsys.md 3.
namespace nv::nsys {

class TimeSlice
{
public:
    /// The process and the correlation of a call or an operation.
    struct Link
    {
        std::int64_t globalId = kMinNs; ///< globalPid or globalTid; kMinNs for NULL
        std::int64_t correlation = kNoCorrelation;
    };

    using Key = std::pair<std::int64_t, std::int64_t>; ///< of a link

    explicit TimeSlice(TimeRange range)
        : m_range(range)
    {}

    const TimeRange& range() const { return m_range; }

    bool overlaps(TimeRange event) const
    {
        // An open side reaches to the very end of int64.
        return (event.begin < m_range.end || m_range.end == kMaxNs) && event.end >= m_range.begin;
    }

    bool keepsOp(TimeRange op, Link link) const { return overlaps(op) || isIn(m_calls, link); }

    bool keepsCall(TimeRange call, Link link) const { return overlaps(call) || isIn(m_ops, link); }

    /// The links of the calls that overlap; before the operations are read.
    void setCalls(std::vector<Key> calls) { m_calls = sorted(std::move(calls)); }

    /// The links of the operations kept; before the calls are read.
    void setOps(std::vector<Key> ops) { m_ops = sorted(std::move(ops)); }

    /// False where a row has no link: it is nobody's.
    static bool hasKey(Link link)
    {
        return link.globalId != kMinNs && link.correlation != kNoCorrelation;
    }

    static Key keyOf(Link link)
    {
        constexpr std::int64_t kProcess = ~std::int64_t{0xFFFFFF};
        return {link.globalId & kProcess, link.correlation};
    }

private:
    static std::vector<Key> sorted(std::vector<Key> keys)
    {
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        return keys;
    }

    static bool isIn(const std::vector<Key>& keys, Link link)
    {
        return hasKey(link) && std::binary_search(keys.begin(), keys.end(), keyOf(link));
    }

    TimeRange m_range;
    std::vector<Key> m_calls;
    std::vector<Key> m_ops;
};

} // namespace nv::nsys
