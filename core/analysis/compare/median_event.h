// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/comparison.h"
#include "core/trace/lane.h"

/// Which event of a capture shows best what a row of a comparison counts?
/// Rule: of those the row counts (in the compared steps, of its rank) the one of median duration,
/// the shorter of two middle ones, of equals the first.
/// Cost: O(n log n) of the kind.  Errors: nullopt when there is none, or a stop is requested.
/// Thread: pure, run on a worker.
namespace nv {

enum class CompareRows : std::uint8_t
{
    Ranges,
    Kernels,
    Api,
    Transfers,
};

std::optional<EventRef> medianEvent(const CompareSide& side, CompareRows rows,
                                    const NamedChange& row, const std::stop_token& stop);

} // namespace nv
