// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host_scope.h"
#include "core/analysis/iterations.h"

/// Which time belongs to the context (prefill) steps of each rank, which to generation (decode)?
/// Shape: at most one entry per phase, context first; a rank is a process that marks steps, its
/// devices those it ran kernels on.
/// Unit: ns, clipped to the window unless that is `all`.
/// Cost: O(n) over ops and iterations.  Errors: none; unfinished when a stop is requested.
/// Thread: pure.  Source: host-overhead.md 1.0.1 and 3.
namespace nv {

struct PhaseSteps
{
    StepPhase phase = StepPhase::None;
    std::size_t iterations = 0; ///< steps, ranks of one step counted once
    ScopeWindows ranges;        ///< the markers
    ScopeWindows periods;       ///< until the next step
};

std::vector<PhaseSteps> phaseSteps(const Analysis& analysis, const Window& window,
                                   const std::stop_token& stop);

/// Does a graph launch, a replay or a kernel of a graph fall into the windows?  O(n).
bool holdsGraphs(const Analysis& analysis, const ScopeWindows& windows);

} // namespace nv
