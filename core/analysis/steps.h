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

/// Why a step is not regular; the first that applies, in this order.
enum class StepFlaw : std::uint8_t
{
    None,
    Compilation,     ///< holds a compile call (by name)
    FirstSeenKernel, ///< holds the first launch of a kernel
    OtherKernels,    ///< its kernels are those of no recurring step
    OtherPeriod,     ///< too long or too short for its kind
};

/// By the TensorRT-LLM marker grammar (host-overhead.md 3.1); None for every other marker.
enum class StepPhase : std::uint8_t
{
    None,
    Context,
    Generation,
};

struct Step
{
    Ns begin = 0;
    Ns end = 0; ///< start of the next step; of the last one its own last op
    bool regular = false;
    StepFlaw flaw = StepFlaw::None;
    StepPhase phase = StepPhase::None;
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

/// What the proposal rests on, beside the figures of SteadyState.
struct SteadyProof
{
    double robustSpread = 0;     ///< median absolute deviation / median of the periods
    double drift = 0;            ///< Theil-Sen slope x steps / median: 0.02 = 2 % slower at the end
    DurationNs loadNs = 0;       ///< capture begin to the first step
    DurationNs warmupNs = 0;     ///< first step to the end of the warm-up
    std::size_t warmupSteps = 0; ///< steps before the warm-up's end
    std::size_t drainSteps = 0;  ///< steps after the window
    DurationNs warmupCompileNs = 0;   ///< compile calls (by name) before the warm-up's end, summed
    std::vector<StepMethod> agreeing; ///< other methods that count the same steps, +-1
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
    SteadyProof proof;  ///< meaningful when found
    std::string reason; ///< why found, or why none
    std::vector<StepAlternative> alternatives;
};

Result<SteadyState> findSteadyState(const BudgetIndex& index, const std::stop_token& stop);

} // namespace nv
