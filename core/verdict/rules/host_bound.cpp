// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

/// Limit 0.10: verdict.md 2.
void explain(const RuleInput& input, ClassFinding& finding)
{
    const auto owners = gapOwners(*input.tables, BudgetClass::Host);
    for (std::size_t i = 0; i < std::min<std::size_t>(5, owners.size()); ++i)
        finding.evidence.push_back(
            evidence(owners[i].name.empty() ? std::string("gaps outside any range and call")
                                            : "gaps" + inRange(owners[i].name),
                     static_cast<double>(owners[i].total), "ns", owners[i].largest));
    const GapBucket* most = nullptr;
    for (const GapBucket& bucket : input.tables->gaps.buckets)
        if (bucket.total != 0 && (!most || bucket.total > most->total))
            most = &bucket;
    if (!most)
        return;
    const std::string border =
        most->to ? " to " + text::duration(static_cast<double>(*most->to)) : " and more";
    finding.evidence.push_back(evidence("most idle is in gaps of "
                                            + text::duration(static_cast<double>(most->from))
                                            + border + ", gaps",
                                        static_cast<double>(most->count), "count"));
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const auto owners = gapOwners(*input.tables, BudgetClass::Host);
    const auto named = std::ranges::find_if(owners, [](const auto& o) { return !o.name.empty(); });
    if (named == owners.end())
        return "The device waits for host code that no range names: mark the step with NVTX and "
               "look at what runs between its CUDA calls.";
    const auto total = static_cast<double>(named->total);
    const std::string cost =
        input.can.enoughSteps
            ? text::duration(total / static_cast<double>(input.can.steps.size())) + " per step"
            : text::duration(total) + " in the window";
    return "Shorten \"" + text::middle(named->name, 80) + "\" on the host: it owns " + cost
           + " of idle in " + text::count(named->gaps) + " gaps.";
}

} // namespace

Rule hostBoundRule()
{
    return {"host-bound", "host-bound", "Does the device wait while the host computes?",
            judgeLoss,    explain,      act};
}

} // namespace nv
