// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cstdint>

/// When was an event the only one running?
/// Cost: O(1) per event.  Thread: plain value.  Source: product.md transfers[].exposed_ns.
namespace nv {

/// Fed with the events of one device by ascending start, it names each stretch in which exactly
/// one of them runs.
class AloneSweep
{
public:
    /// `visit(row, stretch)` for each stretch that is known once an event starts at `start`.
    template <class Visit>
    void add(std::uint32_t row, Ns start, Ns end, Visit visit)
    {
        if (start >= end)
            return;
        report(start, visit);
        if (!m_hasOwner || start >= m_end) {
            m_hasOwner = true;
            m_from = start;
        } else {
            // Two run now; whichever ends last is alone once the other has ended.
            m_from = std::max(m_from, std::min(m_end, end));
            if (end <= m_end)
                return;
        }
        m_owner = row;
        m_end = end;
    }

    template <class Visit>
    void finish(Visit visit)
    {
        report(kMaxNs, visit);
    }

private:
    template <class Visit>
    void report(Ns upTo, Visit visit)
    {
        const TimeRange alone{m_from, std::min(upTo, m_end)};
        if (m_hasOwner && !alone.isEmpty()) {
            visit(m_owner, alone);
            m_from = alone.end;
        }
    }

    bool m_hasOwner = false;
    std::uint32_t m_owner = 0; ///< of all events so far the one that ends last
    Ns m_from = 0;             ///< from here on it runs alone
    Ns m_end = 0;
};

} // namespace nv
