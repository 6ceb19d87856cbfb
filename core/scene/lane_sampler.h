// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/time_scale.h"
#include "core/trace/lane.h"

#include <cstdint>
#include <vector>

/// What does one row of a lane show in each pixel column?
/// Shape: samples ascending by column, not overlapping.  An event of at least kSpanPx columns is a
/// *span* with its own edges (rounded to columns); everything narrower is summed per column in a
/// *cell*: how much of the column is busy, how many events touch it, which of them fills most.  So
/// no event is lost, and idle time stays visible at every zoom.
/// Unit: columns; coverage 0..1.  Cost: O(columns · log n), whatever the number of events.
/// Errors: none.  Thread: pure; `out` is reused to avoid allocation.
/// Source: envelopes and mipmaps of the trace viewers named in STYLE.md 2.1; this one keeps the
/// busy sum.
namespace nv::scene {

inline constexpr int kSpanPx = 3;
inline constexpr std::uint32_t kNoPosition = 0xffffffffU;

/// A stretch of time of a row: events that overlap it, or begin in it when they have no length.
struct Cell
{
    DurationNs busy = 0;
    std::uint32_t count = 0;
    std::uint32_t dominant =
        kNoPosition; ///< position in the row of the event that fills most of it
};

struct Sample
{
    int x0 = 0;
    int x1 = 0;
    float coverage = 0; ///< 1 for a span
    std::uint32_t count = 0;
    std::uint32_t position = 0; ///< in the row: the span's event, or the cell's dominant one
    bool isSpan = false;
};

Cell cellOf(const LaneRow& row, TimeColumns columns, TimeRange range);

void sampleRow(const LaneRow& row, TimeColumns columns, const TimeScale& scale,
               std::vector<Sample>& out);

/// Positions [first, last) of the events that touch `range`.
struct Slice
{
    std::size_t first = 0;
    std::size_t last = 0;
};

Slice sliceOf(const LaneRow& row, TimeColumns columns, TimeRange range);

/// The event a person points at: the one that fills most of a column at `t`, searched outwards up
/// to `reach` on either side; kNoPosition when there is none.
std::uint32_t positionAt(const LaneRow& row, TimeColumns columns, Ns t, DurationNs reach);

} // namespace nv::scene
