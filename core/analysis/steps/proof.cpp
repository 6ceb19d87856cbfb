// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/proof.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace nv::stepfind {
namespace {

constexpr double kSteadyCv = 0.05;
constexpr double kUnsteadyCv = 0.25;
constexpr double kManyIrregular = 0.25;
constexpr std::size_t kDriftSample = 400;

struct Periods
{
    std::vector<Ns> inOrder; ///< of the regular steps inside
    std::vector<Ns> sorted;

    /// Nearest rank, verdict.md 3.
    Ns percentile(std::size_t p) const { return sorted[(p * sorted.size() + 99) / 100 - 1]; }
};

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double coefficientOfVariation(const std::vector<Ns>& values)
{
    double mean = 0;
    for (const Ns v : values)
        mean += static_cast<double>(v) / static_cast<double>(values.size());
    double variance = 0;
    for (const Ns v : values)
        variance += std::pow(static_cast<double>(v) - mean, 2) / static_cast<double>(values.size());
    return mean > 0 ? std::sqrt(variance) / mean : 0;
}

double robustSpread(const std::vector<Ns>& values, double median)
{
    std::vector<double> away;
    away.reserve(values.size());
    for (const Ns v : values)
        away.push_back(std::abs(static_cast<double>(v) - median));
    return median > 0 ? medianOf(std::move(away)) / median : 0;
}

/// Theil-Sen: the median slope of all pairs, of an even sample when there are many steps.
double drift(const std::vector<Ns>& values, double median)
{
    const std::size_t sample = std::min(values.size(), kDriftSample);
    const auto place = [&](std::size_t i) { return i * (values.size() - 1) / (sample - 1); };
    std::vector<double> slopes;
    for (std::size_t i = 0; i < sample && sample > 1; ++i) {
        for (std::size_t j = i + 1; j < sample; ++j)
            slopes.push_back(static_cast<double>(values[place(j)] - values[place(i)])
                             / static_cast<double>(place(j) - place(i)));
    }
    if (slopes.empty() || median <= 0)
        return 0;
    return medianOf(std::move(slopes)) * static_cast<double>(values.size()) / median;
}

std::string count(std::size_t n, std::string_view one)
{
    return std::to_string(n) + " " + std::string(one) + (n == 1 ? "" : "s");
}

std::string_view flawText(StepFlaw flaw)
{
    switch (flaw) {
    case StepFlaw::None:
        break;
    case StepFlaw::Compilation:
        return "with compilation";
    case StepFlaw::FirstSeenKernel:
        return "with a kernel seen for the first time";
    case StepFlaw::OtherKernels:
        return "with other kernels";
    case StepFlaw::OtherPeriod:
        return "of another length";
    }
    return "";
}

/// ", 2 irregular, both with compilation" or ", 3 irregular (1 with compilation, 2 ...)".
std::string irregularText(const SteadyWindow& window)
{
    std::array<std::size_t, 5> perFlaw{};
    std::size_t all = 0;
    for (std::size_t i = window.first; i <= window.last; ++i) {
        const StepFlaw flaw = window.set.steps[i].flaw;
        ++perFlaw.at(static_cast<std::size_t>(flaw));
        all += flaw == StepFlaw::None ? 0 : 1;
    }
    if (all == 0)
        return ", none irregular";
    std::string text = ", " + std::to_string(all) + " irregular";
    std::string list;
    for (std::size_t f = 1; f < perFlaw.size(); ++f) {
        const std::string what(flawText(static_cast<StepFlaw>(f)));
        if (perFlaw.at(f) == all)
            return text + (all == 1 ? ", " : all == 2 ? ", both " : ", all ") + what;
        if (perFlaw.at(f) > 0)
            list += (list.empty() ? "" : ", ") + std::to_string(perFlaw.at(f)) + " " + what;
    }
    return text + " (" + list + ")";
}

std::string_view methodText(StepMethod m)
{
    switch (m) {
    case StepMethod::None:
        break;
    case StepMethod::Nvtx:
        return "the NVTX markers";
    case StepMethod::Graph:
        return "the CUDA graph launches";
    case StepMethod::Collective:
        return "the collectives";
    case StepMethod::KernelSequence:
        return "the kernel sequence";
    }
    return "";
}

std::vector<StepMethod> agreeing(const SteadyWindow& window,
                                 const std::vector<const Candidate*>& others)
{
    const TimeRange host = window.hostRange();
    std::vector<StepMethod> out;
    for (const Candidate* other : others) {
        const auto lo = std::lower_bound(other->begin.begin(), other->begin.end(), host.begin);
        const auto hi = std::lower_bound(lo, other->begin.end(), host.end);
        const auto difference = (hi - lo) - static_cast<std::ptrdiff_t>(window.count());
        if (std::abs(difference) <= 1)
            out.push_back(other->method);
    }
    return out;
}

Confidence judge(const SteadyState& state, const Candidate& candidate)
{
    const auto irregular = static_cast<double>(state.irregularCount);
    if (candidate.isRepeatingBlock || state.cv >= kUnsteadyCv
        || irregular > kManyIrregular * static_cast<double>(state.stepCount))
        return Confidence::Low;
    const bool sure = state.cv < kSteadyCv && !state.proof.agreeing.empty();
    return sure && !candidate.isDoubtful ? Confidence::High : Confidence::Medium;
}

std::string sentence(const SteadyState& state, const Candidate& candidate,
                     const SteadyWindow& window)
{
    std::string text = count(state.stepCount, "step") + " " + candidate.what + ", "
                       + spokenDuration(static_cast<double>(state.p50)) + " median period"
                       + irregularText(window) + ".";
    if (window.set.edges == StepEdges::Device)
        text += " The host runs ahead of the device, so the edges are those of the work on the "
                "device.";
    else if (window.range.begin > window.set.steps[window.first].begin)
        text += " The window begins when the work launched before the first step has ended.";
    if (state.proof.warmupSteps > 0)
        text += " Warm-up: " + count(state.proof.warmupSteps, "step") + " in "
                + spokenDuration(static_cast<double>(state.proof.warmupNs))
                + ", compile calls until then "
                + spokenDuration(static_cast<double>(state.proof.warmupCompileNs)) + ".";
    if (candidate.isDoubtful)
        text += " Less than 80 % of the launches lie inside the ranges.";
    if (candidate.isRepeatingBlock)
        text += " It is a repeating block: nothing says that it is the whole step.";
    for (const StepMethod m : state.proof.agreeing)
        text += " Counting by " + std::string(methodText(m)) + " gives the same number of steps.";
    return text;
}

} // namespace

