// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/brush_overlay.h"

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr double kBrushEdgePx = 4;

TimeRange ordered(Ns a, Ns b)
{
    return {std::min(a, b), std::max(a, b)};
}

} // namespace

Grip gripAt(double x, TimeRange window, const scene::TimeScale& scale, bool hasBody)
{
    if (window.isEmpty() || scale.isEmpty())
        return Grip::None;
    const double begin = scale.xOf(window.begin);
    const double end = scale.xOf(window.end);
    const double toBegin = std::abs(x - begin);
    const double toEnd = std::abs(x - end);
    if (std::min(toBegin, toEnd) <= kBrushEdgePx)
        return toBegin < toEnd ? Grip::Begin : Grip::End;
    if (hasBody && x > begin && x < end)
        return Grip::Body;
    return Grip::None;
}

TimeRange BrushDrag::at(Ns t) const
{
    switch (grip) {
    case Grip::Begin:
        return ordered(t, before.end);
    case Grip::End:
        return ordered(before.begin, t);
    case Grip::Body: {
        const Ns moved = t - anchor;
        return {addSaturated(before.begin, moved), addSaturated(before.end, moved)};
    }
    case Grip::None:
        break;
    }
    return ordered(anchor, t);
}

} // namespace nv
