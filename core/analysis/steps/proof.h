// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/steady_window.h"

/// Why should anybody believe the proposal?  Statistics of the periods, what the warm-up held,
/// which other method counts the same steps, and the sentences that say so.
/// Unit: ns.  Cost: O(steps log steps); the drift from at most 400 steps.  Thread: pure.
/// Source: steady-state.md 4.
namespace nv::stepfind {

/// Fills figures, proof, confidence and reason of a found state; `others`: the other methods.
void prove(SteadyState& state, const LaunchBook& book, const Candidate& candidate,
           const SteadyWindow& window, const std::vector<const Candidate*>& others);

/// "140.2 ms": four digits, a readable unit.
std::string spokenDuration(double ns);

} // namespace nv::stepfind
