// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <cmath>

/// Which pixel column shows which nanoseconds?
/// Shape: column p of `width` covers [edge(p), edge(p+1)); the columns tile the view exactly.
/// Unit: ns and columns (device pixels where the caller has a pixel ratio).
/// Errors: none; times far outside the view give columns far outside the screen, capped so that
/// they still fit an int.  Thread: plain value.
namespace nv::scene {

struct TimeScale
{
    TimeRange view;
    int width = 0;

    /// Start of a column, 0 <= p <= width; floor of the exact quotient, without overflow.
    Ns edge(int p) const
    {
        const auto w = static_cast<DurationNs>(width);
        const auto n = static_cast<DurationNs>(p);
        const DurationNs length = view.length();
        const DurationNs offset = length / w * n + length % w * n / w;
        return static_cast<Ns>(static_cast<DurationNs>(view.begin) + offset);
    }

    /// The column that covers t, for t inside the view.
    int columnOf(Ns t) const
    {
        int p = std::clamp(static_cast<int>(xOf(t)), 0, width - 1);
        while (p > 0 && edge(p) > t)
            --p;
        while (p + 1 < width && edge(p + 1) <= t)
            ++p;
        return p;
    }

    double xOf(Ns t) const
    {
        constexpr double kFar = 1e7;
        const double length = static_cast<double>(view.length());
        const double offset = t >= view.begin ? static_cast<double>(lengthBetween(view.begin, t))
                                              : -static_cast<double>(lengthBetween(t, view.begin));
        // Multiplied first: a time in the middle between two columns is exactly there.
        return std::clamp(offset * width / length, -kFar, kFar);
    }

    /// Clamped to the whole of int64, not to the view.
    Ns timeAt(double x) const
    {
        const double offset = x / width * static_cast<double>(view.length());
        const double t = static_cast<double>(view.begin) + offset;
        if (t >= 9.2e18)
            return kMaxNs;
        if (t <= -9.2e18)
            return kMinNs;
        return view.begin + static_cast<Ns>(std::llround(offset));
    }

    double nsPerPixel() const { return static_cast<double>(view.length()) / width; }

    bool isEmpty() const { return width <= 0 || view.isEmpty(); }
};

} // namespace nv::scene
