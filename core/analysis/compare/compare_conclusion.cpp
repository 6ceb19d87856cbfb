// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/comparison.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

std::string time(double ns)
{
    return text::duration(ns);
}

std::string signedTime(double ns)
{
    return text::withSign(ns, text::duration);
}

std::string stepSentence(const Comparison& comparison)
{
    const double base = *comparison.wall.base;
    const double target = *comparison.wall.target;
    const double delta = target - base;
    if (delta == 0)
        return "A step takes " + time(base) + " in both captures.";
    std::string text = std::string("A step takes ") + time(target) + " instead of " + time(base)
                       + " (" + signedTime(delta);
    if (const auto percent = comparison.wall.percent())
        text += ", " + text::withSign(*percent / 100, text::changePercent);
    text += ")";
    if (comparison.spread.isBeyond)
        text += *comparison.spread.isBeyond ? ", more than the steps differ among themselves"
                                            : ", no more than the steps differ among themselves ("
                                                  + time(comparison.spread.spread) + ")";
    return text + ".";
}

/// What the step is made of: its length, the time between steps, busy time.
std::string partSentence(const Comparison& comparison)
{
    std::string text;
    const auto add = [&text](const char* what, const Change& change) {
        if (const auto delta = change.delta())
            text += (text.empty() ? "" : ", ") + std::string(what) + " " + signedTime(*delta);
    };
    add("the step itself", comparison.length);
    add("between steps", comparison.gap);
    add("GPU busy", comparison.busy);
    return text.empty() ? text : "Of a step: " + text + ".";
}

/// The classes whose shares of the windows differ the most.
std::string sharesSentence(const Comparison& comparison)
{
    constexpr double kLeast = 0.01;
    constexpr std::size_t kNamed = 3;
    std::vector<std::size_t> classes;
    const auto size = [&](std::size_t c) {
        return std::abs(comparison.shares.at(c).delta().value_or(0));
    };
    for (std::size_t c = 0; c < kBudgetClasses; ++c)
        if (size(c) >= kLeast)
            classes.push_back(c);
    std::stable_sort(classes.begin(), classes.end(),
                     [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    classes.resize(std::min(classes.size(), kNamed));
    std::string list;
    for (const std::size_t c : classes)
        list += (list.empty() ? "" : ", ")
                + std::string(budgetClassKey(static_cast<BudgetClass>(c))) + " "
                + text::percent(*comparison.shares.at(c).target) + " instead of "
                + text::percent(*comparison.shares.at(c).base);
    if (list.empty())
        return "The windows spend their time alike: no class has a share that differs by more than "
               "1 %.";
    return "Of the windows: " + list + ".";
}

std::string contributorSentence(const Comparison& comparison)
{
    constexpr std::size_t kNamed = 3;
    const bool hasRanks =
        std::max(comparison.base.ranks.size(), comparison.target.ranks.size()) > 1;
    std::string names;
    for (const NamedChange& row : contributors(comparison, kNamed))
        names += (names.empty() ? "" : ", ") + row.name
                 + (hasRanks ? " (rank " + std::to_string(row.rank) + ")" : std::string()) + " "
                 + signedTime(*row.time.delta());
    return names.empty() ? names : "Largest contributors: " + names + ".";
}

} // namespace

std::vector<NamedChange> contributors(const Comparison& comparison, std::size_t max)
{
    const double step = comparison.wall.delta().value_or(0);
    std::vector<NamedChange> out;
    // What the host did explains a step; without ranges its calls do, without calls the kernels.
    for (const auto* rows : {&comparison.ranges, &comparison.api, &comparison.kernelNames}) {
        const bool areRanges = rows == &comparison.ranges;
        for (NamedChange row : *rows) {
            if (areRanges)
                row.time = row.self;
            const double delta = row.time.delta().value_or(0);
            if (delta != 0 && (delta > 0) == (step > 0) && std::abs(delta) >= kSmallNs)
                out.push_back(std::move(row));
        }
        if (!out.empty())
            break;
    }
    std::stable_sort(out.begin(), out.end(), [](const NamedChange& a, const NamedChange& b) {
        return std::abs(a.time.delta().value_or(0)) > std::abs(b.time.delta().value_or(0));
    });
    out.resize(std::min(out.size(), max));
    return out;
}

std::string comparabilitySentence(const Comparison& comparison)
{
    if (comparison.isRefused)
        return "These captures cannot be compared. " + comparison.reason;
    if (!comparison.hasSteps)
        return "A step cannot be compared: only shares of the windows are. " + comparison.reason;
    if (comparison.notes.empty())
        return "Nothing speaks against comparing them: the same GPUs, the same kind of steps, "
               "found "
               "in the same way.";
    std::string text = comparison.stepsHold() ? "To be read with care. "
                                              : "Times per step do not hold for this pair. ";
    text += comparison.notes.front().message;
    const std::size_t more = comparison.notes.size() - 1;
    if (more > 0)
        text += " And " + std::to_string(more) + (more == 1 ? " more doubt." : " more doubts.");
    return text;
}

std::string comparedCountText(const StepBreakdown& steps)
{
    const std::size_t all = steps.steps + steps.leftOut;
    return text::count(steps.steps)
           + (steps.leftOut == 0 ? std::string() : " of " + text::count(all))
           + (all == 1 ? " step" : " steps");
}

std::string comparedStepsText(const StepBreakdown& steps)
{
    if (steps.choice == StepChoice::None)
        return "none";
    const std::string text = comparedCountText(steps);
    switch (steps.choice) {
    case StepChoice::Generation:
        return text + ", those that only generate, for "
               + text::count(static_cast<std::uint64_t>(
                   std::max<std::int64_t>(steps.generationRequests.value_or(0), 0)))
               + " requests";
    case StepChoice::Regular:
        return text + (steps.leftOut != 0 ? ", the regular ones" : ", all regular");
    case StepChoice::All:
    case StepChoice::None:
        break;
    }
    return text + ", regular or not";
}

Conclusion compareConclusion(const Comparison& comparison)
{
    if (comparison.isRefused)
        return {"No figure of these captures can be compared.", {}};
    if (!comparison.stepsHold())
        return {sharesSentence(comparison), {}};
    const std::string parts = partSentence(comparison);
    const std::string names = contributorSentence(comparison);
    return {stepSentence(comparison), parts + (parts.empty() || names.empty() ? "" : " ") + names};
}

} // namespace nv
