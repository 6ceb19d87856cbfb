// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"

#include <optional>

/// To which step does an event belong, and what is that step called?
/// Shape: a row of Analysis::iterations; every panel, report and sentence names it by stepNumber.
/// Unit: ns.  Cost: O(log steps), where ranks mark theirs O(steps) at worst.  Errors: none.
/// Thread: pure.  Source: steady-state.md 2.
namespace nv {

/// The number its marker says, else its place from 1 on.
std::int64_t stepNumber(const Iteration& step);

/// When an operation counts: steps with edges on the host hold what was issued in them, those of
/// the device what ran in them.
Ns stepTimeOf(const Analysis& analysis, OpIndex op);

/// The row whose period holds `t`; where ranks mark their steps one of `process`.
std::optional<std::size_t> iterationAt(const Iterations& iterations, ProcessId process, Ns t);

} // namespace nv
