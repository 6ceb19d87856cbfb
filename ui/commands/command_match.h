// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nv {

/// How well does a title answer what was typed?  0: not at all.  Each word must be found, in any
/// order: best where a word of the title begins with it, then anywhere, then as letters that follow
/// one another with gaps ("expic" finds "Export picture").  Case does not matter.
/// Nothing typed answers everything alike.  Cost: O(title · words).  Thread: pure.
int matchScore(const QString& title, const QString& typed);

/// The same without gaps: for texts so long that some letters follow one another in all of them.
int matchScoreWhole(const QString& text, const QString& typed);

} // namespace nv
