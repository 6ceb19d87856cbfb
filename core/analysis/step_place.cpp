// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_place.h"

#include <algorithm>

namespace nv {

std::int64_t stepNumber(const Iteration& step)
{
    return step.number.value_or(static_cast<std::int64_t>(step.index) + 1);
}

Ns stepTimeOf(const Analysis& analysis, OpIndex op)
{
    const TraceModel& trace = *analysis.trace;
    const CallIndex call = trace.ops.call[op()];
    return call.isNone() || analysis.steady.edges == StepEdges::Device ? trace.ops.start[op()]
                                                                       : trace.calls.start[call()];
}

std::optional<std::size_t> iterationAt(const Iterations& iterations, ProcessId process, Ns t)
{
    const auto& rows = iterations.rows;
    auto row = std::upper_bound(rows.begin(), rows.end(), t,
                                [](Ns at, const Iteration& r) { return at < r.range.begin; });
    while (row != rows.begin()) {
        --row;
        const bool isOwn = iterations.ranks.empty() || row->process == process;
        if (isOwn && row->period().contains(t))
            return static_cast<std::size_t>(row - rows.begin());
    }
    return std::nullopt;
}

} // namespace nv
