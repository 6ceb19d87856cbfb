// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/iterations.h"

#include <span>

/// What did each iteration hold?
/// Shape: one entry per row of the iterations, about its period and the devices its rank ran
/// kernels on (without ranks: all devices).  Work counts where it was issued, by the start of its
/// API call, where steps have edges on the host; else where it started.
/// Unit: ns.  Cost: O((n + rows) log n).  Errors: none; unfinished when a stop is requested.
/// Thread: pure.  Source: product.md (iterations[]), steady-state.md 2.
namespace nv {

struct IterationFacts
{
    DurationNs busyNs = 0; ///< some kernel, replay, copy or memset was running
    std::uint64_t kernels = 0;
    std::uint64_t copies = 0; ///< and memsets
    std::uint64_t compileCalls = 0;
    std::optional<bool> regular; ///< nullopt: no step of the steady state is this one
    StepFlaw flaw = StepFlaw::None;
};

/// `compileCalls`: the calls of the compile class, as the budget judges them.
std::vector<IterationFacts> iterationFacts(const TraceModel& trace, const SteadyState& steady,
                                           std::span<const CallIndex> compileCalls,
                                           const Iterations& iterations,
                                           const std::stop_token& stop);

} // namespace nv
