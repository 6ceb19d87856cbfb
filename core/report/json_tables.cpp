// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/family_table.h"
#include "core/analysis/graph_leftovers.h"
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv::json {

using Value = nlohmann::ordered_json;

namespace {

Value kindOrNull(std::int64_t kind, std::string (*label)(std::int64_t))
{
    return kind == kUnknownKind ? Value() : Value(label(kind));
}

Value nameOrNull(const TraceModel& trace, NameId name)
{
    return name.isNone() ? Value() : Value(trace.names.display(name));
}

Value bucketsJson(const std::vector<GapBucket>& buckets)
{
    Value json = Value::array();
    for (const GapBucket& bucket : buckets)
        json.push_back({{"from_ns", bucket.from},
                        {"to_ns", orNull<Value>(bucket.to)},
                        {"count", bucket.count},
                        {"total_ns", bucket.total}});
    return json;
}

Value perStepJson(const TransferRow::PerStep& perStep)
{
    Value signatures = Value::array();
    for (const CopySignature& signature : perStep.signatures)
        signatures.push_back({{"bytes", signature.bytes},
                              {"per_step_count", signature.perStepCount},
                              {"in_steps_share", signature.inStepsShare}});
    return {{"count", perStep.count},
            {"bytes", perStep.bytes},
            {"constant", perStep.constant},
            {"signatures", std::move(signatures)}};
}

Value gapJson(const TraceModel& trace, const GapRow& row)
{
    Value json = Value::object();
    json["device"] = deviceValue<Value>(trace, row.device);
    json["start_ns"] = row.whole.begin;
    json["dur_ns"] = row.whole.length();
    json["cause"] = std::string(budgetClassKey(row.cause));
    json["before"] = textOrNull<Value>(opLabel(trace, row.gap.before));
    json["after"] = textOrNull<Value>(opLabel(trace, row.gap.after));
    json["launch_api"] = textOrNull<Value>(callLabel(trace, row.gap.launch));
    json["nvtx"] = textOrNull<Value>(row.nvtx);
    json["nvtx_owner"] = textOrNull<Value>(row.nvtxOwner);
    json["host_call"] = textOrNull<Value>(row.hostCall);
    return json;
}

} // namespace

template <class Json>
Json kernelsJson(const ReportInput& input)
{
    const TraceModel& trace = input.trace();
    const std::vector<std::string> families =
        kernelFamilies(trace, input.tables.kernels, input.nameRules.get());
    Json json = Json::array();
    for (std::size_t i = 0; i < input.tables.kernels.size(); ++i) {
        const KernelRow& row = input.tables.kernels[i];
        Json flags = Json::array();
        if (row.outliers)
            flags.push_back("outliers");
        if (row.systematic)
            flags.push_back("systematic");
        const std::string name = trace.names.display(row.shortName);
        Json entry = Json::object();
        entry["name"] = name;
        entry["demangled"] = trace.names.display(row.demangled);
        entry["label"] = textOrNull<Value>(labelOf(input, row));
        entry["family"] = families[i];
        entry["count"] = row.stats.count;
        entry["total_ns"] = row.stats.total;
        entry["share"] = row.share;
        entry["avg_ns"] = row.stats.avg;
        entry["median_ns"] = row.stats.median;
        entry["p50_ns"] = row.stats.p50;
        entry["p95_ns"] = row.stats.p95;
        entry["p99_ns"] = row.stats.p99;
        entry["max_ns"] = row.stats.max;
        entry["min_ns"] = row.stats.min;
        entry["stddev_ns"] = row.stats.stddev;
        entry["tail_score"] = row.tailScore;
        entry["flags"] = std::move(flags);
        entry["bytes_per_launch"] = orNull<Value>(row.bytesPerLaunch);
        entry["bandwidth_bytes_per_s"] = orNull<Value>(row.bandwidth);
        entry["bandwidth_share"] = orNull<Value>(row.bandwidthShare);
        json.push_back(std::move(entry));
    }
    return json;
}

template <class Json>
Json familiesJson(const ReportInput& input)
{
    Json json = Json::array();
    for (const FamilyRow& row :
         familyTable(input.trace(), input.tables.kernels, input.nameRules.get()))
        json.push_back({{"family", row.family},
                        {"kernels", row.kernels},
                        {"count", row.count},
                        {"total_ns", row.total},
                        {"share", row.share}});
    return json;
}

/// Null where no launch has this time.
template <class Json>
void addRanks(Json& json, const std::string& name, const std::optional<DurationRanks>& ranks)
{
    const auto add = [&](const char* rank, Ns DurationRanks::*value) {
        json[name + rank] = ranks ? Json((*ranks).*value) : Json();
    };
    add("_p50_ns", &DurationRanks::p50);
    add("_p95_ns", &DurationRanks::p95);
    add("_p99_ns", &DurationRanks::p99);
}

template <class Json>
Json launchesJson(const ReportInput& input)
{
    Json json = Json::array();
    for (const LaunchRow& row : input.tables.launches) {
        Json entry{{"kernel", input.trace().names.display(row.demangled)},
                   {"count", row.count},
                   {"api_avg_ns", row.apiAvg},
                   {"queue_avg_ns", orNull<Value>(row.queueAvg)},
                   {"kernel_avg_ns", row.kernelAvg},
                   {"negative_latency", row.negativeLatency},
                   {"before_call", row.beforeCall},
                   {"earliest_ns", row.earliest}};
        addRanks(entry, "api", std::optional(row.api));
        addRanks(entry, "queue", row.queue);
        addRanks(entry, "kernel", std::optional(row.kernel));
        json.push_back(std::move(entry));
    }
    return json;
}

template <class Json>
Json apiJson(const ReportInput& input)
{
    Json json = Json::array();
    for (const ApiRow& row : input.tables.api)
        json.push_back({{"name", row.name},
                        {"count", row.stats.count},
                        {"total_ns", row.stats.total},
                        {"p50_ns", row.stats.p50},
                        {"p95_ns", row.stats.p95},
                        {"p99_ns", row.stats.p99},
                        {"max_ns", row.stats.max},
                        {"class", row.cls},
                        {"gap_class_ns",
                         {{"compile", row.gapCompile},
                          {"sync", row.gapSync},
                          {"alloc", row.gapAlloc},
                          {"launch", row.gapLaunch}}}});
    return json;
}

template <class Json>
Json transfersJson(const ReportInput& input)
{
    Json json = Json::array();
    for (const TransferRow& row : input.tables.transfers) {
        Json entry = Json::object();
        entry["kind"] = row.isMemset ? Json("memset") : kindOrNull(row.copyKind, copyKindLabel);
        entry["src_kind"] = row.isMemset ? Json() : kindOrNull(row.srcKind, memoryKindLabel);
        entry["dst_kind"] = kindOrNull(row.dstKind, memoryKindLabel);
        entry["count"] = row.count;
        entry["bytes"] = row.bytes;
        entry["total_ns"] = row.stats.total;
        entry["exposed_ns"] = row.exposedNs;
        entry["bandwidth_bytes_per_s"] = orNull<Value>(row.bandwidth);
        entry["per_step"] = row.perStep ? perStepJson(*row.perStep) : Json();
        json.push_back(std::move(entry));
    }
    return json;
}

template <class Json>
Json compileJson(const ReportInput& input)
{
    if (!input.tables.compileAfterWarmup)
        return nullptr;
    const TraceModel& trace = input.trace();
    Json json = Json::array();
    for (const CompileRow& row : *input.tables.compileAfterWarmup) {
        const Ns start = trace.calls.start[row.call()];
        json.push_back({{"start_ns", start},
                        {"dur_ns", lengthBetween(start, trace.calls.end[row.call()])},
                        {"api", textOrNull<Json>(callLabel(trace, row.call))},
                        {"kernel_first_seen", nameOrNull(trace, row.firstSeen)},
                        {"nvtx", textOrNull<Json>(row.nvtx)},
                        {"stall_ns", row.stallNs}});
    }
    return json;
}

template <class Json>
Json gapsJson(const ReportInput& input)
{
    const GapTable& gaps = input.tables.gaps;
    Json top = Json::array();
    for (const GapRow& row : gaps.top)
        top.push_back(gapJson(input.trace(), row));
    Json causes = Json::object();
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const GapTable::Cause& cause = gaps.causes.at(i);
        const auto cls = static_cast<BudgetClass>(i);
        if (cause.count != 0)
            causes[std::string(budgetClassKey(cls))] = {{"count", cause.count},
                                                        {"total_ns", cause.total}};
    }
    return {{"buckets", bucketsJson(gaps.buckets)},
            {"stream_buckets", bucketsJson(gaps.streamBuckets)},
            {"top", std::move(top)},
            {"causes", std::move(causes)}};
}

