// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

/// No limit: it is so or it is not.  verdict.md 2.
ClassFinding judge(const RuleInput& input, const Rule& rule)
{
    ClassFinding finding;
    finding.id = rule.id;
    finding.title = rule.title;
    if (input.can.kernelRowsMissing) {
        finding.state = ClassState::CannotTell;
        finding.reason = *cannotTellAnything(input);
    } else if (input.can.noOps) {
        finding.state = ClassState::Yes;
        finding.reason = "The capture holds no operation of a device and no launch call.";
    } else {
        finding.reason = "The capture holds operations of "
                         + text::count(input.trace().devices.size()) + " device"
                         + (input.trace().devices.size() == 1 ? "." : "s.");
    }
    return finding;
}

std::string whatItHolds(const TraceModel& trace)
{
    std::string held;
    for (std::size_t i = 0; i < kTableKinds; ++i) {
        const auto kind = static_cast<TableKind>(i);
        if (trace.counts[kind] != 0)
            held += (held.empty() ? "" : ", ") + text::count(trace.counts[kind]) + " "
                    + std::string(tableKey(kind));
    }
    return held.empty() ? "no event at all" : held + " rows";
}

void explain(const RuleInput& input, ClassFinding& finding)
{
    if (finding.state != ClassState::Yes)
        return;
    for (std::size_t i = 0; i < kTableKinds; ++i) {
        const auto kind = static_cast<TableKind>(i);
        if (input.trace().counts[kind] != 0)
            finding.evidence.push_back(evidence(std::string(tableKey(kind)) + " rows",
                                                static_cast<double>(input.trace().counts[kind]),
                                                "count"));
    }
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    return "Nothing ran on a device here: the capture holds " + whatItHolds(input.trace())
           + "; record the GPU with";
}

} // namespace

Rule noGpuActivityRule()
{
    return {"no-gpu-activity",
            "no GPU activity",
            "Did nothing run on any device?",
            judge,
            explain,
            act};
}

} // namespace nv
