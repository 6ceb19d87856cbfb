// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/candidate.h"

#include <algorithm>
#include <unordered_map>

namespace nv::stepfind {
namespace {

struct Count
{
    std::size_t launches = 0;
    OpIndex first; ///< of equally frequent graphs the one that ran first
};

} // namespace

Result<std::optional<Candidate>> graphCandidate(LaunchBook& book, const std::stop_token& stop)
{
    const TraceModel& trace = book.trace();
    const Launches& launches = book.of({});
    const auto execOf = [&](OpIndex op) {
        return trace.graphVariants[trace.ops.variant[op()]].graphExecId;
    };
    std::unordered_map<std::int64_t, Count> counts;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        const OpIndex op = launches.op[i];
        if (trace.ops.kind[op()] != OpKind::GraphReplay)
            continue;
        Count& count = counts[execOf(op)];
        ++count.launches;
        count.first = std::min(count.first, op); // none() is the largest
    }
    Count best;
    std::int64_t exec = 0;
    for (const auto& [id, count] : counts) {
        if (count.launches > best.launches
            || (count.launches == best.launches && count.first < best.first)) {
            best = count;
            exec = id;
        }
    }
    if (best.launches < kMinSteps)
        return std::optional<Candidate>();
    Candidate c;
    c.method = StepMethod::Graph;
    c.marker = "graph";
    c.what = "marked by the launches of CUDA graph " + std::to_string(exec);
    for (std::size_t i = 0; i < launches.size(); ++i) {
        if (shouldStop(stop, i))
            return cancelled();
        const OpIndex op = launches.op[i];
        if (trace.ops.kind[op()] != OpKind::GraphReplay || execOf(op) != exec)
            continue;
        c.begin.push_back(launches.at[i]);
        c.end.push_back(trace.calls.end[trace.ops.call[op()]()]);
    }
    return std::optional(std::move(c));
}

} // namespace nv::stepfind
