// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/time_scale.h"

#include <optional>

namespace nv {

/// What part of the window lies under the pointer, and what becomes of the window when it is
/// dragged?  Plain arithmetic, no widget.  Unit: ns; x in logical pixels.
enum class Grip
{
    None,
    Begin, ///< the left edge
    End,
    Body,
};

/// Edges reach 4 px to either side and win over the body.  `hasBody`: the bar of the ruler can be
/// carried; on the canvas a drag inside the window must be able to begin a narrower one.
Grip gripAt(double x, TimeRange window, const scene::TimeScale& scale, bool hasBody);

/// One drag of the brush.
struct BrushDrag
{
    Grip grip = Grip::None; ///< None: a new window grows from `anchor`
    TimeRange before;       ///< the window when the drag began
    Ns anchor = 0;          ///< where it began

    /// The window with the pointer at t.  Carrying keeps the length; an edge may cross the other.
    TimeRange at(Ns t) const;
};

} // namespace nv
