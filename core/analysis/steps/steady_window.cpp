// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/steady_window.h"

namespace nv::stepfind {
namespace {

constexpr std::size_t kRun = 8;
constexpr std::size_t kRegularOfRun = 7;

/// First and last run of eight that begins with a regular step and has seven.
bool findRuns(const std::vector<StepFacts>& steps, SteadyWindow& window)
{
    std::size_t regular = 0;
    bool any = false;
    std::size_t lastRun = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        regular += steps[i].regular() ? 1 : 0;
        if (i + 1 < kRun)
            continue;
        const std::size_t begin = i + 1 - kRun;
        if (regular >= kRegularOfRun && steps[begin].regular()) {
            window.first = any ? window.first : begin;
            lastRun = begin;
            any = true;
        }
        regular -= steps[begin].regular() ? 1 : 0;
    }
    if (!any)
        return false;
    window.last = lastRun + kRun - 1;
    while (!steps[window.last].regular())
        --window.last;
    return true;
}

} // namespace

Result<SteadyWindow> steadyWindow(LaunchBook& book, const Candidate& candidate,
                                  const std::stop_token& stop)
{
    NV_TRY(set, stepFacts(book, candidate, stop));
    SteadyWindow window;
    window.set = std::move(set);
    std::vector<StepFacts>& steps = window.set.steps;
    markRegular(steps);
    if (!findRuns(steps, window)) {
        const std::string which = std::to_string(steps.size()) + " steps " + candidate.what;
        window.whyNot = steps.size() < kRun
                            ? "A steady state needs 8 steps; there are only " + which + "."
                            : "No run of 8 steps with at least 7 regular ones among " + which + ".";
        return window;
    }
    window.range = {steps[window.first].begin, steps[window.last].end};
    if (window.set.edges == StepEdges::Host)
        window.range.begin = std::max(window.range.begin, steps[window.first].earlierWork);
    window.found = !window.range.isEmpty();
    if (!window.found)
        window.whyNot = "The host ran too far ahead: work launched before the first of "
                        + std::to_string(window.count()) + " steps " + candidate.what
                        + " outlasts them all.";
    return window;
}

} // namespace nv::stepfind
