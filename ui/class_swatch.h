// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

class QPainter;
class QRectF;

namespace nv {

/// Fills `rect` as a stretch of class `c`: its colour with the second cue that tells it without
/// colour (hatch, dots, outline, top line).  Used by bars, legends and pictures alike.
void paintClass(QPainter& painter, const QRectF& rect, BudgetClass c, const Theme& theme);

/// What a class is called on the screen: "compile and set-up", "device wait".
const char* classLabel(BudgetClass c);

} // namespace nv
