// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

/// Colours by how they look: CIE L*C*h (D65), in which equal lightness is equal to the eye.
/// Unit: lightness 0..100, chroma from 0, hue in degrees.  Cost: constant.  Thread: pure functions.
/// Source: CIE 1976, sRGB (IEC 61966-2-1).
namespace nv {

/// The nearest colour of less chroma that a screen can show.
QColor fromLch(double lightness, double chroma, double hueDegrees);
/// Relative luminance, 0 black to 1 white (WCAG 2).
double luminance(const QColor& colour);
/// Contrast ratio, 1 to 21 (WCAG 2).
double contrast(const QColor& a, const QColor& b);

} // namespace nv
