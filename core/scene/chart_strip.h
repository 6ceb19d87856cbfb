// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/draw_list.h"
#include "core/trace/series.h"

namespace nv::scene {

/// The colours of a chart: what the value never fell below in a column, and from there to the most.
enum class ChartColor : std::uint8_t
{
    MetricLeast,
    MetricMost,
    MemoryLeast,
    MemoryMost,
};

/// A series as bars of a pixel's width, from the bottom to the least and on to the most value of the
/// column; where nothing is known there is nothing.  A value that is not 0 is at least a line.
/// Cost: O(columns · log n).  Thread: pure.
void buildChartStrip(const Series& series, const TimeScale& scale, int height, Strip& out);

} // namespace nv::scene
