// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nv {

class Settings;
class TimelineState;

/// Order and height of lanes as they were left; stored again whenever they change.  `settings` must
/// outlive the state.  Thread: GUI thread.
void keepLaneSettings(Settings& settings, TimelineState& state);

} // namespace nv
