// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps.h"
#include "core/analysis/steps/launches.h"

#include <optional>
#include <string>
#include <vector>

/// Where could the steps be?  One answer per way of looking, before anybody asked whether they are
/// regular.  Shape: begins ascend.  Unit: ns of the host.  Errors: only Cancelled.  Thread: pure.
/// Source: steady-state.md 1.
namespace nv::stepfind {

inline constexpr std::size_t kMinSteps = 8;

struct Candidate
{
    StepMethod method = StepMethod::None;
    std::string marker;            ///< as every output shows it
    std::string what;              ///< for the reason: "marked by NVTX range 'step #' on thread 42"
    Processes processes;           ///< whose launches count; empty: all
    std::vector<Ns> begin;         ///< of the marker or of the launching call
    std::vector<Ns> end;           ///< empty for methods that know no end
    std::vector<NameId> label;     ///< the markers' texts; empty for other methods
    bool isDoubtful = false;       ///< only the looser share limit was met
    bool isRepeatingBlock = false; ///< repeats, but nothing says that it is the step

    std::size_t size() const { return begin.size(); }
};

/// Best first; the rest as alternatives.
Result<std::vector<Candidate>> markerCandidates(LaunchBook& book, const std::stop_token& stop);
Result<std::optional<Candidate>> graphCandidate(LaunchBook& book, const std::stop_token& stop);
Result<std::optional<Candidate>> collectiveCandidate(LaunchBook& book, const std::stop_token& stop);
Result<std::optional<Candidate>> sequenceCandidate(LaunchBook& book, const std::stop_token& stop);

} // namespace nv::stepfind
