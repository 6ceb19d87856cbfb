// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/table_parts.h"

#include <vector>

/// Which launches of a kernel took much longer than the median launch of the same shape?
/// Shape: the median is that of a launch, its twin: of equal ones the one in the middle by row.
/// Unit: ns.  Cost: O(rows), less where there is one shape.  Errors: none.  Thread: pure.
/// Source: verdict.md 3.
namespace nv {

/// `p50`: of all durations of the slice, at least one.
std::vector<LongLaunch> longLaunches(const KernelSequence& sequence, const Slice& slice, Ns p50,
                                     const TailLimits& limits);

} // namespace nv
