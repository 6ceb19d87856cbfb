// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/time_scale.h"

#include <string>
#include <vector>

/// Where do the ticks of the time axis stand, and what do they say?
/// Shape: ticks ascending, at multiples of a step of 1, 2 or 5 times a power of ten; labels of one
/// axis share their unit and number of digits.  Where a plain label would need more than six digits
/// after the point, `base` names a round time and the labels count from it: "+1.2 µs".
/// Unit: ns in, columns and UTF-8 text out.  Cost: O(ticks).  Errors: none.  Thread: pure.
namespace nv::scene {

struct RulerTick
{
    Ns at = 0;
    double x = 0;
    bool isMajor = false; ///< every fifth or second one, so that the eye can count
    std::string label;    ///< of major ticks only
};

struct Ruler
{
    DurationNs step = 0; ///< between labels
    std::string base;    ///< empty: labels are on the session clock
    std::vector<RulerTick> ticks;
};

/// Labels stand at least `minLabelPx` columns apart.
Ruler makeRuler(const TimeScale& scale, int minLabelPx);

/// A point of the axis in the unit of its labels, as exact as a column.
std::string pointLabel(const TimeScale& scale, int minLabelPx, Ns at);

} // namespace nv::scene
