// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane.h: moc 6.4 cannot read <compare> as the first header
#include "core/scene/chart_lane.h"
#include "core/trace/lane.h"

#include <span>
#include <vector>

/// What do the lanes do in a window, and in which order does that put them?
/// Shape: one entry per lane.  A lane is active when an event of it touches the window (a mark:
/// lies in it); a heading when one of its lanes is.
/// Unit: ns, cut at the window; of a lane with several sub-rows the busiest one, so that what is
/// nested or concurrent is not counted twice.  Cost: O(rows · log n).  Errors: none.  Thread: pure.
namespace nv::scene {

struct LaneActivity
{
    DurationNs busy = 0; ///< 0 for a heading
    bool isActive = false;
};

std::vector<LaneActivity> laneActivity(const TraceModel& trace, TimeRange window);

/// A chart is active where a value is known in the window; a heading when one of its charts is.
std::vector<LaneActivity> chartActivity(std::span<const ChartLane> charts, TimeRange window);

/// The lanes with streams and threads, as wholes, by what they do, the busiest first: a stream by
/// its kernels and copies, a thread by its CUDA calls, then by its ranges, then by its OS calls
/// (a thread that waits is never idle there).  Headings, and lanes of neither, keep their place.
std::vector<std::size_t> lanesByActivity(std::span<const Lane> lanes,
                                         std::span<const LaneActivity> activity);

} // namespace nv::scene
