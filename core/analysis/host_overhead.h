// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/collective_iterations.h"
#include "core/analysis/window.h"

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// Is the host holding the GPU back?  The metrics M1-M5, their votes and the verdict for a window.
/// Shape: one value per metric for the whole scope (the mean over the devices that ran a kernel in
/// it, of M2 over the processes that launched) and the same per device.  Busy is kernels and graph
/// replays, clipped to the window; for the window `all` each device is asked about its own span of
/// kernels.
/// Unit: ns for lengths, ratios 0..1; unknown is nullopt.
/// Cost: O(events in the window).  Errors: only Cancelled; a scope without kernels has no verdict
/// and a reason.  Thread: pure, run on a worker.
/// Source: host-overhead.md 0-2, the values marked [RIGHT].
namespace nv {

enum class HostMetric : std::uint8_t
{
    GpuIdle,         ///< M1
    LaunchOverhead,  ///< M2
    PrepExposed,     ///< M3a
    PrepImpact,      ///< M3b
    PrepAttribution, ///< M3c
    Utilization,     ///< M4
    Nccl,            ///< M5, a caveat, never a vote
    Communication,   ///< as M5 with the communication names of verdict.md 1
    GraphLaunch,     ///< as M2 for graph launches, which are no part of it
};
inline constexpr std::size_t kHostMetrics = 9;
/// "gpu_idle_ratio", ...: the JSON key.
std::string_view hostMetricKey(HostMetric metric);

struct HostMetrics : std::array<std::optional<double>, kHostMetrics>
{
    std::optional<double>& operator[](HostMetric m) { return at(static_cast<std::size_t>(m)); }

    std::optional<double> operator[](HostMetric m) const { return at(static_cast<std::size_t>(m)); }
};

struct HostVote
{
    HostMetric metric = HostMetric::GpuIdle;
    double threshold = 0;
    bool crossed = false;
};

struct HostOverheadOptions
{
    std::optional<HostLimits> limits; ///< nullopt: those of the analysis
    bool copiesAreBusy = false;       ///< the definition is about kernels
    bool withPrep = true;             ///< M3
    /// The first that occurs in the text of a range of the trace names host preparation.
    std::vector<std::string> prepNames{"_prepare_tp_inputs", "_prepare_inputs", "prepare_inputs"};
};

struct HostOverheadDevice
{
    DeviceId device;
    TimeRange span;          ///< hull of the time the figures are about
    DurationNs windowNs = 0; ///< that time: of one stretch its length, of a phase its steps
    DurationNs busyNs = 0;
    DurationNs idleNs = 0;
    DurationNs prepNs = 0;        ///< summed over its processes
    DurationNs prepExposedNs = 0; ///< of it, while no kernel ran
    HostMetrics metrics{};
};

/// Metrics, votes and verdict of one scope.
struct HostScopeVerdict
{
    std::optional<bool> isYes; ///< nullopt: no data
    std::string reason;        ///< why there is no verdict
    HostMetrics metrics{};
    std::vector<HostVote> votes; ///< of the metrics that apply, in their order
    std::size_t crossed = 0;
    bool hostPrepConfirmed = false;
    bool ncclCaveat = false;
    HostThresholds thresholds;
    std::vector<HostOverheadDevice> devices; ///< those that ran a kernel in the scope
    std::vector<std::string> warnings;
};

/// The steps of one phase in the window.
struct HostPhase : HostScopeVerdict
{
    StepPhase phase = StepPhase::None;
    std::size_t iterations = 0; ///< steps, each counted once however many ranks marked it
    bool hasGraphs = false;     ///< a graph launch, replay or node falls into one of its steps
    DurationNs windowNs = 0;    ///< sums over the devices
    DurationNs busyNs = 0;
    DurationNs idleNs = 0;
};

struct HostOverhead : HostScopeVerdict ///< of the window: the aggregate
{
    std::string prepName; ///< the name that was found in the trace, or ""
    /// Context, then generation, where the trace marks them; of the ranges of the step markers.
    std::vector<HostPhase> phases;
    /// The same, each step until the next one begins (when that is at most 100 ms after its end).
    std::vector<HostPhase> periodPhases;
    /// A phase can raise the verdict, never lower it; nullopt: no data.
    std::optional<bool> overall;
    CollectiveIterations iterations; ///< what all-reduces say of the steps; its warning is one here
};

Result<HostOverhead> hostOverhead(const Analysis& analysis, const Window& window,
                                  const HostOverheadOptions& options, const std::stop_token& stop);

/// Votes, confirmation and verdict of given metrics.
void judge(HostScopeVerdict& result);

} // namespace nv
