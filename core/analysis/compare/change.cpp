// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/change.h"

namespace nv {

std::optional<double> Change::delta() const
{
    if (!base || !target)
        return std::nullopt;
    return *target - *base;
}

std::optional<double> Change::percent() const
{
    const auto change = delta();
    if (!change || *base == 0)
        return std::nullopt;
    return *change / *base * 100;
}

std::string_view changeStatusKey(ChangeStatus status)
{
    switch (status) {
    case ChangeStatus::Unchanged:
        break;
    case ChangeStatus::New:
        return "NEW";
    case ChangeStatus::Removed:
        return "REMOVED";
    case ChangeStatus::Regression:
        return "REGRESSION";
    case ChangeStatus::Improved:
        return "IMPROVED";
    }
    return "UNCHANGED";
}

ChangeStatus statusOf(const Change& change)
{
    const double base = change.base.value_or(0);
    const double target = change.target.value_or(0);
    if (base == target)
        return ChangeStatus::Unchanged; // also when both are 0
    if (base == 0)
        return ChangeStatus::New;
    if (target == 0)
        return ChangeStatus::Removed;
    const double percent = (target - base) / base * 100;
    if (percent > kRegressionPercent)
        return ChangeStatus::Regression;
    return percent < kImprovedPercent ? ChangeStatus::Improved : ChangeStatus::Unchanged;
}

} // namespace nv
