// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/candidate.h"

#include <algorithm>
#include <vector>

/// What happened in each step, and which steps are like the others?
/// Shape: one StepFacts per step, in the candidate's order (where the edges are the device's, only
/// steps that launched something).  Unit: ns.  Cost: O(launches + steps).  Errors: only Cancelled.
/// Thread: pure.  Source: steady-state.md 2 and 3.
namespace nv::stepfind {

struct StepFacts
{
    Ns begin = 0;
    Ns end = 0;
    Ns hostBegin = 0;
    Ns hostEnd = 0;            ///< launches before it belong to the step
    Ns earlierWork = kMinNs;   ///< latest end of everything launched before hostBegin
    std::uint64_t kernels = 0; ///< hash of the multiset of kernel names
    std::uint32_t kernelCount = 0;
    std::uint32_t source = 0; ///< row of the candidate
    bool compiles = false;
    bool firstSeen = false;
    StepPhase phase = StepPhase::None;
    StepFlaw flaw = StepFlaw::None; ///< set by markRegular

    Ns period() const
    {
        return static_cast<Ns>(std::min<DurationNs>(lengthBetween(begin, end), kMaxNs));
    }

    bool regular() const { return flaw == StepFlaw::None; }
};

struct StepSet
{
    StepEdges edges = StepEdges::Host;
    std::vector<StepFacts> steps;
};

Result<StepSet> stepFacts(LaunchBook& book, const Candidate& candidate,
                          const std::stop_token& stop);

/// Finds by repetition which steps are regular; the others get their flaw.
void markRegular(std::vector<StepFacts>& steps);

} // namespace nv::stepfind
