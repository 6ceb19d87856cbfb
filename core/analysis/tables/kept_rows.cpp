// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/kept_rows.h"

#include <algorithm>
#include <utility>

namespace nv {
namespace {

constexpr std::size_t kBlock = 64;

} // namespace

RowReach::RowReach(const TimeColumn& end)
{
    Ns latest = kMinNs;
    for (std::size_t row = 0; row < end.size(); ++row) {
        latest = std::max(latest, end[row]);
        if ((row + 1) % kBlock == 0 || row + 1 == end.size())
            m_latest.push_back(std::exchange(latest, kMinNs));
    }
    m_latest.shrink_to_fit();
}

KeptRows RowReach::kept(TimeColumns times, TimeRange window) const
{
    const auto startsBefore = [&](Ns t) {
        return static_cast<std::size_t>(std::lower_bound(times.start.begin(), times.start.end(), t)
                                        - times.start.begin());
    };
    KeptRows kept;
    kept.first = startsBefore(window.begin);
    kept.last = std::max(kept.first, startsBefore(window.end));
    for (std::size_t block = 0; block * kBlock < kept.first; ++block) {
        if (m_latest[block] < window.begin)
            continue;
        const std::size_t blockEnd = std::min(kept.first, (block + 1) * kBlock);
        for (std::size_t row = block * kBlock; row < blockEnd; ++row) {
            if (keptByNsys(times.start[row], times.end[row], window))
                kept.before.push_back(static_cast<std::uint32_t>(row));
        }
    }
    return kept;
}

} // namespace nv
