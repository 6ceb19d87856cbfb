// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graph_nodes.h"
#include "core/analysis/pattern_groups.h"
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nv::json {

using Value = nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostNodes = 200; ///< in the file; the rest is counted

Value groupsJson(const RepeatingPattern& pattern)
{
    Value out = Value::array();
    for (const PatternGroup& group : pattern.groups) {
        const double gap = pattern.mean(group.gap);
        out.push_back({{"name", group.label},
                       {"first_kernel", group.first},
                       {"last_kernel", group.last},
                       {"operation", group.operation},
                       {"gap_avg_ns", gap},
                       {"share", group.share},
                       {"priority", std::string(gapPriorityKey(group.priority))},
                       {"gap_step_avg_ns", gap * static_cast<double>(pattern.repetitions)}});
    }
    return out;
}

Value patternKernelsJson(const TraceModel& trace, const RepeatingPattern& pattern)
{
    Value out = Value::array();
    for (const PatternKernel& kernel : pattern.kernels)
        out.push_back({{"name", trace.names.display(kernel.shortName)},
                       {"operation", kernel.operation},
                       {"avg_ns", pattern.mean(kernel.running)},
                       {"gap_avg_ns", pattern.mean(kernel.gap)}});
    return out;
}

Value nodeJson(const TraceModel& trace, const GraphNodeRow& row)
{
    Value json = Value::object();
    json["name"] = opLabel(trace, row.longest);
    json["graph"] = row.graph;
    json["node"] = orNull<Value>(row.node);
    json["count"] = row.stats.count;
    json["total_ns"] = row.stats.total;
    json["avg_ns"] = row.stats.avg;
    json["p50_ns"] = row.stats.p50;
    json["p95_ns"] = row.stats.p95;
    json["max_ns"] = row.stats.max;
    json["min_ns"] = row.stats.min;
    json["stddev_ns"] = row.stats.stddev;
    json["gap_before_count"] = row.gaps;
    json["gap_before_ns"] = row.gapBefore;
    return json;
}

Value graphJson(const GraphRow& row, std::size_t number)
{
    return {{"graph", number},
            {"mode", row.isWhole ? "graph" : "node"},
            {"graph_id", orNull<Value>(row.graphId)},
            {"graph_exec_id", orNull<Value>(row.execId)},
            {"nodes", orNull<Value>(row.nodes)},
            {"count", row.spans.count},
            {"total_ns", row.spans.total},
            {"avg_ns", row.spans.avg},
            {"p50_ns", row.spans.p50},
            {"p95_ns", row.spans.p95},
            {"max_ns", row.spans.max},
            {"gap_ns", orNull<Value>(row.gaps)}};
}

} // namespace

template <class Json>
Json patternJson(const ReportInput& input)
{
    const RepeatingPattern found = repeatingPattern(input.analysis, input.window(), {});
    const TraceModel& trace = input.trace();
    Json json = Json::object();
    const bool isFound = found.isFound();
    const StreamId stream = isFound ? found.stream : StreamId::none();
    json["reason"] = textOrNull<Json>(found.reason);
    json["device"] = isFound ? deviceValue<Json>(trace, trace.streams[stream()].device) : Json();
    json["stream"] = isFound ? Json(trace.streams[stream()].number) : Json();
    json["anchor"] = isFound ? Json(trace.names.display(found.anchor)) : Json();
    json["steps"] = found.steps;
    json["repetitions"] = isFound ? Json(found.repetitions) : Json();
    json["matched"] = found.matched;
    json["others"] = found.others;
    json["groups"] = isFound ? groupsJson(found) : Json::array();
    json["kernels"] = isFound ? patternKernelsJson(trace, found) : Json::array();
    return json;
}

template <class Json>
void addGraphNodes(const ReportInput& input, Json& graphs)
{
    const GraphNodes found = graphNodes(input.analysis, input.window(), input.only, {});
    Json replays = Json::array();
    for (std::size_t g = 0; g < found.graphs.size(); ++g)
        replays.push_back(graphJson(found.graphs[g], g));
    Json nodes = Json::array();
    for (std::size_t n = 0; n < std::min(found.nodes.size(), kMostNodes); ++n)
        nodes.push_back(nodeJson(input.trace(), found.nodes[n]));
    const bool isKnown = !found.nodes.empty() || found.graphs.empty();
    graphs["replays"] = std::move(replays);
    graphs["node_count"] = isKnown ? Json(found.nodes.size()) : Json();
    graphs["node_limit"] = kMostNodes;
    graphs["nodes"] = isKnown ? std::move(nodes) : Json();
    graphs["nodes_reason"] = textOrNull<Json>(found.reason);
}

template Value patternJson<Value>(const ReportInput&);
template void addGraphNodes<Value>(const ReportInput&, Value&);

} // namespace nv::json
