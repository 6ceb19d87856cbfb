// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/base/time_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Which rows of an event table does nsys keep for a window, without a look at each?
/// Shape: those that start inside lie one after the other; before them some reach into it.
/// Cost: O(n / 64 + rows that reach in); an eighth of a byte a row.  Errors: none.
/// Thread: immutable after build.  Source: verdict.md 3 (keptByNsys).
namespace nv {

struct KeptRows
{
    std::vector<std::uint32_t> before; ///< they start earlier; ascending
    std::size_t first = 0;             ///< rows [first, last) start inside
    std::size_t last = 0;

    std::size_t size() const { return before.size() + (last - first); }

    bool has(std::uint32_t row) const
    {
        return (first <= row && row < last)
               || std::binary_search(before.begin(), before.end(), row);
    }

    template <class Visit>
    void forEach(Visit visit) const
    {
        for (const std::uint32_t row : before)
            visit(row);
        for (std::size_t row = first; row < last; ++row)
            visit(static_cast<std::uint32_t>(row));
    }
};

/// The latest end of each 64 rows.
class RowReach
{
public:
    RowReach() = default;
    explicit RowReach(const TimeColumn& end);

    KeptRows kept(TimeColumns times, TimeRange window) const;

private:
    template <class Archive>
    friend void archive(Archive& a, RowReach& r)
    {
        a(r.m_latest);
    }

    TimeColumn m_latest;
};

} // namespace nv
