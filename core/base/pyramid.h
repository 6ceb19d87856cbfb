// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/flat_column.h"
#include "core/base/time_columns.h"

#include <cstdint>
#include <vector>

/// Busy time and longest event of any slice of a lane's row, for drawing and live selection.
/// Shape: built over events in ascending, disjoint order (lane_builder guarantees it); 16-way
/// blocks of {sum of durations, position and duration of the longest}.  Unit: ns.
/// Cost: build O(n), query O(16·log16 n), of which at most 30 steps look at events; memory n/15
/// nodes of 24 B (10 M events = 15 MiB).
/// Errors: none; an empty slice answers zero.  Thread: immutable after build, share freely.
namespace nv {

class Pyramid
{
public:
    struct Node
    {
        DurationNs busy = 0;
        DurationNs longestNs = 0;
        std::uint32_t longest = 0; ///< position in the row, meaningful when the slice is not empty
        std::uint32_t unused = 0;  ///< so that every byte has a value, and files can hold nodes
    };

    static constexpr std::size_t kFanOut = 16;

    Pyramid() = default;

    /// `events` are rows of the table that `times` belongs to; they are not kept.
    static Pyramid build(const RowList& events, TimeColumns times);

    /// Positions [lo, hi) of the same events.
    Node query(std::size_t lo, std::size_t hi, const RowList& events, TimeColumns times) const;

    template <class Archive>
    friend void archive(Archive& a, Pyramid& pyramid)
    {
        a(pyramid.m_levels);
    }

private:
    std::vector<FlatColumn<Node>> m_levels; ///< level k: blocks of kFanOut^(k+1) events
};

} // namespace nv
