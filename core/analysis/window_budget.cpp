// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window_budget.h"

#include <algorithm>

namespace nv {

namespace {

/// A quotient, so that exactly 1 % of the busiest compares equal to the limit 0.01.
bool isActive(DurationNs busy, DurationNs busiest, double limit)
{
    return busiest == 0 || static_cast<double>(busy) / static_cast<double>(busiest) >= limit;
}

} // namespace

WindowBudget windowBudget(const BudgetIndex& index, TimeRange window, DeviceId only,
                          double activeLimit)
{
    WindowBudget result;
    result.window = window;
    DurationNs busiest = 0;
    for (std::size_t d = 0; d < index.trace()->devices.size(); ++d) {
        const DeviceId device(d);
        if (!only.isNone() && device != only)
            continue;
        DeviceBudget row;
        row.device = device;
        row.budget = index.budget(device, window);
        row.busyNs = row.budget.busy();
        row.idleNs = window.length() - row.busyNs;
        busiest = std::max(busiest, row.busyNs);
        result.devices.push_back(row);
    }

    std::array<double, kBudgetClasses> sums{};
    double active = 0;
    for (DeviceBudget& row : result.devices) {
        row.active = isActive(row.busyNs, busiest, activeLimit);
        if (!row.active)
            continue;
        active += 1;
        for (std::size_t c = 0; c < kBudgetClasses; ++c)
            sums[c] += static_cast<double>(row.budget.at(c));
    }
    if (active > 0 && !window.isEmpty()) {
        for (std::size_t c = 0; c < kBudgetClasses; ++c)
            result.shares[c] = sums[c] / active / static_cast<double>(window.length());
    }
    return result;
}

} // namespace nv
