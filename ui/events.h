// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane.h: moc 6.4 cannot read <compare> as the first header
#include "core/trace/lane.h"

#include <memory>
#include <vector>

namespace nv {

/// Many events of the trace, ascending by start, shared between views and workers.
using EventsPtr = std::shared_ptr<const std::vector<EventRef>>;

} // namespace nv
