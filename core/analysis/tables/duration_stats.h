// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <cstdint>
#include <span>
#include <vector>

/// Durations of many rows, sorted into groups and summed up.
/// Shape: one flat array, group after group, each group in file order (nsys adds its averages and
/// deviations up in that order, and doubles remember it).
/// Unit: ns.  Cost: O(n); 8 bytes a row.  Thread: pure.  Source: nsys.md 0.2, verdict.md 3.
namespace nv {

/// As durationStats(vector) of tables.h, over a part of an array; it is reordered.
DurationStats durationStats(std::span<Ns> durations);

/// `rows` reordered by their rank in the file.
void sortByFileOrder(std::vector<std::uint32_t>& rows, const RankColumn& rank);

struct GroupedDurations
{
    std::vector<Ns> values;
    std::vector<std::size_t> begin; ///< one more than there are groups

    std::size_t groups() const { return begin.size() - 1; }

    std::span<Ns> of(std::size_t group)
    {
        return std::span(values).subspan(begin[group], begin[group + 1] - begin[group]);
    }
};

/// `groupOf(row)` is below `groups`.
template <class GroupOf>
GroupedDurations groupDurations(std::span<const std::uint32_t> rows, TimeColumns times,
                                std::size_t groups, GroupOf groupOf)
{
    GroupedDurations result;
    result.begin.assign(groups + 1, 0);
    for (const std::uint32_t row : rows)
        ++result.begin[groupOf(row) + 1];
    for (std::size_t g = 0; g < groups; ++g)
        result.begin[g + 1] += result.begin[g];
    result.values.resize(rows.size());
    std::vector<std::size_t> next(result.begin.begin(), result.begin.end() - 1);
    for (const std::uint32_t row : rows)
        result.values[next[groupOf(row)]++] = times.end[row] - times.start[row];
    return result;
}

} // namespace nv
