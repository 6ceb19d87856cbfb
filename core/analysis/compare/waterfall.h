// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/comparison.h"

/// From the step of the base to that of the target, class by class.
/// Rule: base + all parts = target, the mean wall clock per step of both sides.  The budget is the
/// mean over devices of what each did in the steps of its own rank; where ranks begin their steps
/// unevenly these differ a little from the steps of all, and the difference is a part of its own.
/// Unit: ns a step.  Cost: O(classes).  Errors: nullopt without steps on both sides.  Thread: pure.
namespace nv {

struct WaterfallPart
{
    std::optional<BudgetClass> cls; ///< nullopt: ranks that do not step in time
    double change = 0;
};

struct Waterfall
{
    double base = 0;
    double target = 0;
    std::vector<WaterfallPart> parts; ///< in the order of the classes, those of no change left out
};

std::optional<Waterfall> waterfallOf(const Comparison& comparison);

} // namespace nv
