// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/colour_space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace nv {

namespace {

using Rgb = std::array<double, 3>;

double toLinear(double c)
{
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double fromLinear(double c)
{
    return c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

double labInverse(double t)
{
    return t > 6.0 / 29 ? t * t * t : 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0 / 29);
}

Rgb linearFromLch(double lightness, double chroma, double hueDegrees)
{
    const double hue = hueDegrees * std::numbers::pi / 180;
    const double fy = (lightness + 16) / 116;
    const double x = 0.95047 * labInverse(fy + chroma * std::cos(hue) / 500);
    const double y = labInverse(fy);
    const double z = 1.08883 * labInverse(fy - chroma * std::sin(hue) / 200);
    return {3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
            -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
            0.0556434 * x - 0.2040259 * y + 1.0572252 * z};
}

} // namespace

QColor fromLch(double lightness, double chroma, double hueDegrees)
{
    Rgb linear = linearFromLch(lightness, chroma, hueDegrees);
    const auto shows = [](double c) { return c >= -1e-6 && c <= 1 + 1e-6; };
    while (chroma > 0 && !std::all_of(linear.begin(), linear.end(), shows)) {
        chroma = std::max(0.0, chroma - 1);
        linear = linearFromLch(lightness, chroma, hueDegrees);
    }
    const auto channel = [](double c) {
        return static_cast<float>(fromLinear(std::clamp(c, 0.0, 1.0)));
    };
    // Rounded to 8 bits, so that a colour is the same wherever it is drawn.
    return QColor::fromRgb(
        QColor::fromRgbF(channel(linear[0]), channel(linear[1]), channel(linear[2])).rgb());
}

double luminance(const QColor& colour)
{
    return 0.2126 * toLinear(colour.redF()) + 0.7152 * toLinear(colour.greenF())
           + 0.0722 * toLinear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace nv
