// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/events.h"

#include <span>

/// From one marked event of the timeline to the next: what a search or a row of a table found.
namespace nv {

class Document;

/// Selects and shows the event of `events`, which ascend in time, that follows the selection, or
/// precedes it; without a selection the first one of the view.  At the ends it goes on at the other
/// end.  False: there is none.  Thread: GUI thread.  Cost: O(log events).
bool revealNext(Document& document, std::span<const EventRef> events, bool isNext);

/// The same with the marked events; says so when there is none.  Cost: O(log marked).
bool revealMarked(Document& document, bool isNext);

} // namespace nv
