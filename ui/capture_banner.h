// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nv {

class MessageBar;
struct Analysis;

/// Said once above the timeline when a capture hides the work of its CUDA graphs, with the command
/// that would record it.  Silent while another message stands there.
/// Thread: GUI thread.
void sayWhatGraphsHide(MessageBar& bar, const Analysis& analysis);

} // namespace nv
