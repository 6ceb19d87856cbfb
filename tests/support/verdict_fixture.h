// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/verdict/rule.h"
#include "tests/support/loop_fixture.h"

#include <QString>

/// Captures and budgets of a few lines, for tests of verdicts.
namespace nv::test {

inline Analysis analysed(const TracePtr& trace)
{
    Progress progress;
    return *analyse(trace, {}, {}, progress).value();
}

/// One launch and its kernel: a capture that carries every class.
inline TracePtr ordinaryTrace()
{
    LoopFixture loop;
    loop.launch("gemm()", 0, 100, 200);
    return loop.model.finish();
}

inline TracePtr traceWithoutCalls()
{
    LoopFixture loop;
    loop.model.kernel(loop.stream, "gemm()", 0, 100);
    return loop.model.finish();
}

inline TracePtr traceWithoutKernels()
{
    LoopFixture loop;
    loop.model.call(loop.thread, "cudaLaunchKernel_v7000", 0, 5, 1);
    loop.model.call(loop.thread, "cudaMemcpyAsync_v3020", 6, 9, 2);
    loop.model.copy(loop.stream, 64, 10, 20, 2);
    return loop.model.finish();
}

inline TracePtr traceOfWholeGraphs()
{
    LoopFixture loop;
    loop.model.call(loop.thread, "cudaGraphLaunch_v10000", 0, 5, 1);
    loop.model.graph(loop.stream, 1, 10, 20, 1);
    return loop.model.finish();
}

/// A window of 1 000 000 ns on device 0; what is not given is `none`.
inline WindowBudget budgetOf(std::vector<std::pair<BudgetClass, DurationNs>> parts)
{
    constexpr DurationNs kLength = 1'000'000;
    WindowBudget budget;
    budget.window = {0, static_cast<Ns>(kLength)};
    DeviceBudget device;
    device.device = DeviceId(std::size_t{0});
    device.active = true;
    device.budget[BudgetClass::None] = kLength;
    for (const auto& [cls, ns] : parts) {
        device.budget[cls] = ns;
        device.budget[BudgetClass::None] -= ns;
    }
    device.busyNs = device.budget.busy();
    device.idleNs = kLength - device.busyNs;
    for (std::size_t c = 0; c < kBudgetClasses; ++c)
        budget.shares.at(c) =
            static_cast<double>(device.budget.at(c)) / static_cast<double>(kLength);
    budget.devices.push_back(device);
    return budget;
}

inline const ClassFinding& findingOf(const Verdict& verdict, const QString& id)
{
    return *verdict.find(id.toStdString());
}

/// `count` steps of 100 ns from 0 on.
inline void addSteps(Analysis& analysis, std::size_t count)
{
    analysis.steady.found = true;
    for (std::size_t i = 0; i < count; ++i) {
        Step step;
        step.begin = static_cast<Ns>(i) * 100;
        step.end = step.begin + 100;
        step.regular = true;
        analysis.steady.steps.push_back(step);
    }
    analysis.steady.window = {0, static_cast<Ns>(count) * 100};
}

inline WindowBudget over(TimeRange window)
{
    WindowBudget budget = budgetOf({});
    budget.window = window;
    return budget;
}

} // namespace nv::test
