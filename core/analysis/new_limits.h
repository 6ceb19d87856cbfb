// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"

/// The same trace under other limits.
/// Limits that decide the class of an instant rebuild the budget and all that is made from it; the
/// others only replace the values.  The trace itself is shared.
/// Cost: O(n log n), or O(steps).  Errors: only Cancelled.  Thread: pure, run on a worker.
/// Source: verdict.md 1, "Additive in time".
namespace nv {

Result<AnalysisPtr> withThresholds(const Analysis& analysis, const Thresholds& thresholds,
                                   const std::stop_token& stop, Progress& progress);

} // namespace nv
