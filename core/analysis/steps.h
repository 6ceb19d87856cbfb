// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Which part of the capture repeats, and how do we know?
/// Shape: the proposed window of whole steps with the steps themselves (ascending by start,
/// disjoint), or none with the reason; candidates that were not proposed stay as alternatives.
/// Unit: ns.  Cost: O(n log n).  Errors: only Cancelled.  Thread: pure.
/// Source: steady-state.md.
namespace nv {

enum class StepMethod : std::uint8_t
{
    None,
    Nvtx,
    Graph,
    Collective,
    KernelSequence,
};
std::string_view
stepMethodKey(StepMethod m); ///< "nvtx", "graph", "collective", "kernel-sequence", "none"

enum class StepEdges : std::uint8_t
{
    Host,
    Device, ///< projected: the host runs ahead
};

enum class Confidence : std::uint8_t
{
    Low,
    Medium,
    High,
};

struct Step
{
    Ns begin = 0;
    Ns end = 0; ///< start of the next step; of the last one its own last op
    bool regular = false;
    std::string label; ///< the marker's text, empty for other methods

    DurationNs period() const { return lengthBetween(begin, end); }
};

struct StepAlternative
{
    StepMethod method = StepMethod::None;
    std::string marker;
    TimeRange window;
    std::size_t steps = 0;
};

struct SteadyState
{
    bool found = false;
    StepMethod method = StepMethod::None;
    StepEdges edges = StepEdges::Host;
    std::string marker;
    TimeRange window;               ///< meaningful when found
    std::size_t stepCount = 0;      ///< regular and irregular ones inside
    std::size_t irregularCount = 0; ///< of them
    std::optional<Ns> warmupEnd;
    std::vector<Step> steps; ///< all steps of the method, also outside the window
    DurationNs p50 = 0;      ///< of the regular steps inside
    DurationNs p95 = 0;
    DurationNs max = 0;
    double cv = 0; ///< standard deviation / mean of the same
    Confidence confidence = Confidence::Low;
    std::string reason; ///< why found, or why none
    std::vector<StepAlternative> alternatives;
};

Result<SteadyState> findSteadyState(const BudgetIndex& index, const std::stop_token& stop);

} // namespace nv
