// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/window.h"

#include <optional>
#include <string>
#include <vector>

/// Which iterations do the all-reduces of each rank show, and do the step markers agree?
/// Shape: a rank is a process on a device that runs all-reduce kernels ("allreduce" in the short
/// name, any case).  A pause of more than 1 ms after the latest end so far begins an iteration.  The
/// benchmark phase is the last stretch without a pause of more than 100 ms that has at least five
/// iterations, half of them or more with the common count.  Where steps are marked these count; the
/// all-reduces only check them, inside the window.
/// Unit: ns.  Cost: O(ops + iterations), O(1) without all-reduces.  Errors: none; unfinished when a
/// stop is requested.  Thread: pure.
/// Source: host-overhead.md 4.2, 4.4, quirks Q19, Q35, Q38, the values marked [RIGHT].
namespace nv {

struct CollectiveIteration
{
    TimeRange range; ///< first start to latest end of its all-reduces
    std::size_t count = 0;
};

struct CollectiveRank
{
    ProcessId process;
    DeviceId device;
    std::vector<CollectiveIteration> iterations; ///< of those that start inside the window
    std::size_t common = 0; ///< the most frequent count, of several the one seen first
    /// First and one past the last iteration of the benchmark phase; nullopt when there is none.
    std::optional<std::pair<std::size_t, std::size_t>> benchmark;
    std::optional<std::size_t> marked; ///< steps with requests it marked there; nullopt: marks none
};

struct CollectiveIterations
{
    std::vector<CollectiveRank> ranks; ///< by process id, device
    bool areMarkersUsed = false;       ///< steps are marked, which says more than pauses do
    std::string warning;               ///< the two counts of a rank differ by more than one, or ""
};

CollectiveIterations collectiveIterations(const Analysis& analysis, const Window& window,
                                          const std::stop_token& stop);

} // namespace nv
