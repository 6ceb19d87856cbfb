// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/waterfall.h"

#include <cmath>

namespace nv {
namespace {

constexpr double kRounding = 0.5; ///< ns: less is what doubles lose

} // namespace

std::optional<Waterfall> waterfallOf(const Comparison& comparison)
{
    if (!comparison.wall.base || !comparison.wall.target || !comparison.budget.front().delta())
        return std::nullopt;
    Waterfall out;
    out.base = *comparison.wall.base;
    out.target = *comparison.wall.target;
    double rest = out.target - out.base;
    for (std::size_t c = 0; c < kBudgetClasses; ++c) {
        const double change = comparison.budget.at(c).delta().value_or(0);
        rest -= change;
        if (change != 0)
            out.parts.push_back({static_cast<BudgetClass>(c), change});
    }
    if (std::abs(rest) >= kRounding)
        out.parts.push_back({std::nullopt, rest});
    return out;
}

} // namespace nv
