// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <array>
#include <vector>

/// How long are the gaps?  Nine buckets from back-to-back dispatch to device synchronisation.
/// Lower border inclusive, upper exclusive.  Unit: ns.  Thread: plain values.
/// Source: host-overhead.md 6.1.
namespace nv {

inline constexpr std::size_t kGapBuckets = 9;

using GapSums = std::array<GapTable::Cause, kGapBuckets>; ///< by bucket

/// `length` decides the bucket, `counted` is what falls into the window.
void addGap(GapSums& sums, DurationNs length, DurationNs counted);

void addSums(GapSums& sums, const GapSums& more);

std::vector<GapBucket> gapBuckets(const GapSums& sums);

} // namespace nv
