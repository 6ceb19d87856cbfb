// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/iterations.h"

#include "core/analysis/steps/marker_text.h"
#include "core/base/progress.h"

#include <algorithm>
#include <map>
#include <set>

namespace nv {
namespace {

constexpr DurationNs kSameStepNs = 100'000; ///< of markers without a number, start to start

StepPhase phaseOf(const stepfind::ForwardStep& step)
{
    if (step.contextRequests > 0)
        return StepPhase::Context;
    return step.generationRequests > 0 ? StepPhase::Generation : StepPhase::None;
}

/// Every marker of the grammar, by start; a text is parsed once.
std::vector<Iteration> markedSteps(const TraceModel& trace, const std::stop_token& stop)
{
    std::vector<std::optional<stepfind::ForwardStep>> parsed(trace.names.size());
    for (std::size_t n = 0; n < parsed.size() && !shouldStop(stop, n); ++n)
        parsed[n] = stepfind::parseForwardStep(trace.names.text(NameId(n)));
    const RangeTable& ranges = trace.ranges;
    std::vector<Iteration> rows;
    for (std::size_t i = 0; i < ranges.size() && !shouldStop(stop, i); ++i) {
        if (ranges.text[i].isNone() || ranges.kind[i] == RangeKind::Mark || ranges.isOpen[i] != 0)
            continue;
        const auto& step = parsed[ranges.text[i]()];
        if (!step || ranges.thread[i].isNone())
            continue;
        Iteration row;
        row.number = step->number;
        row.process = trace.threads[ranges.thread[i]()].process;
        row.label = ranges.text[i];
        row.phase = phaseOf(*step);
        row.isMixed = step->contextRequests > 0 && step->generationRequests > 0;
        row.contextRequests = step->contextRequests;
        row.generationRequests = step->generationRequests;
        row.range = {ranges.start[i], ranges.end[i]};
        if (!row.process.isNone())
            rows.push_back(row);
    }
    return rows;
}

/// Gives rows of one step one index.  A number names the step; a process that says a number it has
/// said before is rejected.  Without a number, what begins within 100 us of the first is one step.
void groupSteps(Iterations& out)
{
    std::map<std::int64_t, std::size_t> ofNumber;
    std::set<std::pair<std::int64_t, std::uint32_t>> said;
    std::optional<Ns> anchor;
    std::vector<Iteration> kept;
    for (Iteration& row : out.rows) {
        if (row.number) {
            if (!said.emplace(*row.number, row.process.value).second) {
                ++out.rejected;
                continue;
            }
            const auto [it, isNew] = ofNumber.try_emplace(*row.number, out.stepCount);
            out.stepCount += isNew ? 1 : 0;
            row.index = it->second;
        } else {
            if (!anchor || lengthBetween(*anchor, row.range.begin) >= kSameStepNs) {
                anchor = row.range.begin;
                ++out.stepCount;
            }
            row.index = out.stepCount - 1;
        }
        kept.push_back(row);
    }
    out.rows = std::move(kept);
}

/// Of each rank: a step reaches until its next one begins, whatever phase that is of.
void setPeriods(Iterations& out)
{
    std::map<std::uint32_t, Iteration*> last;
    for (Iteration& row : out.rows) {
        row.periodEnd = row.range.end;
        Iteration*& before = last[row.process.value];
        if (before != nullptr) {
            out.overlapping += row.range.begin < before->range.end ? 1 : 0;
            if (lengthBetween(before->range.end, row.range.begin) <= kLongestStepGapNs)
                before->periodEnd = row.range.begin;
        }
        before = &row;
    }
}

void setRanks(const TraceModel& trace, Iterations& out)
{
    for (const Iteration& row : out.rows)
        out.ranks.push_back(row.process);
    std::sort(out.ranks.begin(), out.ranks.end(), [&](ProcessId a, ProcessId b) {
        return trace.processes[a()].globalId < trace.processes[b()].globalId;
    });
    out.ranks.erase(std::unique(out.ranks.begin(), out.ranks.end()), out.ranks.end());
    for (Iteration& row : out.rows)
        row.rank = static_cast<std::size_t>(
            std::find(out.ranks.begin(), out.ranks.end(), row.process) - out.ranks.begin());
}

std::vector<Iteration> steadySteps(const TraceModel& trace, const SteadyState& steady)
{
    std::vector<Iteration> rows;
    rows.reserve(steady.steps.size());
    for (const Step& step : steady.steps) {
        Iteration row;
        row.index = rows.size();
        row.label = trace.names.find(step.label);
        row.phase = step.phase;
        row.range = {step.begin, step.end};
        row.periodEnd = step.end;
        rows.push_back(row);
    }
    return rows;
}

} // namespace

Iterations findIterations(const TraceModel& trace, const SteadyState& steady,
                          const std::stop_token& stop)
{
    Iterations out;
    out.rows = markedSteps(trace, stop);
    if (out.rows.empty()) {
        out.rows = steadySteps(trace, steady);
        out.stepCount = out.rows.size();
        return out;
    }
    groupSteps(out);
    setPeriods(out);
    setRanks(trace, out);
    return out;
}

} // namespace nv
