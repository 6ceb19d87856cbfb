// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/candidate.h"
#include "core/analysis/steps/marker_groups.h"
#include "core/analysis/steps/marker_text.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace nv::stepfind {
namespace {

constexpr double kShare = 0.8;
constexpr double kLooseShare = 0.5;
constexpr std::size_t kMaxCandidates = 5;

Candidate toCandidate(const TraceModel& trace, const MarkerGroup& group)
{
    Candidate c;
    c.method = StepMethod::Nvtx;
    c.marker = foldedText(trace.names.text(trace.ranges.text[group.ranges.front()()]));
    const Thread& thread = trace.threads[group.thread()];
    char share[32];
    std::snprintf(share, sizeof share, "%.0f %%", 100 * group.share);
    c.what = "marked by NVTX range '" + c.marker + "' on thread " + std::to_string(thread.tid)
             + ", which holds " + share + " of the launches between them";
    c.processes = {group.process};
    for (const RangeIndex r : group.ranges) {
        c.begin.push_back(trace.ranges.start[r()]);
        c.end.push_back(trace.ranges.end[r()]);
        c.label.push_back(trace.ranges.text[r()]);
    }
    return c;
}

/// Step numbers of a group whose markers carry one each, none twice; empty otherwise.
std::map<std::int64_t, RangeIndex> numbersOf(const TraceModel& trace, const MarkerGroup& group)
{
    std::map<std::int64_t, RangeIndex> out;
    for (const RangeIndex r : group.ranges) {
        const auto step = parseForwardStep(trace.names.text(trace.ranges.text[r()]));
        if (!step || !step->number || !out.emplace(*step->number, r).second)
            return {};
    }
    return out;
}

/// Every rank of a tensor-parallel run marks the same step: one step from the first rank's begin to
/// the last one's end, counting the launches of all of them.  host-overhead.md 3.3.
void mergeRanks(const TraceModel& trace, const std::vector<MarkerGroup>& groups,
                const MarkerGroup& own, Candidate& candidate)
{
    std::map<std::int64_t, RangeIndex> mine = numbersOf(trace, own);
    if (mine.empty())
        return;

    struct Merged
    {
        Ns begin;
        Ns end;
        NameId label;
    };

    std::map<std::int64_t, Merged> steps;
    for (const auto& [number, r] : mine)
        steps[number] = {trace.ranges.start[r()], trace.ranges.end[r()], trace.ranges.text[r()]};
    Processes processes = candidate.processes;
    for (const MarkerGroup& other : groups) {
        if (other.text != own.text
            || std::find(processes.begin(), processes.end(), other.process) != processes.end())
            continue;
        const auto theirs = numbersOf(trace, other);
        if (theirs.empty())
            continue;
        processes.push_back(other.process);
        for (const auto& [number, r] : theirs) {
            if (const auto it = steps.find(number); it != steps.end()) {
                it->second.begin = std::min(it->second.begin, trace.ranges.start[r()]);
                it->second.end = std::max(it->second.end, trace.ranges.end[r()]);
            }
        }
    }
    if (processes.size() == 1)
        return;
    std::vector<Merged> ordered;
    ordered.reserve(steps.size());
    for (const auto& [number, step] : steps)
        ordered.push_back(step);
    std::sort(ordered.begin(), ordered.end(),
              [](const Merged& a, const Merged& b) { return a.begin < b.begin; });
    candidate.begin.clear();
    candidate.end.clear();
    candidate.label.clear();
    for (const Merged& step : ordered) {
        candidate.begin.push_back(step.begin);
        candidate.end.push_back(step.end);
        candidate.label.push_back(step.label);
    }
    candidate.what += ", of " + std::to_string(processes.size()) + " ranks by step number";
    std::sort(processes.begin(), processes.end());
    candidate.processes = std::move(processes);
}

/// The groups that reach `limit`: steps first, by share, then earliest; after them what lies inside
/// another one (layers, phases), which may be offered but is never proposed.
struct Ranking
{
    std::vector<const MarkerGroup*> steps;
    std::vector<const MarkerGroup*> inner;
};

Result<Ranking> rank(const TraceModel& trace, const std::vector<MarkerGroup>& groups, double limit,
                     const std::stop_token& stop)
{
    std::vector<const MarkerGroup*> reaching;
    for (const MarkerGroup& g : groups) {
        if (g.share >= limit)
            reaching.push_back(&g);
    }
    const auto firstBegin = [&](const MarkerGroup* g) {
        return trace.ranges.start[g->ranges.front()()];
    };
    std::stable_sort(
        reaching.begin(), reaching.end(), [&](const MarkerGroup* a, const MarkerGroup* b) {
            return a->share != b->share ? a->share > b->share : firstBegin(a) < firstBegin(b);
        });
    Ranking out;
    for (const MarkerGroup* g : reaching) {
        bool isInner = false;
        for (const MarkerGroup* other : reaching) {
            if (stop.stop_requested())
                return cancelled();
            isInner = other != g && other->thread == g->thread && isNested(trace, *g, *other);
            if (isInner)
                break;
        }
        (isInner ? out.inner : out.steps).push_back(g);
        if (out.steps.size() == kMaxCandidates)
            break;
    }
    return out;
}

} // namespace

Result<std::vector<Candidate>> markerCandidates(LaunchBook& book, const std::stop_token& stop)
{
    const TraceModel& trace = book.trace();
    NV_TRY(groups, markerGroups(book, stop));
    std::vector<Candidate> out;
    for (const double limit : {kShare, kLooseShare}) {
        NV_TRY(ranking, rank(trace, groups, limit, stop));
        if (ranking.steps.empty())
            continue;
        for (const auto* list : {&ranking.steps, &ranking.inner}) {
            for (const MarkerGroup* group : *list) {
                if (out.size() == kMaxCandidates)
                    break;
                out.push_back(toCandidate(trace, *group));
                out.back().isDoubtful = limit < kShare;
                mergeRanks(trace, groups, *group, out.back());
            }
        }
        break;
    }
    return out;
}

} // namespace nv::stepfind
