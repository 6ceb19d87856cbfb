// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/kept_rows.h"

#include <algorithm>

namespace nv {
namespace {

constexpr std::size_t kBlock = 64;

} // namespace

RowReach::RowReach(const Ns* end, std::size_t rows)
    : m_rows(rows)
{
    m_latest.reserve(rows / kBlock + 1);
    for (std::size_t block = 0; block < rows; block += kBlock)
        m_latest.push_back(*std::max_element(end + block, end + std::min(rows, block + kBlock)));
}

KeptRows RowReach::kept(const Ns* start, const Ns* end, TimeRange window) const
{
    const auto startsBefore = [&](Ns t) {
        return static_cast<std::size_t>(std::lower_bound(start, start + m_rows, t) - start);
    };
    KeptRows kept;
    kept.first = startsBefore(window.begin);
    kept.last = std::max(kept.first, startsBefore(window.end));
    for (std::size_t block = 0; block * kBlock < kept.first; ++block) {
        if (m_latest[block] < window.begin)
            continue;
        const std::size_t blockEnd = std::min(kept.first, (block + 1) * kBlock);
        for (std::size_t row = block * kBlock; row < blockEnd; ++row) {
            if (keptByNsys(start[row], end[row], window))
                kept.before.push_back(static_cast<std::uint32_t>(row));
        }
    }
    return kept;
}

} // namespace nv
