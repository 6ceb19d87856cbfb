// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nv {

class TimelineState;

/// Keeps which lanes are pinned and hidden, and their order by hand, in the session of the open
/// trace, and chooses them again when it is opened.  Thread: GUI thread; once per timeline.
void keepLanesInSession(TimelineState& state);

} // namespace nv