template <class Json>
Json outliersJson(const ReportInput& input)
{
    const TraceModel& trace = input.trace();
    Json json = Json::array();
    for (const OutlierRow& row : input.tables.outliers) {
        const std::size_t op = row.op();
        const Stream& stream = trace.streams[trace.ops.stream[op]()];
        const std::int64_t correlation = trace.ops.correlation[op];
        Json entry = Json::object();
        entry["kernel"] = opLabel(trace, row.op);
        entry["device"] = deviceValue<Json>(trace, stream.device);
        entry["stream"] = stream.number == -1 ? Json() : Json(stream.number);
        entry["start_ns"] = trace.ops.start[op];
        entry["dur_ns"] = lengthBetween(trace.ops.start[op], trace.ops.end[op]);
        entry["ratio_to_p50"] = row.ratio;
        entry["correlation"] = correlation == kNoCorrelation ? Json() : Json(correlation);
        entry["nvtx"] = textOrNull<Json>(row.nvtx);
        entry["reason"] = textOrNull<Json>(row.reason);
        json.push_back(std::move(entry));
    }
    return json;
}

template <class Json>
Json graphsJson(const ReportInput& input)
{
    const GraphSummary& graphs = input.tables.graphs;
    const GraphLeftovers leftovers =
        graphLeftovers(input.analysis, input.window(), graphs, input.only, {});
    Json eager = Json::array();
    for (const EagerRow& row : graphs.eager) {
        const std::optional<std::uint64_t> suspicious = leftovers.suspicious(row.demangled);
        eager.push_back({{"name", input.trace().names.display(row.demangled)},
                         {"count", row.count},
                         {"total_ns", row.total},
                         {"gap_before_ns", row.gapBefore},
                         {"nvtx", textOrNull<Json>(row.nvtx)},
                         {"suspicious", suspicious ? Json(*suspicious > 0) : Json()},
                         {"suspicious_count", orNull<Value>(suspicious)}});
    }
    return {{"mode", std::string(graphModeKey(graphs.mode))},
            {"launches", graphs.launches},
            {"coverage_by_count", orNull<Value>(graphs.coverageByCount)},
            {"coverage_by_time", orNull<Value>(graphs.coverageByTime)},
            {"reason", textOrNull<Json>(leftovers.reason)},
            {"unknown_count", leftovers.unknown},
            {"eager", std::move(eager)}};
}

template Value kernelsJson<Value>(const ReportInput&);
template Value familiesJson<Value>(const ReportInput&);
template Value launchesJson<Value>(const ReportInput&);
template Value apiJson<Value>(const ReportInput&);
template Value transfersJson<Value>(const ReportInput&);
template Value compileJson<Value>(const ReportInput&);
template Value gapsJson<Value>(const ReportInput&);
template Value outliersJson<Value>(const ReportInput&);
template Value graphsJson<Value>(const ReportInput&);

} // namespace nv::json
