// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <vector>

/// Sums and ranks of durations, by sorting them.  Unit: ns.
namespace nv::test {

/// Of at least one value.
DurationRanks naiveRanks(std::vector<Ns> values);

/// Of at least one value; in file order.
DurationStats naiveStats(std::vector<Ns> values);

} // namespace nv::test
