// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"

#include "core/analysis/collective_iterations.h"
#include "core/analysis/host_phases.h"
#include "core/base/interval_ops.h"

#include <algorithm>

namespace nv {

namespace {

double ratio(DurationNs part, DurationNs whole)
{
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Mean of the values that are known.
class Mean
{
public:
    void add(std::optional<double> value)
    {
        if (!value)
            return;
        m_sum += *value;
        m_count += 1;
    }

    std::optional<double> value() const
    {
        return m_count > 0 ? std::optional(m_sum / m_count) : std::nullopt;
    }

private:
    double m_sum = 0;
    double m_count = 0;
};

/// The metrics of a scope that was collected.
class HostOverheadBuilder
{
public:
    explicit HostOverheadBuilder(const HostScope& scope)
        : m_scope(scope)
    {}

    /// False: no kernel ran in the scope.
    bool addTo(HostScopeVerdict& result, bool withPrep) const
    {
        for (std::size_t d = 0; d < m_scope.devices.size(); ++d) {
            if (m_scope.devices[d].ranKernel)
                result.devices.push_back(deviceRow(DeviceId(d)));
        }
        if (result.devices.empty())
            return false;
        result.metrics = headline(result.devices);
        judge(result);
        addWarnings(result, withPrep);
        return true;
    }

private:
    HostOverheadDevice deviceRow(DeviceId device) const;
    void addPrep(DeviceId device, HostOverheadDevice& row) const;
    HostMetrics headline(const std::vector<HostOverheadDevice>& rows) const;
    std::optional<double> launchValue(const Mean& mean) const;
    void addWarnings(HostScopeVerdict& result, bool withPrep) const;

    const HostScope& m_scope;
};

std::optional<double> launchRatio(std::optional<DurationNs> launched, const ProcessTime& process)
{
    return launched && process.windowNs > 0 ? std::optional(ratio(*launched, process.windowNs))
                                            : std::nullopt;
}

bool uses(const ProcessTime& process, DeviceId device)
{
    const std::vector<DeviceId>& used = process.devices;
    return std::find(used.begin(), used.end(), device) != used.end();
}

/// Without a launch the ratio is 0 where calls were recorded at all, else it is not known.
std::optional<double> HostOverheadBuilder::launchValue(const Mean& mean) const
{
    if (mean.value())
        return mean.value();
    return m_scope.hasCalls ? std::optional(0.0) : std::nullopt;
}

void HostOverheadBuilder::addPrep(DeviceId device, HostOverheadDevice& row) const
{
    Mean exposedRatio;
    Mean impact;
    Mean attribution;
    const DeviceTime& time = m_scope.devices[device()];
    for (const ProcessTime& process : m_scope.processes) {
        if (!uses(process, device))
            continue;
        const IntervalSet prep = intersected(process.prep, time.windows);
        const DurationNs total = totalLength(prep);
        if (total == 0)
            continue;
        const DurationNs exposed = total - overlapLength(prep, time.busy);
        row.prepNs += total;
        row.prepExposedNs += exposed;
        exposedRatio.add(ratio(exposed, total));
        impact.add(ratio(exposed, row.windowNs));
        attribution.add(ratio(exposed, row.idleNs));
    }
    row.metrics[HostMetric::PrepExposed] = exposedRatio.value();
    row.metrics[HostMetric::PrepImpact] = impact.value();
    row.metrics[HostMetric::PrepAttribution] = attribution.value();
}

HostOverheadDevice HostOverheadBuilder::deviceRow(DeviceId device) const
{
    const DeviceTime& time = m_scope.devices[device()];
    HostOverheadDevice row;
    row.device = device;
    row.span = time.span();
    row.windowNs = time.windowNs;
    row.busyNs = time.busyNs;
    row.idleNs = time.windowNs - time.busyNs;
    row.metrics[HostMetric::GpuIdle] = ratio(row.idleNs, row.windowNs);
    row.metrics[HostMetric::Utilization] = ratio(row.busyNs, row.windowNs);
    row.metrics[HostMetric::Nccl] = ratio(time.ncclNs, time.busyNs);
    row.metrics[HostMetric::Communication] = ratio(time.communicationNs, time.busyNs);
    Mean launch;
    Mean graphLaunch;
    for (const ProcessTime& process : m_scope.processes) {
        if (!uses(process, device))
            continue;
        launch.add(launchRatio(process.launchNs, process));
        graphLaunch.add(launchRatio(process.graphLaunchNs, process));
    }
    row.metrics[HostMetric::LaunchOverhead] = launchValue(launch);
    row.metrics[HostMetric::GraphLaunch] = launchValue(graphLaunch);
    addPrep(device, row);
    return row;
}

HostMetrics HostOverheadBuilder::headline(const std::vector<HostOverheadDevice>& rows) const
{
    HostMetrics metrics{};
    for (std::size_t m = 0; m < kHostMetrics; ++m) {
        Mean mean;
        for (const HostOverheadDevice& row : rows)
            mean.add(row.metrics.at(m));
        metrics.at(m) = mean.value();
    }
    Mean launch;
    Mean graphLaunch;
    for (const ProcessTime& process : m_scope.processes) {
        launch.add(launchRatio(process.launchNs, process));
        graphLaunch.add(launchRatio(process.graphLaunchNs, process));
    }
    metrics[HostMetric::LaunchOverhead] = launchValue(launch);
    metrics[HostMetric::GraphLaunch] = launchValue(graphLaunch);
    return metrics;
}

std::string noDataReason(const TraceModel& model, const Window& window)
{
    for (std::size_t i = 0; i < model.ops.size(); ++i) {
        if (!isKernelOrReplay(model, i))
            continue;
        return window.source == WindowSource::All
                   ? "The kernels of this capture have no length, so there is no time to share out."
                   : "No kernel ran in this window.";
    }
    return "The capture holds no GPU kernels.";
}

void HostOverheadBuilder::addWarnings(HostScopeVerdict& result, bool withPrep) const
{
    if (result.ncclCaveat)
        result.warnings.emplace_back(
            "NCCL takes a large part of the time in which the GPU works, so idle gaps may be waits "
            "for communication.");
    if (m_scope.hasReplays)
        result.warnings.emplace_back("CUDA graphs were recorded as whole replays: what runs inside "
                                     "them counts as busy, kernels inside are not seen.");
    if (!result.metrics[HostMetric::LaunchOverhead])
        result.warnings.emplace_back(
            "No CUDA API calls were recorded in this window, so the launch overhead is not known.");
    if (withPrep && m_scope.prepName.empty())
        result.warnings.emplace_back(
            "No NVTX range is named as host preparation, so its exposure is not known.");
}

const HostLimits& limitsOf(const Analysis& analysis, const HostOverheadOptions& options)
{
    return options.limits ? *options.limits : analysis.thresholds.hostOverhead;
}

HostPhase phaseOf(const Analysis& analysis, const PhaseSteps& steps, const ScopeWindows& windows,
                  const HostOverheadOptions& options, const std::stop_token& stop)
{
    const HostScope scope = collectHostScope(analysis, windows, options, stop);
    const HostLimits& limits = limitsOf(analysis, options);
    HostPhase phase;
    phase.phase = steps.phase;
    phase.iterations = steps.iterations;
    phase.thresholds = steps.phase == StepPhase::Context ? limits.context : limits.generation;
    if (!HostOverheadBuilder(scope).addTo(phase, options.withPrep))
        phase.reason = "No kernel ran in the steps of this phase.";
    phase.hasGraphs = holdsGraphs(analysis, windows);
    for (const HostOverheadDevice& device : phase.devices) {
        phase.windowNs += device.windowNs;
        phase.busyNs += device.busyNs;
        phase.idleNs += device.idleNs;
    }
    return phase;
}

/// YES if the aggregate or a phase says so.
std::optional<bool> overallOf(const HostOverhead& result)
{
    std::optional<bool> overall = result.isYes;
    for (const HostPhase& phase : result.phases)
        if (phase.isYes)
            overall = overall.value_or(false) || *phase.isYes;
    return overall;
}

} // namespace

Result<HostOverhead> hostOverhead(const Analysis& analysis, const Window& window,
                                  const HostOverheadOptions& options, const std::stop_token& stop)
{
    const HostScope scope = collectHostScope(analysis, window, options, stop);
    HostOverhead result;
    result.thresholds = limitsOf(analysis, options).aggregate;
    result.prepName = scope.prepName;
    if (!HostOverheadBuilder(scope).addTo(result, options.withPrep))
        result.reason = noDataReason(*analysis.trace, window);
    for (const PhaseSteps& steps : phaseSteps(analysis, window, stop)) {
        result.phases.push_back(phaseOf(analysis, steps, steps.ranges, options, stop));
        result.periodPhases.push_back(phaseOf(analysis, steps, steps.periods, options, stop));
    }
    result.overall = overallOf(result);
    result.iterations = collectiveIterations(analysis, window, stop);
    if (!result.iterations.warning.empty())
        result.warnings.push_back(result.iterations.warning);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "The host-overhead metrics were not finished.", {}};
    return result;
}

} // namespace nv
