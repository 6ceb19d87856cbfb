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
    std::uint64_t blocking = 0;
    std::size_t listed = 0;
    for (const ApiRow& row : input.tables->api) {
        if (row.cls == "copy" && row.name.find("Async") == std::string::npos)
            blocking += row.stats.count;
        if ((row.cls == "sync" || row.gapSync != 0) && listed < 8) {
            ++listed;
            finding.evidence.push_back(
                evidence(row.name + ", " + perStep(input, static_cast<double>(row.stats.count))
                             + ", idle it explains",
                         static_cast<double>(row.gapSync), "ns"));
        }
    }
    const auto& drained = input.tables->gaps.causes[static_cast<std::size_t>(BudgetClass::Sync)];
    finding.evidence.push_back(
        evidence("gaps after the queue ran dry", static_cast<double>(drained.count), "count"));
    finding.evidence.push_back(
        evidence("blocking copies and memsets", static_cast<double>(blocking), "count"));
    for (const GapOwner& owner : gapOwners(input, BudgetClass::Sync)) {
        if (owner.name.empty())
            continue;
        finding.evidence.push_back(evidence("largest gap" + inRange(owner.name),
                                            static_cast<double>(owner.largest.length()), "ns",
                                            owner.largest));
        break;
    }
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const ApiRow* most = nullptr;
    for (const ApiRow& row : input.tables->api)
        if (row.gapSync != 0 && (!most || row.gapSync > most->gapSync))
            most = &row;
    if (!most)
        return "Look at the read-back at the step boundary.";
    const std::string where = inLargestRange(input, BudgetClass::Sync);
    return "Look at the read-back at the step boundary: " + most->name + where + ", "
           + perStep(input, static_cast<double>(most->stats.count)) + ", explains "
           + text::duration(static_cast<double>(most->gapSync)) + " of idle.";
}

} // namespace

Rule syncBoundRule()
{
    return {"sync-bound", "sync-bound", "Does the queue run dry at synchronisations?",
            judgeLoss,    explain,      act};
}

} // namespace nv