std::string spokenDuration(double ns)
{
    struct Unit
    {
        double size;
        const char* name;
    };

    constexpr std::array<Unit, 4> kUnits{{{1e9, "s"}, {1e6, "ms"}, {1e3, "\u00b5s"}, {1, "ns"}}};
    const auto fits = [&](const Unit& u) { return std::abs(ns) >= u.size; };
    const auto it = std::find_if(kUnits.begin(), kUnits.end() - 1, fits);
    char text[64];
    const double value = ns / it->size;
    const int digits = it->size <= 1 || value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3;
    std::snprintf(text, sizeof text, "%.*f %s", digits, value, it->name);
    return text;
}

void prove(SteadyState& state, const LaunchBook& book, const Candidate& candidate,
           const SteadyWindow& window, const std::vector<const Candidate*>& others)
{
    const std::vector<StepFacts>& steps = window.set.steps;
    Periods periods;
    for (std::size_t i = window.first; i <= window.last; ++i) {
        if (steps[i].regular())
            periods.inOrder.push_back(steps[i].period());
    }
    periods.sorted = periods.inOrder;
    std::sort(periods.sorted.begin(), periods.sorted.end());
    state.stepCount = window.count();
    state.irregularCount = window.count() - periods.sorted.size();
    state.p50 = static_cast<DurationNs>(periods.percentile(50));
    state.p95 = static_cast<DurationNs>(periods.percentile(95));
    state.max = static_cast<DurationNs>(periods.sorted.back());
    state.cv = coefficientOfVariation(periods.inOrder);
    state.warmupEnd = steps[window.first].begin;

    SteadyProof& proof = state.proof;
    const auto median = static_cast<double>(state.p50);
    proof.robustSpread = robustSpread(periods.inOrder, median);
    proof.drift = drift(periods.inOrder, median);
    proof.loadNs = lengthBetween(book.trace().extent.begin, steps.front().begin);
    proof.warmupNs = lengthBetween(steps.front().begin, steps[window.first].begin);
    proof.warmupSteps = window.first;
    proof.drainSteps = steps.size() - 1 - window.last;
    proof.warmupCompileNs = book.compileTime(candidate.processes, steps[window.first].hostBegin);
    proof.agreeing = agreeing(window, others);
    state.confidence = judge(state, candidate);
    state.reason = sentence(state, candidate, window);
}

} // namespace nv::stepfind
