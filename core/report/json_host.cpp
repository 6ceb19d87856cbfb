// SPDX-License-Identifier: GPL-3.0-or-later
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
            {"span_ns", device.span.length()},
            {"span_start_ns", device.span.begin},
            {"span_end_ns", device.span.end},
            {"busy_ns", device.busyNs},
            {"idle_ns", device.idleNs},
            {"host_prep_ns", device.prepNs},
            {"host_prep_exposed_ns", device.prepExposedNs},
            {"metrics", metricsJson(device.metrics)}};
}

} // namespace

template <class Json>
Json hostOverheadJson(const ReportInput& input)
{
    const HostOverhead& host = input.host;
    const bool known = host.isYes.has_value();
    Json details = Json::object();
    for (const HostVote& vote : host.votes)
        details[std::string(hostMetricKey(vote.metric))] = vote.crossed;
    Json devices = Json::array();
    for (const HostOverheadDevice& device : host.devices)
        devices.push_back(deviceJson(input.trace(), device));

    Json json = Json::object();
    json["verdict"] = known ? Json(*host.isYes ? "YES" : "NO") : Json();
    json["aggregate_metrics"] = known ? metricsJson(host.metrics) : Json();
    json["crossed_count"] = known ? Json(host.crossed) : Json();
    json["applicable_count"] = known ? Json(host.votes.size()) : Json();
    json["host_prep_confirmed"] = known ? Json(host.hostPrepConfirmed) : Json();
    json["nccl_caveat"] = known ? Json(host.ncclCaveat) : Json();
    json["crossed_details"] = std::move(details);
    json["phases"] = Json::object();
    json["schema_version"] = 1;
    json["thresholds"] = {{"aggregate", limitsJson(host.thresholds)},
                          {"context", limitsJson(HostThresholds::context())},
                          {"generation", limitsJson(HostThresholds::generation())}};
    json["devices"] = std::move(devices);
    json["warnings"] = host.warnings;
    json["reason"] = textOrNull<Json>(host.reason);
    return json;
}

template Value hostOverheadJson<Value>(const ReportInput&);

} // namespace nv::json
