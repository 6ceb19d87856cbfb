// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;

namespace nv {

/// The sentence that stands where a table would while there is none: what is missing and what to
/// do.  Named "message" for style sheets and tests.  Owned by the layout it is put into.
QLabel* newStateMessage();

} // namespace nv
