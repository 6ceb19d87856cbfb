// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"

/// verdict.md 1 read literally, one instant at a time and without any index: what the runs of
/// BudgetIndex are compared with.  Cost: O(ops + calls) per instant; for small traces only.
namespace nv::test {

class NaiveBudget
{
public:
    NaiveBudget(const TraceModel& trace, const BudgetIndex& classes, BudgetLimits limits)
        : m_trace(trace)
        , m_classes(classes)
        , m_limits(std::move(limits))
    {}

    BudgetClass classAt(DeviceId device, Ns t) const;

private:
    struct GapFacts;
    bool isLost(DeviceId device, Ns t) const;
    bool isProfiled(ProcessId process, Ns t) const;
    std::vector<std::size_t> callsAt(ThreadId thread, Ns t) const;
    std::optional<Ns> waitsEnd(ThreadId thread, Ns g0) const;
    BudgetClass inGap(DeviceId device, Ns t) const;

    const TraceModel& m_trace;
    const BudgetIndex& m_classes;
    BudgetLimits m_limits;
};

} // namespace nv::test
