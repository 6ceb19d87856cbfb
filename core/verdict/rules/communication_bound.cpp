// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

constexpr const char* kWaitNote = "The time of a collective includes waiting for its peers.";

/// Limit 0.20: verdict.md 2.
void explain(const RuleInput& input, ClassFinding& finding)
{
    const KernelWork& work = input.work;
    for (std::size_t i = 0; i < std::min<std::size_t>(5, work.communication.size()); ++i) {
        const auto& named = work.communication[i];
        finding.evidence.push_back(evidence(input.trace().names.display(named.shortName) + ", "
                                                + perStep(input, static_cast<double>(named.count)),
                                            named.total, "ns"));
    }
    if (finding.state == ClassState::Yes)
        finding.reason += std::string(" ") + kWaitNote;
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const KernelWork& work = input.work;
    std::string which;
    if (!work.communication.empty())
        which = " of " + input.trace().names.display(work.communication.front().shortName) + " ("
                + perStep(input, static_cast<double>(work.communication.front().count)) + ", "
                + text::duration(work.communication.front().total) + ")";
    if (input.budget.devices.size() < 2)
        return "Separate arrival skew from transfer" + which
               + ": capture all ranks in one trace, this one shows a single device.";
    return "Separate arrival skew from transfer" + which
           + ": compare when each rank enters it, then its size and route.";
}

} // namespace

Rule communicationBoundRule()
{
    return {"communication-bound",
            "communication-bound",
            "Do collectives run with nothing to hide them?",
            judgeLoss,
            explain,
            act};
}

} // namespace nv
