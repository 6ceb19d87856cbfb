// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"

#include <algorithm>

namespace nv {
namespace {

std::span<const Step> wholeSteps(std::span<const Step> steps, TimeRange window)
{
    const auto first = std::ranges::lower_bound(steps, window.begin, {}, &Step::begin);
    const auto last = std::ranges::upper_bound(steps, window.end, {}, &Step::end);
    return first < last ? std::span<const Step>(first, last) : std::span<const Step>();
}

Capabilities capabilities(const Analysis& analysis, const WindowBudget& budget)
{
    const BudgetIndex& index = *analysis.budget;
    const SteadyState& steady = analysis.steady;
    const ClassLimits& limits = analysis.thresholds.classes;
    Capabilities can;
    can.noOps = analysis.trace->devices.empty();
    can.noApi = !index.hasApiRows();
    can.launches = index.hasLaunches();
    can.kernelRowsMissing = can.launches && !index.hasKernelRows();
    can.unknownHigh = budget.share(BudgetClass::Unknown) > limits.unknown;
    can.graphLevel =
        analysis.trace->counts[TableKind::Graph] > analysis.trace->aside[TableKind::Graph];
    can.emptyWindow = budget.window.isEmpty();
    can.insideSteady = steady.found && !can.emptyWindow
                       && steady.window.begin <= budget.window.begin
                       && budget.window.end <= steady.window.end;
    can.steps = wholeSteps(steady.steps, budget.window);
    can.enoughSteps = can.steps.size() >= static_cast<std::size_t>(limits.minSteps);
    return can;
}

struct Primary
{
    std::string id;
    std::string reason;
};

std::optional<Primary> noPrimary(const RuleInput& input)
{
    const WindowBudget& budget = input.budget;
    const double idle = 1 - budget.share(BudgetClass::Compute)
                        - budget.share(BudgetClass::Communication)
                        - budget.share(BudgetClass::Transfer);
    const double unknown = budget.share(BudgetClass::Unknown);
    if (input.can.kernelRowsMissing)
        return Primary{"cannot-tell", "Kernels were launched but the capture holds no kernel row."};
    if (!input.can.noOps && input.can.noApi && idle > input.limits().idleWithoutApi)
        return Primary{"cannot-tell", "The device is idle for " + text::percent(idle)
                                          + " of the window and the capture holds no CUDA API "
                                            "call that could explain it."};
    if (unknown > input.limits().unknownPrimary)
        return Primary{"cannot-tell", text::percent(unknown) + " of the window was not recorded."};
    if (input.can.noOps)
        return Primary{"no-gpu-activity", "The capture holds no operation of a device."};
    return std::nullopt;
}

Primary choosePrimary(const RuleInput& input)
{
    if (auto none = noPrimary(input))
        return *none;
    const WindowBudget& budget = input.budget;
    const double compute = budget.share(BudgetClass::Compute);
    const std::string computes =
        input.analysis.budget->hasKernelRows()
            ? "Kernels compute for " + text::percent(compute) + " of the window"
            : "No kernel was recorded";
    if (compute > input.limits().computePrimary)
        return {"kernel-bound", computes + "."};
    const Loss* most = nullptr;
    for (const Loss& loss : losses())
        if (budget.share(loss.cls) > input.limits().*loss.limit
            && (!most || budget.share(loss.cls) > budget.share(most->cls)))
            most = &loss;
    if (most)
        return {std::string(most->id),
                "The largest loss above its limit: " + text::percent(budget.share(most->cls))
                    + " of the window. " + computes + "."};
    if (compute > input.limits().computeElse)
        return {"kernel-bound", computes + " and no loss is above its limit."};
    return {"mixed", computes + " and no loss is above its limit."};
}

} // namespace

std::string_view classStateKey(ClassState s)
{
    switch (s) {
    case ClassState::No:
        return "no";
    case ClassState::Yes:
        return "yes";
    case ClassState::CannotTell:
        break;
    }
    return "cannot-tell";
}

const ClassFinding* Verdict::find(std::string_view id) const
{
    for (const ClassFinding& finding : classes)
        if (finding.id == id)
            return &finding;
    return nullptr;
}

std::optional<double> RuleInput::share(BudgetClass c) const
{
    if (budget.devices.empty() || budget.window.isEmpty())
        return std::nullopt;
    return budget.share(c);
}

bool RuleInput::concerns(ProcessId process) const
{
    if (budget.devices.size() == trace().devices.size())
        return true;
    return std::ranges::any_of(trace().streams, [&](const Stream& stream) {
        return stream.process == process
               && std::ranges::any_of(budget.devices, [&](const DeviceBudget& device) {
                      return device.device == stream.device;
                  });
    });
}

RuleInput quickInput(const Analysis& analysis, const WindowBudget& budget)
{
    return {analysis, budget, capabilities(analysis, budget), nullptr, {}};
}

RuleInput fullInput(const Analysis& analysis, const WindowBudget& budget,
                    const WindowTables& tables)
{
    RuleInput input{analysis, budget, capabilities(analysis, budget), &tables, {}};
    input.work = kernelWork(input);
    return input;
}

Verdict quickVerdict(const Analysis& analysis, const WindowBudget& budget)
{
    const RuleInput input = quickInput(analysis, budget);
    Verdict verdict;
    verdict.budget = budget;
    verdict.hasKernels = analysis.budget->hasKernelRows();
    Primary primary = choosePrimary(input);
    verdict.primary = std::move(primary.id);
    verdict.primaryReason = std::move(primary.reason);
    for (const Rule& rule : rules())
        verdict.classes.push_back(rule.judge(input, rule));
    return verdict;
}

Verdict fullVerdict(const Analysis& analysis, const WindowBudget& budget,
                    const WindowTables& tables)
{
    Verdict verdict = quickVerdict(analysis, budget);
    const RuleInput input = fullInput(analysis, budget, tables);
    for (std::size_t i = 0; i < verdict.classes.size(); ++i)
        rules()[i].explain(input, verdict.classes[i]);
    addNextAction(input, verdict);
    return verdict;
}

} // namespace nv
