// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

/// Limit 0.10: verdict.md 2.
void explain(const RuleInput& input, ClassFinding& finding)
{
    const auto owners = gapOwners(input, BudgetClass::Host);
    for (std::size_t i = 0; i < std::min<std::size_t>(5, owners.size()); ++i)
        finding.evidence.push_back(
            evidence(owners[i].name.empty() ? std::string("gaps outside any range")
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

/// The OS call that takes most of the host time between CUDA calls, where no range says more.
std::string waitingCall(const RuleInput& input)
{
    std::map<std::string, DurationNs> calls;
    for (const GapRow& row : input.tables->gaps.top)
        if (!row.hostCall.empty() && !row.hostCall.starts_with("cu"))
            calls[row.hostCall] += partInWindow(input, row, BudgetClass::Host);
    const auto most = std::ranges::max_element(
        calls, [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == calls.end() || most->second == 0 ? std::string() : most->first;
}

/// "42 gaps, the longest of 300 µs"; the tables name only so many of the longest gaps.
std::string gapsText(const RuleInput& input, const GapOwner& owner)
{
    const GapTable& gaps = input.tables->gaps;
    std::uint64_t all = 0;
    for (const GapBucket& bucket : gaps.buckets)
        all += bucket.count;
    const std::string longest = text::duration(static_cast<double>(owner.largest.length()));
    if (all > gaps.top.size())
        return text::count(owner.gaps) + " of the " + counted(gaps.top.size(), "longest gap")
               + ", up to " + longest;
    return owner.gaps == 1 ? "one gap of " + longest
                           : counted(owner.gaps, "gap") + ", the longest of " + longest;
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const auto owners = gapOwners(input, BudgetClass::Host);
    const auto named = std::ranges::find_if(owners, [](const auto& o) { return !o.name.empty(); });
    if (named == owners.end()) {
        const std::string call = waitingCall(input);
        return "The device waits for host code between CUDA calls"
               + (call.empty() ? std::string() : ", most of it around " + call)
               + ": mark the step with NVTX to see which.";
    }
    const auto total = static_cast<double>(named->total);
    const std::string cost =
        input.can.enoughSteps && input.can.insideSteady
            ? text::duration(total / static_cast<double>(input.can.steps.size()))
                  + " of idle per step"
            : text::duration(total) + " of idle in the window";
    return "Shorten \"" + text::middle(named->name, 80) + "\" on the host: it owns " + cost
           + ", in " + gapsText(input, *named) + ".";
}

} // namespace

Rule hostBoundRule()
{
    return {"host-bound", "host-bound", "Does the device wait while the host computes?",
            judgeLoss,    explain,      act};
}

} // namespace nv
