// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// From one marked event of the timeline to the next: what a search or a row of a table found.
namespace nv {

class Document;

/// Selects and shows the marked event that follows the selection, or precedes it; without a
/// selection the first one of the view.  At the ends it goes on at the other end.
/// False: nothing is marked.  Thread: GUI thread.  Cost: O(log marked).
bool revealMarked(Document& document, bool isNext);

} // namespace nv
