// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/finding.h"

#include <QString>

namespace nv {

/// A figure as it is shown: files have times to the nanosecond, the screen those of the window.
QString figureText(const FindingFigure& figure);

/// Figures, definitions and commands of a finding as rich text for a text view; names of the
/// capture are text only.  Colours are those of the theme.  Thread: GUI thread.
QString findingHtml(const Finding& finding);

} // namespace nv
