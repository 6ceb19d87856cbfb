// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/theatre.h"

namespace nv {

/// Frames while somebody does something, each from an event of the mouse until what it changed is
/// painted, as on a screen: `brush` drags a window, `hover` goes over events with the card open,
/// `measure` carries a rubber band beside two compared marks, `search` zooms and pans with a
/// hundred thousand marked events on lanes and overview.
nlohmann::json busyFrames(const Theatre& stage);

} // namespace nv
