// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

namespace nv {

/// The menu of the right button, in the words Nsight Systems uses.  `at` in canvas coordinates.
void execTimelineMenu(TimelineState& state, QPoint at, QPoint global, QWidget* parent);

} // namespace nv
