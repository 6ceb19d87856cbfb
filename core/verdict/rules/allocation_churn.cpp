// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

/// Alloc-class calls of the window, and whether every whole step begins one.
struct AllocCalls
{
    std::uint64_t count = 0;
    bool inEveryStep = false;
};

AllocCalls allocCalls(const RuleInput& input)
{
    const CallTable& calls = input.trace().calls;
    const auto& sorted = input.analysis.allocCalls;
    const auto startOf = [&](CallIndex call) { return calls.start[call()]; };
    const auto first = std::ranges::lower_bound(sorted, input.budget.window.begin, {}, startOf);
    AllocCalls found;
    std::size_t step = 0;
    std::size_t stepsWithCall = 0;
    std::size_t lastCounted = input.can.steps.size();
    for (auto it = first; it != sorted.end() && startOf(*it) < input.budget.window.end; ++it) {
        const ThreadId thread = calls.thread[(*it)()];
        if (thread.isNone() || !input.concerns(input.trace().threads[thread()].process))
            continue;
        ++found.count;
        while (step < input.can.steps.size() && input.can.steps[step].end <= startOf(*it))
            ++step;
        if (step < input.can.steps.size() && input.can.steps[step].begin <= startOf(*it)
            && step != lastCounted) {
            lastCounted = step;
            ++stepsWithCall;
        }
    }
    found.inEveryStep = stepsWithCall != 0 && stepsWithCall == input.can.steps.size();
    return found;
}

/// Limit 0.02, or one call in every step: verdict.md 2.
ClassFinding judge(const RuleInput& input, const Rule& rule)
{
    ClassFinding finding = judgeLoss(input, rule);
    const bool judgeable = !input.can.noApi && !input.can.noOps && !cannotTellAnything(input);
    if (finding.state == ClassState::Yes || !judgeable)
        return finding;
    const AllocCalls calls = allocCalls(input);
    if (input.can.enoughSteps && calls.inEveryStep) {
        finding.state = ClassState::Yes;
        if (input.can.unknownHigh)
            finding.qualifier = Qualifier::AtLeast;
        finding.reason = "Every step allocates or frees: " + text::count(calls.count) + " calls in "
                         + text::count(input.can.steps.size()) + " steps ("
                         + text::percent(finding.share.value_or(0)) + " of the window).";
    } else if (!input.can.enoughSteps && calls.count != 0 && finding.state == ClassState::No) {
        finding.state = ClassState::CannotTell;
        finding.reason += " There are " + text::count(calls.count)
                          + " allocator calls, and with fewer than "
                          + std::to_string(input.limits().minSteps)
                          + " known steps it cannot be told whether every step makes one. "
                          + "Mark the step with NVTX. " + captureAgain(input.trace(), {});
    }
    return finding;
}

void explain(const RuleInput& input, ClassFinding& finding)
{
    const CallTable& calls = input.trace().calls;
    for (const ApiRow& row : input.tables->api)
        if (row.cls == "alloc")
            finding.evidence.push_back(
                evidence(row.name + ", " + perStep(input, static_cast<double>(row.stats.count))
                             + ", slowest",
                         static_cast<double>(row.stats.max), "ns"));
    CallIndex slowest;
    DurationNs longest = 0;
    for (const CallIndex call : input.analysis.allocCalls) {
        const TimeRange span{calls.start[call()], calls.end[call()]};
        if (span.overlaps(input.budget.window) && span.length() > longest) {
            longest = span.length();
            slowest = call;
        }
    }
    if (!slowest.isNone())
        finding.evidence.push_back(evidence("slowest call", static_cast<double>(longest), "ns",
                                            {calls.start[slowest()], calls.end[slowest()]}));
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const CallSum sum = callsOf(*input.tables, "alloc");
    if (!sum.largest)
        return "Allocate before the loop or use a pool.";
    const std::string where = inLargestRange(input, BudgetClass::Alloc);
    return sum.largest->name + where + " runs "
           + perStep(input, static_cast<double>(sum.largest->stats.count)) + " (slowest "
           + text::duration(static_cast<double>(sum.largest->stats.max))
           + "): allocate before the loop or use a pool.";
}

} // namespace

Rule allocationRule()
{
    return {"allocation-churn",
            "allocation-churn",
            "Is the allocator on the hot path?",
            judge,
            explain,
            act};
}

} // namespace nv
