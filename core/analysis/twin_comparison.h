// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/event_details.h"

/// What is different between an operation and its *median twin*, the like of it that stands at the
/// median of the window (event_details.h)?
/// Shape: the details of both, and what was around each on its device.
/// Unit: ns.  Cost: O(operations).  Errors: only Cancelled; without twins in the window nullopt.
/// Thread: pure, run on a worker.
namespace nv {

struct Surroundings
{
    std::uint64_t kernelsBeside = 0; ///< kernels and replays of its device that overlap it
    std::uint64_t copiesBeside = 0;  ///< and memsets
    /// How long its stream had been idle; 0 where it overlaps what came before; nullopt: nothing
    /// ran on it before.
    std::optional<DurationNs> idleBefore;
    std::optional<double> placeInStep; ///< 0..1; nullopt outside of the steps
};

struct TwinComparison
{
    EventDetails own;
    EventDetails twin;
    Surroundings aroundOwn;
    Surroundings aroundTwin;
};

Result<std::optional<TwinComparison>> compareWithTwin(const Analysis& analysis,
                                                      const Window& window, OpIndex op,
                                                      const std::stop_token& stop);

} // namespace nv
