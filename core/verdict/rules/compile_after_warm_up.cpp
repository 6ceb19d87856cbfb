// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

/// Calls of the compile class that overlap the window and concern the listed devices.
std::vector<CallIndex> callsInside(const RuleInput& input)
{
    const CallTable& calls = input.trace().calls;
    std::vector<CallIndex> inside;
    for (const CallIndex call : input.analysis.compileCalls) {
        const TimeRange span{calls.start[call()], calls.end[call()]};
        const ThreadId thread = calls.thread[call()];
        if (span.begin >= input.budget.window.end)
            break;
        if (span.overlaps(input.budget.window) && !thread.isNone()
            && input.concerns(input.trace().threads[thread()].process))
            inside.push_back(call);
    }
    return inside;
}

/// Limit 0.01, or one call in a steady window: verdict.md 2.
ClassFinding judge(const RuleInput& input, const Rule& rule)
{
    ClassFinding finding = judgeLoss(input, rule);
    if (!input.can.insideSteady)
        finding.title = "compile and set-up";
    const bool judgeable = !input.can.noApi && !input.can.noOps && !cannotTellAnything(input);
    if (finding.state == ClassState::Yes || !judgeable || !input.can.insideSteady)
        return finding;
    const std::size_t n = callsInside(input).size();
    if (n == 0)
        return finding;
    finding.state = ClassState::Yes;
    if (input.can.unknownHigh)
        finding.qualifier = Qualifier::AtLeast;
    finding.reason = text::count(n)
                     + (n == 1 ? " call compiles or sets up" : " calls compile or set up")
                     + " inside the steady state (" + text::percent(finding.share.value_or(0))
                     + " of the window).";
    return finding;
}

void explain(const RuleInput& input, ClassFinding& finding)
{
    const TraceModel& trace = input.trace();
    constexpr std::size_t kShown = 10;
    const auto describe = [&](CallIndex call, std::string_view nvtx, NameId firstSeen) {
        std::string what = trace.callNames[trace.calls.name[call()]()].base;
        what += inRange(std::string(nvtx));
        if (!firstSeen.isNone())
            what += ", before the first " + text::middle(trace.names.display(firstSeen), 80);
        return what;
    };
    const auto add = [&](CallIndex call, std::string what) {
        const TimeRange span{trace.calls.start[call()], trace.calls.end[call()]};
        finding.evidence.push_back(
            evidence(std::move(what), static_cast<double>(span.length()), "ns", span));
    };
    if (input.tables->compileAfterWarmup && !input.tables->compileAfterWarmup->empty()) {
        for (const CompileRow& row : *input.tables->compileAfterWarmup)
            if (finding.evidence.size() < kShown)
                add(row.call, describe(row.call, row.nvtx, row.firstSeen));
        return;
    }
    for (const CallIndex call : callsInside(input))
        if (finding.evidence.size() < kShown)
            add(call, describe(call, {}, {}));
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const auto calls = callsInside(input);
    double total = 0;
    for (const CallIndex call : calls)
        total += static_cast<double>(
            lengthBetween(input.trace().calls.start[call()], input.trace().calls.end[call()]));
    const std::string figures =
        counted(calls.size(), "call") + ", " + text::duration(total) + " in all";
    if (!input.can.insideSteady) {
        if (input.analysis.steady.found)
            return "The window holds set-up (" + figures + "): choose the steady window, from "
                   + text::duration(static_cast<double>(input.analysis.steady.window.begin))
                   + " to " + text::duration(static_cast<double>(input.analysis.steady.window.end))
                   + ".";
        return "The window holds set-up (" + figures
               + "): choose the steady window, after the last compilation.";
    }
    std::string kernels;
    if (input.tables->compileAfterWarmup)
        for (const CompileRow& row : *input.tables->compileAfterWarmup)
            if (!row.firstSeen.isNone() && kernels.size() < 200)
                kernels += (kernels.empty() ? ": " : ", ")
                           + text::middle(input.trace().names.display(row.firstSeen), 60);
    return "The program is rebuilt inside the loop (" + figures + ")" + kernels
           + "; warm these kernels up or cache them.";
}

} // namespace

Rule compileRule()
{
    return {"compile-after-warm-up",
            "compile-after-warm-up",
            "Is a compiled program rebuilt inside the loop?",
            judge,
            explain,
            act};
}

} // namespace nv
