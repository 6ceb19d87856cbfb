// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/analysis/tables/name_sequences.h"
#include "core/analysis/tables/rank_finder.h"

#include <array>
#include <span>
#include <vector>

/// The values of a slice of a sequence and their ranks, without copying them.
/// Shape: as durationStats of tables.h.  Unit: ns.  Cost: a few steps a row.  Thread: pure.
/// Source: nsys.md 0.2, verdict.md 3.
namespace nv {

/// A stretch of packed values after a few that are not packed.
struct SliceValues
{
    std::vector<Ns> before;
    const PackedValues* packed = nullptr;
    std::size_t first = 0;
    std::size_t last = 0;

    std::size_t size() const { return before.size() + (last - first); }

    /// Calls `visit(values)` for parts of them, in order of the rows.
    template <class Visit>
    void forEachPart(Visit visit) const
    {
        forEachPart(PackedValues::all, visit);
    }

    /// Chunks that `isWanted` denies are left out.
    template <class IsWanted, class Visit>
    void forEachPart(IsWanted isWanted, Visit visit) const
    {
        if (!before.empty())
            visit(std::span<const Ns>(before));
        packed->forEachPart(first, last, isWanted,
                            [&](std::size_t, std::span<const Ns> values) { visit(values); });
    }
};

inline SliceValues valuesOf(const PackedValues& packed, const Slice& slice)
{
    SliceValues values{{}, &packed, slice.first, slice.last};
    for (const std::size_t position : slice.before)
        values.before.push_back(packed[position]);
    return values;
}

/// Median, p50, p95 and p99 of `n` values, at least one, that `parts(visit)` hands out.
template <class Parts>
void addRanks(std::size_t n, Parts parts, DurationStats& stats)
{
    const auto rankOf = [n](std::size_t p) { return (p * n + 99) / 100 - 1; };
    const std::array<std::size_t, 4> ranks{rankOf(50), n / 2, rankOf(95), rankOf(99)};
    const std::vector<Ns> found = RankFinder::find(n, ranks, parts);
    stats.p50 = found[0];
    stats.median = static_cast<double>(stats.p50);
    if (n % 2 == 0)
        stats.median = (static_cast<double>(stats.p50) + static_cast<double>(found[1])) / 2;
    stats.p95 = found[2];
    stats.p99 = found[3];
}

/// Of a slice that is not empty.
inline void addRanks(const NameSequence& sequence, const Slice& slice, DurationStats& stats)
{
    const SliceValues durations = valuesOf(sequence.durations, slice);
    addRanks(
        slice.size(), [&](auto visit) { durations.forEachPart(visit); }, stats);
}

/// Nearest ranks of 50, 95 and 99 %; `parts` hands out `count` values, at least one.
template <class Parts>
DurationRanks ranksOf(std::size_t count, Parts parts)
{
    const std::array<std::size_t, 3> ranks{(count * 50 + 99) / 100 - 1, (count * 95 + 99) / 100 - 1,
                                           (count * 99 + 99) / 100 - 1};
    const std::vector<Ns> found = RankFinder::find(count, ranks, parts);
    return {found[0], found[1], found[2]};
}

} // namespace nv
