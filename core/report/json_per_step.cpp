// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/step_breakdown.h"
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv::json {

using Value = nlohmann::ordered_json;

namespace {

Value statsJson(const std::optional<DurationStats>& stats)
{
    const bool known = stats && stats->count > 0;
    return {{"count", stats ? Value(stats->count) : Value()},
            {"avg_ns", known ? Value(stats->avg) : Value()},
            {"p50_ns", known ? Value(stats->p50) : Value()},
            {"p95_ns", known ? Value(stats->p95) : Value()},
            {"max_ns", known ? Value(stats->max) : Value()}};
}

Value kernelsOf(const TraceModel& trace, const StepRank& rank)
{
    Value out = Value::array();
    for (const StepKernelRow& row : rank.kernelNames)
        out.push_back({{"name", trace.names.display(row.shortName)},
                       {"demangled", trace.names.display(row.demangled)},
                       {"per_step", orNull<Value>(perStep(row.count, rank.periods))},
                       {"step_avg_ns",
                        orNull<Value>(perStep(static_cast<DurationNs>(row.total), rank.periods))}});
    return out;
}

Value apiOf(const StepRank& rank)
{
    Value out = Value::array();
    for (const StepApiRow& row : rank.api)
        out.push_back({{"name", row.name},
                       {"class", row.cls},
                       {"per_step", orNull<Value>(perStep(row.calls, rank.periods))},
                       {"step_avg_ns", orNull<Value>(perStep(row.total, rank.periods))}});
    return out;
}

Value rangesOf(const StepRank& rank)
{
    Value out = Value::array();
    for (const StepRangeRow& row : rank.ranges)
        out.push_back({{"name", row.name},
                       {"per_step", orNull<Value>(perStep(row.calls, rank.periods))},
                       {"step_avg_ns", orNull<Value>(perStep(row.inclusive, rank.periods))},
                       {"self_avg_ns", orNull<Value>(perStep(row.self, rank.periods))}});
    return out;
}

Value rankJson(const TraceModel& trace, const StepRank& rank, std::size_t number)
{
    Value devices = Value::array();
    for (const StepDeviceBusy& device : rank.devices)
        devices.push_back({{"device", deviceValue<Value>(trace, device.device)},
                           {"busy_avg_ns", orNull<Value>(perStep(device.busy, rank.periods))}});
    Value json = Value::object();
    json["rank"] = number;
    json["pid"] = rank.process.isNone() ? Value() : Value(trace.processes[rank.process()].pid);
    json["periods"] = rank.periods;
    json["wall_avg_ns"] = orNull<Value>(perStep(rank.wall, rank.periods));
    json["busy_avg_ns"] = orNull<Value>(rank.busyPerStep());
    json["devices"] = std::move(devices);
    json["kernels_per_step"] = orNull<Value>(perStep(rank.kernels, rank.periods));
    json["replays_per_step"] = orNull<Value>(perStep(rank.replays, rank.periods));
    json["nvtx"] = rangesOf(rank);
    json["kernels"] = kernelsOf(trace, rank);
    json["api"] = apiOf(rank);
    return json;
}

} // namespace

template <class Json>
Json perStepJson(const ReportInput& input)
{
    const StepBreakdown found = stepBreakdown(input.analysis, input.window(), {}, {});
    Json ranks = Json::array();
    for (std::size_t r = 0; r < found.ranks.size(); ++r)
        ranks.push_back(rankJson(input.trace(), found.ranks[r], r));
    return {{"choice", std::string(stepChoiceKey(found.choice))},
            {"generation_requests",
             found.generationRequests ? Json(*found.generationRequests) : Json()},
            {"steps", found.steps},
            {"left_out", found.leftOut},
            {"enough", found.isEnough()},
            {"wall", statsJson(found.walls)},
            {"length", statsJson(found.lengths)},
            {"span", statsJson(found.spans)},
            {"gap", statsJson(found.gaps)},
            {"overlapping", found.overlapping},
            {"ranks", std::move(ranks)},
            {"reason", textOrNull<Json>(found.reason)}};
}

template Value perStepJson<Value>(const ReportInput&);

} // namespace nv::json
