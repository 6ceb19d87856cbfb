// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

/// Limits: 0.60 yes, 0.70 and 0.50 primary, 0.50 dominant: verdict.md 2.
ClassFinding judge(const RuleInput& input, const Rule& rule)
{
    ClassFinding finding;
    finding.id = rule.id;
    finding.title = rule.title;
    const double limit = input.limits().compute;
    finding.threshold = limit;
    if (auto reason = cannotTellAnything(input)) {
        finding.state = ClassState::CannotTell;
        finding.reason = *reason;
        return finding;
    }
    if (input.can.noOps) {
        finding.reason = "Nothing ran on a device.";
        return finding;
    }
    const double share = input.budget.share(BudgetClass::Compute);
    finding.share = share;
    finding.reason =
        input.analysis.budget->hasKernelRows()
            ? text::percent(share) + " of the window; the limit is " + text::percent(limit) + "."
            : "The capture holds no kernel.";
    finding.state = share > limit ? ClassState::Yes : ClassState::No;
    if (input.can.graphLevel) {
        finding.reason += " Graphs were recorded as wholes: this is an upper bound, and which "
                          "kernel cannot be told. "
                          + captureAgain(input.trace(), kNodeLevelGraphs);
        if (finding.state == ClassState::Yes)
            finding.qualifier = Qualifier::AtMost;
    } else if (input.can.unknownHigh) {
        finding.reason += " " + unknownSentence(input);
        if (finding.state == ClassState::Yes)
            finding.qualifier = Qualifier::AtLeast;
        else
            finding.state = ClassState::CannotTell;
    }
    return finding;
}

void explain(const RuleInput& input, ClassFinding& finding)
{
    const auto& kernels = input.tables->kernels;
    const NameTable& names = input.trace().names;
    if (auto compute = input.share(BudgetClass::Compute)) {
        finding.evidence.push_back(
            evidence("time with a kernel running (M4)",
                     *compute + input.budget.share(BudgetClass::Communication), "share"));
        if (!input.analysis.budget->hasKernelRows())
            finding.evidence.back().value.reset();
    }
    if (input.can.graphLevel || kernels.empty())
        return;
    double topThree = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, kernels.size()); ++i)
        topThree += kernels[i].share;
    const bool dominant = kernels.front().share > input.limits().dominant;
    finding.evidence.push_back(evidence(std::string(dominant ? "dominant kernel " : "top kernel ")
                                            + names.display(kernels.front().shortName)
                                            + ", share of kernel time",
                                        kernels.front().share, "share"));
    finding.evidence.push_back(
        evidence("top three kernels, share of kernel time", topThree, "share"));
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    if (input.can.graphLevel)
        return "Kernels fill the window, but graphs were recorded as wholes; record their nodes to "
               "see which kernel";
    if (input.tables->kernels.empty())
        return "Kernels fill the window";
    const KernelRow& top = input.tables->kernels.front();
    return "Profile " + input.trace().names.display(top.shortName) + " (" + text::percent(top.share)
           + " of kernel time, " + text::count(top.stats.count) + " launches of median "
           + text::duration(static_cast<double>(top.stats.p50)) + ") with Nsight Compute";
}

} // namespace

Rule kernelBoundRule()
{
    return {"kernel-bound", "kernel-bound", "Do one kernel, or kernels, dominate the window?",
            judge,          explain,        act};
}

} // namespace nv
