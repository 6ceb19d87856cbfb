// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_layout.h"
#include "core/scene/time_scale.h"
#include "core/trace/trace_model.h"

#include <string>
#include <vector>

/// Which arrows lead from API calls to what they launched, for the event that is selected?
/// Shape: from the end of the call to the start of the operation, so that a launch that waited
/// points to the right and one that began before its call returned points to the left.  An end
/// outside of the sheet's visible part stands at its edge (below the pinned rows, where there are
/// any), with how far outside it lies in time.
/// Unit: columns and lines from the top left of the visible part; ns.
/// Cost: O(arrows · log n).  Errors: none; an event that no row draws has no arrow.  Thread: pure.
namespace nv::scene {

enum class Edge : std::uint8_t
{
    None, ///< inside
    Left,
    Right,
    Above,
    Below,
};

struct ArrowEnd
{
    int x = 0;
    int y = 0;
    Edge edge = Edge::None;  ///< in time before in place: what is left and below is Left
    DurationNs distance = 0; ///< beyond the left or right edge
};

struct LaunchArrow
{
    EventRef call;
    EventRef op;
    ArrowEnd from;  ///< the end of the call
    ArrowEnd to;    ///< the start of the operation
    Ns latency = 0; ///< signed: start of the operation - end of the call
};

struct Viewport ///< what of the sheet can be seen
{
    TimeScale scale;
    int top = 0; ///< y of the sheet at the first line
    int height = 0;
};

/// One for an operation, those of its first `max` operations for a call; none for other events.
/// Arrows that lie outside with both ends on the same side are left out.
std::vector<LaunchArrow> launchArrows(const TraceModel& trace, const LaneLayout& layout,
                                      const Viewport& viewport, EventRef selected,
                                      std::size_t max = 64);

/// For goldens: one line per arrow, names instead of rows.
std::string toText(const std::vector<LaunchArrow>& arrows, const TraceModel& trace);

} // namespace nv::scene
