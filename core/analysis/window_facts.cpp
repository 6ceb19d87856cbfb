// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window_facts.h"

#include "core/analysis/tables/table_index.h"

#include <algorithm>

namespace nv {
namespace {

/// Operations [first, last) begin in the window.
struct BegunOps
{
    std::size_t first = 0;
    std::size_t last = 0;
};

BegunOps begunIn(const OpTable& ops, TimeRange window)
{
    const auto before = [&ops](Ns t) {
        return static_cast<std::size_t>(std::lower_bound(ops.start.begin(), ops.start.end(), t)
                                        - ops.start.begin());
    };
    const std::size_t first = before(window.begin);
    return {first, std::max(first, before(window.end))};
}

std::uint64_t countOf(const OpTable& ops, BegunOps begun, OpKind kind)
{
    return static_cast<std::uint64_t>(
        std::count(ops.kind.begin() + begun.first, ops.kind.begin() + begun.last, kind));
}

std::uint64_t kernelsOf(const Analysis& analysis, BegunOps begun)
{
    if (!analysis.tables)
        return countOf(analysis.trace->ops, begun, OpKind::Kernel);
    std::uint64_t kernels = 0;
    for (const KernelSequence& name : analysis.tables->kernels)
        kernels += name.rows.lowerBound(static_cast<std::int64_t>(begun.last))
                   - name.rows.lowerBound(static_cast<std::int64_t>(begun.first));
    return kernels;
}

} // namespace

WindowFacts windowFacts(const Analysis& analysis, const Window& window)
{
    WindowFacts facts;
    facts.steps = window.steps;
    const std::span<const Step> steps = wholeSteps(analysis, window.range);
    if (!steps.empty()) {
        double sum = 0;
        for (const Step& step : steps)
            sum += static_cast<double>(step.period());
        facts.perStepNs = sum / static_cast<double>(steps.size());
    }
    const TraceModel& trace = *analysis.trace;
    const BegunOps begun = begunIn(trace.ops, window.range);
    if (!trace.graphVariants.empty())
        facts.replays = countOf(trace.ops, begun, OpKind::GraphReplay);
    const std::uint64_t kernels = kernelsOf(analysis, begun);
    const bool areMissing = analysis.budget->hasLaunches() && !analysis.budget->hasKernelRows();
    if (kernels > 0 || (facts.replays == 0 && !areMissing))
        facts.kernels = kernels;
    return facts;
}

} // namespace nv
