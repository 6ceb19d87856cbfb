// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"

namespace nv {

namespace {

constexpr std::size_t kVotesForYes = 2;

bool isAbove(const std::optional<double>& value, double limit)
{
    return value && *value > limit;
}

} // namespace

std::string_view hostMetricKey(HostMetric metric)
{
    switch (metric) {
    case HostMetric::GpuIdle:
        return "gpu_idle_ratio";
    case HostMetric::LaunchOverhead:
        return "launch_overhead_ratio";
    case HostMetric::PrepExposed:
        return "host_prep_exposed_ratio";
    case HostMetric::PrepImpact:
        return "host_prep_perf_impact";
    case HostMetric::PrepAttribution:
        return "host_prep_idle_attribution";
    case HostMetric::Utilization:
        return "gpu_utilization";
    case HostMetric::Nccl:
        return "nccl_ratio";
    case HostMetric::Communication:
        return "communication_ratio";
    case HostMetric::GraphLaunch:
        return "graph_launch_ratio";
    }
    return "";
}

void judge(HostScopeVerdict& result)
{
    const HostThresholds& limits = result.thresholds;
    const HostMetrics& metrics = result.metrics;
    result.votes.clear();
    result.crossed = 0;
    const auto vote = [&](HostMetric metric, double limit, bool crossedBelow) {
        const std::optional<double> value = metrics[metric];
        if (!value)
            return;
        const bool crossed = crossedBelow ? *value < limit : *value > limit;
        result.votes.push_back({metric, limit, crossed});
        result.crossed += crossed ? 1 : 0;
    };
    vote(HostMetric::GpuIdle, limits.gpuIdle, false);
    vote(HostMetric::LaunchOverhead, limits.launchOverhead, false);
    vote(HostMetric::PrepExposed, limits.prepExposed, false);
    vote(HostMetric::PrepImpact, limits.prepImpact, false);
    vote(HostMetric::PrepAttribution, limits.prepAttribution, false);
    vote(HostMetric::Utilization, limits.utilization, true);
    result.isYes = result.crossed >= kVotesForYes;
    result.hostPrepConfirmed =
        isAbove(metrics[HostMetric::PrepImpact], limits.prepImpact)
        && isAbove(metrics[HostMetric::PrepAttribution], limits.prepAttribution);
    result.ncclCaveat = isAbove(metrics[HostMetric::Nccl], limits.ncclCaveat);
}

} // namespace nv
