// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"

#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

/// Which events outside a window does a smaller export need, so that everything said of the window
/// stays the same?  What overlaps the window is kept anyway; beside it:
///   - the calls that issued the kept operations, and every operation a kept call issued;
///   - per device the operations that open and close the gap at an edge of the window, the call
///     that ends it, and what its thread did in the part that lies outside;
///   - per thread the call before and the call after the window: they bound the pieces of host time;
///   - of a long launch the first launch of its kernel: only the first counts as compilation;
///   - the wait that ends what a lost graph replay may have run;
///   - one event of each kind, where the window has none: "not recorded" is another answer.
/// Shape: times are closed at both ends, as nsys keeps an event that ends where its filter begins.
/// Unit: ns.  Cost: O(n log n) for n ops and calls, a byte each.  Errors: only Cancelled.
/// Thread: pure.  Source: verdict.md 1, 2.
namespace nv {

/// Everything a thread did that touches [begin, last].
struct ThreadStretch
{
    std::int64_t globalTid = 0;
    Ns begin = 0;
    Ns last = 0;
    friend auto operator<=>(const ThreadStretch&, const ThreadStretch&) = default;
};

struct KeepPlan
{
    bool everything = false; ///< the window `all`: nothing is left out by time
    TimeRange window;
    std::vector<ThreadStretch> stretches; ///< by thread and time, disjoint
    std::vector<ThreadStretch> moments;   ///< kept calls outside the window: the ranges around them
    /// (correlation id, globalPid without its 24 zeros) of kept operations and calls, ascending.
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    /// (start, end) of kept operations and calls that have no correlation id.
    std::vector<std::pair<Ns, Ns>> lone;
};

/// Sorted, those of a thread that touch made one.
std::vector<ThreadStretch> disjointStretches(std::vector<ThreadStretch> stretches);

Result<KeepPlan> keepPlan(const Analysis& analysis, const Window& window,
                          const std::stop_token& stop);

} // namespace nv
