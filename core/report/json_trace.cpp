// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv::json {

using Value = nlohmann::ordered_json;

namespace {

Value perTable(const PerTable<std::uint64_t>& counts)
{
    Value json = Value::object();
    for (std::size_t i = 0; i < kTableKinds; ++i) {
        const auto kind = static_cast<TableKind>(i);
        json[std::string(tableKey(kind))] = counts[kind];
    }
    return json;
}

Value gpusJson(const TraceModel& trace)
{
    Value json = Value::array();
    for (const Gpu& gpu : trace.capture.gpus)
        json.push_back({{"device", gpu.device}, {"name", textOrNull<Value>(gpu.name)}});
    return json;
}

Value processesJson(const TraceModel& trace, bool redact)
{
    Value json = Value::array();
    for (const Process& process : trace.processes)
        json.push_back(
            {{"pid", process.pid}, {"name", redact ? Value() : textOrNull<Value>(process.name)}});
    return json;
}

Value captureJson(const TraceModel& trace, bool redact)
{
    Value options = Value::object();
    Value command = Value::array();
    if (!redact) {
        command = trace.capture.command;
        for (const auto& [name, value] : trace.capture.traceOptions)
            options[name] = value;
    }
    return {{"command", std::move(command)}, {"trace_options", std::move(options)}};
}

Value qualityJson(const Analysis& analysis, const Redactor& redact)
{
    Value json = Value::array();
    for (const Note& note : analysis.notes)
        json.push_back({{"id", note.id},
                        {"severity", std::string(severityKey(note.severity))},
                        {"message", redact(note.message)},
                        {"affects", note.affects}});
    return json;
}

} // namespace

template <class Json>
Json deviceValue(const TraceModel& trace, DeviceId device)
{
    if (device.isNone())
        return nullptr;
    const Device& entry = trace.devices[device()];
    if (entry.label.find(':') != std::string::npos)
        return entry.label;
    return entry.number ? Json(*entry.number) : Json();
}

template <class Json>
Json textOrNull(const std::string& text)
{
    return text.empty() ? Json() : Json(text);
}

template <class Json>
Json traceJson(const Analysis& analysis, bool isRedacted, const Redactor& redact)
{
    const TraceModel& trace = *analysis.trace;
    Json json = Json::object();
    json["file"] = trace.capture.fileName;
    json["nsys_version"] = textOrNull<Json>(trace.capture.nsysVersion);
    json["export_schema"] = textOrNull<Json>(trace.capture.exportSchema);
    json["duration_ns"] = trace.capture.durationNs.value_or(trace.extent.length());
    json["gpus"] = gpusJson(trace);
    json["processes"] = processesJson(trace, isRedacted);
    json["capture"] = captureJson(trace, isRedacted);
    json["counts"] = perTable(trace.counts);
    json["rows_aside"] = perTable(trace.aside);
    json["lanes_events"] = perTable(laneEvents(trace));
    json["data_quality"] = qualityJson(analysis, redact);
    return json;
}

template <class Json>
Json windowJson(const Window& window)
{
    return {{"start_ns", window.range.begin},
            {"end_ns", window.range.end},
            {"source", std::string(windowSourceKey(window.source))},
            {"instances", window.source == WindowSource::Nvtx ? Json(window.instances) : Json()},
            {"steps", window.steps ? Json(*window.steps) : Json()}};
}

template <class Json>
Json steadyJson(const SteadyState& steady)
{
    const auto ifFound = [&](auto value) { return steady.found ? Json(value) : Json(); };
    Json alternatives = Json::array();
    for (const StepAlternative& other : steady.alternatives)
        alternatives.push_back({{"method", std::string(stepMethodKey(other.method))},
                                {"marker", textOrNull<Json>(other.marker)},
                                {"start_ns", other.window.begin},
                                {"end_ns", other.window.end},
                                {"steps", other.steps}});
    Json json = Json::object();
    json["found"] = steady.found;
    json["method"] = std::string(stepMethodKey(steady.found ? steady.method : StepMethod::None));
    json["edges"] = ifFound(steady.edges == StepEdges::Host ? "host" : "device");
    json["marker"] = steady.found ? textOrNull<Json>(steady.marker) : Json();
    json["start_ns"] = ifFound(steady.window.begin);
    json["end_ns"] = ifFound(steady.window.end);
    json["steps"] = steady.found ? steady.stepCount : 0;
    json["irregular_steps"] = steady.found ? steady.irregularCount : 0;
    json["warmup_end_ns"] = steady.found && steady.warmupEnd ? Json(*steady.warmupEnd) : Json();
    json["step_ns"] = {{"p50", ifFound(steady.p50)},
                       {"p95", ifFound(steady.p95)},
                       {"max", ifFound(steady.max)},
                       {"cv", ifFound(steady.cv)}};
    json["confidence"] = ifFound(std::string(confidenceKey(steady.confidence)));
    json["reason"] = steady.reason;
    json["alternatives"] = std::move(alternatives);
    return json;
}

template Value deviceValue<Value>(const TraceModel&, DeviceId);
template Value textOrNull<Value>(const std::string&);
template Value traceJson<Value>(const Analysis&, bool, const Redactor&);
template Value windowJson<Value>(const Window&);
template Value steadyJson<Value>(const SteadyState&);

} // namespace nv::json
