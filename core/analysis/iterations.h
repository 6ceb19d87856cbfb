// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps.h"

#include <optional>
#include <stop_token>
#include <vector>

/// Which steps did each rank mark, in which phase?
/// Shape: one row per rank and step, ascending by begin; rows of one step share its index.  Where
/// no marker of the TensorRT-LLM grammar is in the trace, the steps of the steady state, of no
/// rank and no phase.
/// Unit: ns.  Cost: O(ranges + steps · log steps).  Errors: none.  Thread: pure.
/// Source: host-overhead.md 1.0.1, 3.1-3.4, the values marked [RIGHT].
namespace nv {

struct Iteration
{
    std::size_t index = 0;              ///< of the step, in the order of time
    std::optional<std::int64_t> number; ///< the step number the marker says
    ProcessId process;                  ///< none: not of one rank
    std::size_t rank = 0;               ///< position among the processes that mark, by id
    NameId label;                       ///< the marker's text; none without one
    StepPhase phase = StepPhase::None;
    bool isMixed = false; ///< context and generation requests in one step; counts as context
    std::int64_t contextRequests = 0;
    std::int64_t generationRequests = 0;
    TimeRange range; ///< of the marker
    Ns periodEnd = 0;

    TimeRange period() const { return {range.begin, periodEnd}; }
};

struct Iterations
{
    std::vector<Iteration> rows;
    std::vector<ProcessId> ranks; ///< empty when no process marks steps
    std::size_t stepCount = 0;    ///< ranks of one step counted once
    std::size_t rejected = 0;     ///< second markers of a step by the same process
    std::size_t overlapping = 0;  ///< steps that begin before the one before has ended
};

Iterations findIterations(const TraceModel& trace, const SteadyState& steady,
                          const std::stop_token& stop);

/// A step that ends this long before the next one begins is not charged for the time between.
inline constexpr DurationNs kLongestStepGapNs = 100'000'000;

} // namespace nv
