// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <cstddef>
#include <vector>

/// Lower bounds of ascending keys, asked one after the other.  O(log distance) each, so that a
/// pass of k ascending questions over n values costs O(k log(n/k)), not O(k log n) cache misses.
namespace nv::stepfind {

/// First i >= from with values[i] >= key, given that no earlier one has.
inline std::size_t lowerBoundFrom(const std::vector<Ns>& values, std::size_t from, Ns key)
{
    std::size_t width = 1;
    std::size_t lo = from;
    while (lo + width < values.size() && values[lo + width] < key) {
        lo += width;
        width *= 2;
    }
    const std::size_t hi = std::min(lo + width + 1, values.size());
    const auto begin = values.begin();
    return static_cast<std::size_t>(std::lower_bound(begin + static_cast<std::ptrdiff_t>(lo),
                                                     begin + static_cast<std::ptrdiff_t>(hi), key)
                                    - begin);
}

} // namespace nv::stepfind
