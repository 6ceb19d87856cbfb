// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps.h"

#include "core/analysis/steps/marker_text.h"
#include "core/analysis/steps/proof.h"

#include <algorithm>
#include <map>

namespace nv {
namespace {

using stepfind::Candidate;
using stepfind::LaunchBook;
using stepfind::SteadyWindow;

constexpr std::size_t kMaxAlternatives = 8;

stepfind::CallNameKinds callNameKinds(const BudgetIndex& index)
{
    stepfind::CallNameKinds kinds;
    for (std::size_t i = 0; i < index.trace()->callNames.size(); ++i) {
        const ApiTraits& traits = index.traits(CallNameId(i));
        const bool waits = traits.sync || (traits.copyOrSet && !traits.async);
        kinds.compile.push_back(traits.compile ? 1 : 0);
        kinds.sync.push_back(waits ? 1 : 0);
    }
    return kinds;
}

/// What every method found, the methods in the order in which they are believed.
Result<std::vector<Candidate>> candidates(LaunchBook& book, const std::stop_token& stop)
{
    NV_TRY(all, stepfind::markerCandidates(book, stop));
    NV_TRY(graph, stepfind::graphCandidate(book, stop));
    NV_TRY(collective, stepfind::collectiveCandidate(book, stop));
    NV_TRY(sequence, stepfind::sequenceCandidate(book, stop));
    for (auto* one : {&graph, &collective, &sequence}) {
        if (*one)
            all.push_back(std::move(**one));
    }
    return std::move(all);
}

/// The listed steps are disjoint even where work of several streams makes them start out of order.
std::vector<Step> listed(const TraceModel& trace, const Candidate& candidate,
                         const SteadyWindow& window)
{
    std::vector<Step> steps;
    steps.reserve(window.set.steps.size());
    for (const stepfind::StepFacts& facts : window.set.steps) {
        Step step;
        step.begin = facts.begin;
        step.end = facts.end;
        step.regular = facts.regular();
        step.flaw = facts.flaw;
        step.phase = facts.phase;
        if (!candidate.label.empty())
            step.label = trace.names.text(candidate.label[facts.source]);
        steps.push_back(std::move(step));
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Step& a, const Step& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i + 1 < steps.size(); ++i)
        steps[i].end = std::min(steps[i].end, steps[i + 1].begin);
    return steps;
}

/// The longest run of pure generation steps with the batch that most of them have.
std::optional<StepAlternative> pureGeneration(const TraceModel& trace, const Candidate& candidate,
                                              const SteadyWindow& window)
{
    std::vector<std::int64_t> batch; // 0: not a generation step
    std::map<std::int64_t, std::size_t> seen;
    for (std::size_t i = window.first; i <= window.last; ++i) {
        const stepfind::StepFacts& step = window.set.steps[i];
        std::int64_t requests = 0;
        if (step.phase == StepPhase::Generation) {
            const std::string_view text = trace.names.text(candidate.label[step.source]);
            requests = stepfind::parseForwardStep(text)->generationRequests;
            ++seen[requests];
        }
        batch.push_back(requests);
    }
    if (seen.empty())
        return std::nullopt;
    const std::int64_t mode =
        std::max_element(seen.begin(), seen.end(), [](const auto& a, const auto& b) {
            return a.second < b.second;
        })->first;
    std::size_t bestBegin = 0;
    std::size_t best = 0;
    for (std::size_t i = 0, run = 0; i < batch.size(); ++i) {
        run = batch[i] == mode ? run + 1 : 0;
        if (run > best) {
            best = run;
            bestBegin = i + 1 - run;
        }
    }
    if (best < stepfind::kMinSteps || best == window.count())
        return std::nullopt;
    const auto& steps = window.set.steps;
    StepAlternative out{
        StepMethod::Nvtx, "generation only, batch " + std::to_string(mode), {}, best};
    out.window.begin = std::max(steps[window.first + bestBegin].begin, window.range.begin);
    out.window.end = steps[window.first + bestBegin + best - 1].end;
    return out;
}

Status addAlternatives(SteadyState& state, LaunchBook& book, const std::vector<Candidate>& all,
                       const Candidate* proposed, const std::stop_token& stop)
{
    const auto isKnown = [&](TimeRange range) {
        return range == state.window
               || std::any_of(state.alternatives.begin(), state.alternatives.end(),
                              [&](const StepAlternative& a) { return a.window == range; });
    };
    for (const Candidate& candidate : all) {
        if (&candidate == proposed || state.alternatives.size() >= kMaxAlternatives
            || candidate.size() < stepfind::kMinSteps)
            continue;
        NV_TRY(window, stepfind::steadyWindow(book, candidate, stop));
        if (window.found && !isKnown(window.range))
            state.alternatives.push_back(
                {candidate.method, candidate.marker, window.range, window.count()});
    }
    return Nothing{};
}

std::string whyNothingRepeats(const TraceModel& trace)
{
    if (trace.ops.size() == 0)
        return "No steps: the capture holds no work on a device.";
    if (trace.opsByCall.empty())
        return "No steps: no work on a device can be traced back to the API call that launched it.";
    return "No steps: no NVTX range, CUDA graph, collective or kernel sequence repeats at least 8 "
           "times.";
}

/// Methods other than the proposed one, each once.
std::vector<const Candidate*> otherMethods(const std::vector<Candidate>& all,
                                           const Candidate& proposed)
{
    std::vector<const Candidate*> out;
    for (const Candidate& c : all) {
        const auto same = [&](const Candidate* o) { return o->method == c.method; };
        if (c.method != proposed.method && std::none_of(out.begin(), out.end(), same))
            out.push_back(&c);
    }
    return out;
}

/// Only the best candidate of each method may be proposed.
bool mayBeProposed(const std::vector<Candidate>& all, std::size_t i)
{
    return all[i].size() >= stepfind::kMinSteps && (i == 0 || all[i - 1].method != all[i].method);
}

} // namespace

std::string_view stepMethodKey(StepMethod m)
{
    switch (m) {
    case StepMethod::None:
        break;
    case StepMethod::Nvtx:
        return "nvtx";
    case StepMethod::Graph:
        return "graph";
    case StepMethod::Collective:
        return "collective";
    case StepMethod::KernelSequence:
        return "kernel-sequence";
    }
    return "none";
}

Result<SteadyState> findSteadyState(const BudgetIndex& index, const std::stop_token& stop)
{
    const TraceModel& trace = *index.trace();
    NV_TRY(book, LaunchBook::build(trace, callNameKinds(index), stop));
    NV_TRY(all, candidates(book, stop));
    SteadyState state;
    for (std::size_t i = 0; i < all.size() && !state.found; ++i) {
        if (!mayBeProposed(all, i))
            continue;
        const Candidate& candidate = all[i];
        NV_TRY(window, stepfind::steadyWindow(book, candidate, stop));
        if (!window.found) {
            if (state.reason.empty())
                state.reason = window.whyNot;
            continue;
        }
        state.found = true;
        state.method = candidate.method;
        state.edges = window.set.edges;
        state.marker = candidate.marker;
        state.window = window.range;
        stepfind::prove(state, book, candidate, window, otherMethods(all, candidate));
        state.steps = listed(trace, candidate, window);
        if (auto generation = pureGeneration(trace, candidate, window))
            state.alternatives.push_back(std::move(*generation));
        Status added = addAlternatives(state, book, all, &candidate, stop);
        if (!added)
            return added.error();
    }
    if (state.reason.empty())
        state.reason = whyNothingRepeats(trace);
    return state;
}

} // namespace nv
