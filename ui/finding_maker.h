// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/finding.h"

class QWidget;

namespace nv {

class Document;

/// What the reader looks at, as a finding: view, window and selection of the document, the row that
/// is highlighted in the dock with the focus, the figures of both with their definitions, and the
/// commands that repeat them.
/// `focus`: where the keys go; null or anything outside of the docks: the timeline.
/// Names are kept whole, so that they can be recognised and replaced later.
/// Cost: O(columns).  Thread: GUI thread.  The document must hold a capture.
Finding makeFinding(const Document& document, QWidget* focus);

/// The other way: view, window and selection as they were, of a second capture too, which is opened
/// again where it is not there; false: the trace no longer has the event.
bool revisit(Document& document, const Finding& finding);

} // namespace nv
