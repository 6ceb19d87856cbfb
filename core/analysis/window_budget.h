// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"

/// The figures that follow the brush at every mouse move: budgets per device and their mean.
/// Shape: one DeviceBudget per device of the trace, in its order; a budget sums to the window.
/// `share` = class time / window, mean over the *active* devices (busy at least 1 % of the busiest;
/// all when none was busy).  Cost: O(devices · log n).  Thread: pure.  Source: verdict.md 2.
namespace nv {

struct DeviceBudget
{
    DeviceId device;
    Budget budget{};
    DurationNs busyNs = 0;
    DurationNs idleNs = 0;
    bool active = false;
};

struct WindowBudget
{
    TimeRange window;
    std::vector<DeviceBudget> devices;
    std::array<double, kBudgetClasses> shares{}; ///< zero when there is no device or no time

    double share(BudgetClass c) const { return shares.at(static_cast<std::size_t>(c)); }
};

/// `only`: a single device, as `--device` asks; none for all.
WindowBudget windowBudget(const BudgetIndex& index, TimeRange window, DeviceId only = {},
                          double activeLimit = 0.01);

} // namespace nv
