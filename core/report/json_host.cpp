// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collective_iterations.h"
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv::json {

using Value = nlohmann::ordered_json;

namespace {

Value metricsJson(const HostMetrics& metrics)
{
    Value json = Value::object();
    for (std::size_t i = 0; i < kHostMetrics; ++i) {
        const auto metric = static_cast<HostMetric>(i);
        json[std::string(hostMetricKey(metric))] =
            metrics[metric] ? Value(*metrics[metric]) : Value();
    }
    return json;
}

Value limitsJson(const HostThresholds& limits)
{
    return {{"gpu_idle_ratio", limits.gpuIdle},
            {"launch_overhead_ratio", limits.launchOverhead},
            {"host_prep_exposed_ratio", limits.prepExposed},
            {"host_prep_perf_impact", limits.prepImpact},
            {"host_prep_idle_attribution", limits.prepAttribution},
            {"gpu_utilization", limits.utilization},
            {"nccl_ratio_caveat", limits.ncclCaveat}};
}

Value deviceJson(const TraceModel& trace, const HostOverheadDevice& device)
{
    return {{"device", deviceValue<Value>(trace, device.device)},
            {"span_ns", device.windowNs},
            {"span_start_ns", device.span.begin},
            {"span_end_ns", device.span.end},
            {"busy_ns", device.busyNs},
            {"idle_ns", device.idleNs},
            {"host_prep_ns", device.prepNs},
            {"host_prep_exposed_ns", device.prepExposedNs},
            {"metrics", metricsJson(device.metrics)}};
}

Value devicesOf(const TraceModel& trace, const HostScopeVerdict& scope)
{
    Value devices = Value::array();
    for (const HostOverheadDevice& device : scope.devices)
        devices.push_back(deviceJson(trace, device));
    return devices;
}

Value detailsJson(const HostScopeVerdict& scope)
{
    Value details = Value::object();
    for (const HostVote& vote : scope.votes)
        details[std::string(hostMetricKey(vote.metric))] = vote.crossed;
    return details;
}

Value verdictValue(std::optional<bool> isYes)
{
    return isYes ? Value(*isYes ? "YES" : "NO") : Value();
}

std::string keyOf(const HostPhase& phase)
{
    return phase.phase == StepPhase::Context ? "context" : "generation";
}

Value phaseJson(const TraceModel& trace, const HostPhase& phase)
{
    const bool known = phase.isYes.has_value();
    return {{"iteration_count", phase.iterations},
            {"verdict", verdictValue(phase.isYes)},
            {"crossed_count", known ? Value(phase.crossed) : Value()},
            {"applicable_count", known ? Value(phase.votes.size()) : Value()},
            {"host_prep_confirmed", known ? Value(phase.hostPrepConfirmed) : Value()},
            {"nccl_caveat", known ? Value(phase.ncclCaveat) : Value()},
            {"metrics", known ? metricsJson(phase.metrics) : Value()},
            {"crossed_details", detailsJson(phase)},
            {"cuda_graphs_detected", phase.hasGraphs},
            {"window_ns", phase.windowNs},
            {"busy_ns", phase.busyNs},
            {"idle_ns", phase.idleNs},
            {"devices", devicesOf(trace, phase)},
            {"warnings", phase.warnings},
            {"reason", textOrNull<Value>(phase.reason)}};
}

Value phasesOf(const TraceModel& trace, const std::vector<HostPhase>& phases)
{
    Value out = Value::object();
    for (const HostPhase& phase : phases)
        out[keyOf(phase)] = phaseJson(trace, phase);
    return out;
}

Value collectiveRankJson(const TraceModel& trace, const CollectiveRank& rank)
{
    Value json = Value::object();
    json["device"] = deviceValue<Value>(trace, rank.device);
    json["pid"] = rank.process.isNone() ? Value() : Value(trace.processes[rank.process()].pid);
    json["iterations"] = rank.iterations.size();
    json["common_count"] = rank.common;
    json["marked_steps"] = rank.marked ? Value(*rank.marked) : Value();
    json["benchmark_iterations"] = Value();
    json["benchmark_start_ns"] = Value();
    json["benchmark_end_ns"] = Value();
    if (rank.benchmark) {
        const auto [first, last] = *rank.benchmark;
        json["benchmark_iterations"] = last - first;
        json["benchmark_start_ns"] = rank.iterations[first].range.begin;
        json["benchmark_end_ns"] = rank.iterations[last - 1].range.end;
    }
    return json;
}

Value collectiveIterationsJson(const ReportInput& input)
{
    const CollectiveIterations& found = input.host.iterations;
    Value ranks = Value::array();
    for (const CollectiveRank& rank : found.ranks)
        ranks.push_back(collectiveRankJson(input.trace(), rank));
    const char* method = found.areMarkersUsed  ? "markers"
                         : found.ranks.empty() ? "none"
                                               : "collectives";
    return {{"method", method}, {"ranks", std::move(ranks)}};
}

} // namespace

template <class Json>
Json hostOverheadJson(const ReportInput& input)
{
    const HostOverhead& host = input.host;
    const bool known = host.isYes.has_value();
    Json json = Json::object();
    json["verdict"] = verdictValue(host.overall);
    json["aggregate_metrics"] = known ? metricsJson(host.metrics) : Json();
    json["crossed_count"] = known ? Json(host.crossed) : Json();
    json["applicable_count"] = known ? Json(host.votes.size()) : Json();
    json["host_prep_confirmed"] = known ? Json(host.hostPrepConfirmed) : Json();
    json["nccl_caveat"] = known ? Json(host.ncclCaveat) : Json();
    json["crossed_details"] = detailsJson(host);
    json["phases"] = phasesOf(input.trace(), host.phases);
    json["phases_by_period"] = phasesOf(input.trace(), host.periodPhases);
    json["schema_version"] = 1;
    const HostLimits& standard = input.analysis.thresholds.hostOverhead;
    const auto limitsOf = [&](StepPhase phase, const HostThresholds& given) {
        for (const HostPhase& one : host.phases)
            if (one.phase == phase)
                return limitsJson(one.thresholds);
        return limitsJson(given);
    };
    json["thresholds"] = {{"aggregate", limitsJson(host.thresholds)},
                          {"context", limitsOf(StepPhase::Context, standard.context)},
                          {"generation", limitsOf(StepPhase::Generation, standard.generation)}};
    json["devices"] = devicesOf(input.trace(), host);
    json["iteration_check"] = collectiveIterationsJson(input);
    json["warnings"] = host.warnings;
    json["reason"] = textOrNull<Json>(host.reason);
    return json;
}

template <class Json>
Json phasesJson(const ReportInput& input)
{
    Json out = Json::object();
    for (const HostPhase& phase : input.host.phases)
        out[keyOf(phase)] = {{"iterations", phase.iterations},
                             {"window_ns", phase.windowNs},
                             {"busy_ns", phase.busyNs},
                             {"idle_ns", phase.idleNs},
                             {"metrics", phase.isYes ? metricsJson(phase.metrics) : Json()}};
    return out;
}

template Value hostOverheadJson<Value>(const ReportInput&);
template Value phasesJson<Value>(const ReportInput&);

} // namespace nv::json
