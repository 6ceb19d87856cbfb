// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before series.h: moc 6.4 cannot read <compare> as the first header
#include "core/trace/series.h"

#include <string>
#include <vector>

/// Which rows do the series of a capture get on the timeline?
/// Shape: per device a chart of each kind of memory in use, then a heading with the metrics below
/// it.  Lanes of a LaneLayout that stand behind those the capture recorded.
/// Cost: O(series).  Thread: plain values.
namespace nv::scene {

struct ChartLane
{
    std::string label; ///< "GPU 0 · memory in use", "SMs Active"
    int depth = 0;
    SeriesPtr series; ///< null: a heading
};

std::vector<ChartLane> chartLanes(const SeriesSet& series);

} // namespace nv::scene
