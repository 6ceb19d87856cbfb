// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdict/next_action.h"

#include "core/base/text.h"
#include "core/verdict/judge.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

/// More launches than this are not worth a kernel profile: each is replayed many times.
constexpr std::uint64_t kMaxProfiledLaunches = 20;

struct Launches
{
    std::uint64_t before = 0; ///< the window
    std::uint64_t inside = 0;
    std::uint64_t firstStep = 0; ///< in the first whole step of the window
};

Launches launchesOf(const RuleInput& input, NameId shortName)
{
    const TraceModel& trace = input.trace();
    const TimeRange window = input.budget.window;
    Launches n;
    for (std::size_t i = 0; i < trace.ops.size() && trace.ops.start[i] < window.end; ++i) {
        if (trace.ops.kind[i] != OpKind::Kernel || trace.kernel(OpIndex(i)).shortName != shortName)
            continue;
        const Ns start = trace.ops.start[i];
        ++(start < window.begin ? n.before : n.inside);
        if (!input.can.steps.empty() && start >= input.can.steps.front().begin
            && start < input.can.steps.front().end)
            ++n.firstStep;
    }
    return n;
}

std::string lossWord(std::string_view id)
{
    return std::string(findRule(id)->title);
}

std::string mixedAction(const RuleInput& input)
{
    std::vector<const Loss*> sorted;
    for (const Loss& loss : losses())
        sorted.push_back(&loss);
    std::ranges::stable_sort(sorted, [&](const Loss* a, const Loss* b) {
        return input.budget.share(a->cls) > input.budget.share(b->cls);
    });
    const auto item = [&](const Loss& loss) {
        return lossWord(loss.id) + " (" + text::percent(input.budget.share(loss.cls)) + ")";
    };
    return "No single loss stands out: the two largest are " + item(*sorted[0]) + " and "
           + item(*sorted[1]) + "; start with the first.";
}

} // namespace

std::string unknownSentence(const RuleInput& input)
{
    const bool lostGraphs = input.analysis.budget->unrecordedGraphLaunches() != 0;
    return text::percent(input.budget.share(BudgetClass::Unknown))
           + (lostGraphs ? " of the window may be graph replays that were not recorded. "
                         : " of the window is idle before work whose API call is not known. ")
           + captureAgain(input.trace(), lostGraphs ? kNodeLevelGraphs : std::string_view());
}

std::string ncuCommand(const RuleInput& input)
{
    if (!input.tables || input.tables->kernels.empty())
        return {};
    const TraceModel& trace = input.trace();
    const NameId name = input.tables->kernels.front().shortName;
    if (name.isNone() || trace.names.isDangling(name) || trace.names.text(name).empty())
        return {};
    const Launches n = launchesOf(input, name);
    if (n.inside == 0)
        return {};
    const std::uint64_t wanted = n.firstStep != 0 ? n.firstStep : n.inside;
    return "ncu --kernel-name " + text::shellWord(trace.names.text(name)) + " --launch-skip "
           + std::to_string(n.before) + " --launch-count "
           + std::to_string(std::min(wanted, kMaxProfiledLaunches)) + " " + programText(trace);
}

void addNextAction(const RuleInput& input, Verdict& verdict)
{
    if (verdict.primary == "mixed") {
        verdict.nextAction = mixedAction(input);
        return;
    }
    if (verdict.primary == "cannot-tell") {
        const bool lostGraphs = input.analysis.budget->unrecordedGraphLaunches() != 0;
        verdict.command =
            captureCommand(input.trace(), lostGraphs ? kNodeLevelGraphs : std::string_view());
        verdict.nextAction = "This capture cannot tell what limits the window; take one that can: "
                             + verdict.command;
        return;
    }
    const Rule* rule = findRule(verdict.primary);
    verdict.nextAction = rule->act(input, *verdict.find(verdict.primary));
    if (verdict.primary == "kernel-bound")
        verdict.command = input.can.graphLevel ? captureCommand(input.trace(), kNodeLevelGraphs)
                                               : ncuCommand(input);
    else if (verdict.primary == "no-gpu-activity")
        verdict.command = captureCommand(input.trace(), {});
    if (!verdict.command.empty())
        verdict.nextAction += ": " + verdict.command;
}

} // namespace nv
