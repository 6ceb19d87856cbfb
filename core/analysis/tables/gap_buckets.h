// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <vector>

/// How long are the gaps?  Nine buckets from back-to-back dispatch to device synchronisation.
/// Lower border inclusive, upper exclusive.  Unit: ns.  Thread: plain values.
/// Source: host-overhead.md 6.1.
namespace nv {

std::vector<GapBucket> emptyGapBuckets();

/// `length` decides the bucket, `counted` is what falls into the window.
void addGap(std::vector<GapBucket>& buckets, DurationNs length, DurationNs counted);

} // namespace nv
