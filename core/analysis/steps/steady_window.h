// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/regularity.h"

#include <string>

/// Which of a candidate's steps are the steady state?
/// Shape: from the first to the last regular step of the runs of eight of which seven are regular.
/// Unit: ns.  Cost: O(launches + steps log steps).  Errors: only Cancelled; no window is an answer
/// with its reason.  Thread: pure.  Source: steady-state.md 3.
namespace nv::stepfind {

struct SteadyWindow
{
    StepSet set;
    bool found = false;
    std::size_t first = 0; ///< steps [first, last] are inside, where found
    std::size_t last = 0;
    TimeRange range;
    std::string whyNot;

    std::size_t count() const { return last - first + 1; }

    /// When the host issued what is inside.
    TimeRange hostRange() const { return {set.steps[first].hostBegin, set.steps[last].hostEnd}; }
};

Result<SteadyWindow> steadyWindow(LaunchBook& book, const Candidate& candidate,
                                  const std::stop_token& stop);

} // namespace nv::stepfind
