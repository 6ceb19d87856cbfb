// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <span>
#include <vector>

/// The algebra of stretches of time that every metric is built from.
/// Shape: an *interval set* is a vector of half-open, non-empty ranges, ascending, disjoint and not
/// touching; `merged` makes one from anything, all others take and give such sets.
/// Unit: ns; lengths are exact also across the whole of int64.
/// Cost: `merged` O(n log n), O(n) when already ascending; all others O(n + m).
/// Errors: none; the empty set is a set.  Thread: pure functions.
/// Source: host-overhead.md 0 (touching intervals fuse, a zero-length interval has no measure).
namespace nv {

using IntervalSet = std::vector<TimeRange>;

/// The union of any ranges, in any order, overlapping, touching or empty.
IntervalSet merged(std::vector<TimeRange> ranges);

IntervalSet intersected(std::span<const TimeRange> a, std::span<const TimeRange> b);

/// The part of `a` outside `b`.
IntervalSet subtracted(std::span<const TimeRange> a, std::span<const TimeRange> b);

/// The part of `a` inside `window`.
IntervalSet clipped(std::span<const TimeRange> a, TimeRange window);

/// The part of `window` outside `a`: before the first, between, after the last.
IntervalSet gapsWithin(std::span<const TimeRange> a, TimeRange window);

DurationNs totalLength(std::span<const TimeRange> a);

/// totalLength(intersected(a, b)) without making the set.
DurationNs overlapLength(std::span<const TimeRange> a, std::span<const TimeRange> b);

} // namespace nv
