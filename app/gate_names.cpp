// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate_names.h"

#include "app/compare_form.h"
#include "core/analysis/budget.h"
#include "core/analysis/host_overhead.h"
#include "core/verdict/rule.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace nv {
namespace {

using Json = nlohmann::json;

// A leaf is "n" number, "t" text, "b" truth value, "nt" either; [x] is a list of x; the key "*"
// stands for any key, "@table", "@class", "@metric" for the keys of that enumeration; a list
// [x, "@rules"] has one element per rule and no other.
constexpr const char* kForm = R"({
"schema_version":"n",
"trace":{"file":"t","nsys_version":"t","export_schema":"t","duration_ns":"n",
  "gpus":[{"device":"n","name":"t"}],"processes":[{"pid":"n","name":"t"}],
  "capture":{"command":["t"],"trace_options":{"*":"t"}},
  "counts":{"@table":"n"},"rows_aside":{"@table":"n"},"lanes_events":{"@table":"n"},
  "data_quality":[{"id":"t","severity":"t","message":"t","affects":["t"]}]},
"window":{"start_ns":"n","end_ns":"n","source":"t","instances":"n","steps":"n"},
"steady_state":{"found":"b","method":"t","edges":"t","marker":"t","start_ns":"n","end_ns":"n",
  "steps":"n","irregular_steps":"n","warmup_end_ns":"n",
  "step_ns":{"p50":"n","p95":"n","max":"n","cv":"n"},"confidence":"t","reason":"t",
  "alternatives":[{"method":"t","marker":"t","start_ns":"n","end_ns":"n","steps":"n"}]},
"devices":[{"device":"nt","name":"t","window_ns":"n","busy_ns":"n","idle_ns":"n","active":"b",
  "budget":{"@class_ns":"n"}}],
"classification":{"primary":"t","primary_reason":"t","shares":{"@class":"n"},
  "classes":[{"id":"t","title":"t","state":"t","share":"n","threshold":"n","qualifier":"t",
    "speedup_bound":"n","reason":"t",
    "evidence":[{"what":"t","value":"n","unit":"t","start_ns":"n","end_ns":"n"}]},"@rules"],
  "next_action":"t","command":"t"},
"host_overhead":{"verdict":"t","aggregate_metrics":{"@metric":"n"},"crossed_count":"n",
  "applicable_count":"n","host_prep_confirmed":"b","nccl_caveat":"b",
  "crossed_details":{"@metric":"b"},"schema_version":"n",
  "phases":{"@phase":{"iteration_count":"n","verdict":"t","crossed_count":"n",
    "applicable_count":"n","host_prep_confirmed":"b","nccl_caveat":"b",
    "crossed_details":{"@metric":"b"},"metrics":{"@metric":"n"},"cuda_graphs_detected":"b","window_ns":"n","busy_ns":"n","idle_ns":"n",
    "devices":[{"device":"nt","span_ns":"n","span_start_ns":"n","span_end_ns":"n","busy_ns":"n",
    "idle_ns":"n","host_prep_ns":"n","host_prep_exposed_ns":"n","metrics":{"@metric":"n"}}],
    "warnings":["t"],"reason":"t"}},
  "phases_by_period":{"@phase":{"iteration_count":"n","verdict":"t","crossed_count":"n",
    "applicable_count":"n","host_prep_confirmed":"b","nccl_caveat":"b",
    "crossed_details":{"@metric":"b"},"metrics":{"@metric":"n"},"cuda_graphs_detected":"b","window_ns":"n","busy_ns":"n","idle_ns":"n",
    "devices":[{"device":"nt","span_ns":"n","span_start_ns":"n","span_end_ns":"n","busy_ns":"n",
    "idle_ns":"n","host_prep_ns":"n","host_prep_exposed_ns":"n","metrics":{"@metric":"n"}}],
    "warnings":["t"],"reason":"t"}},
  "thresholds":{"@scope":{"gpu_idle_ratio":"n","launch_overhead_ratio":"n",
    "host_prep_exposed_ratio":"n","host_prep_perf_impact":"n","host_prep_idle_attribution":"n",
    "gpu_utilization":"n","nccl_ratio_caveat":"n"}},
  "devices":[{"device":"nt","span_ns":"n","span_start_ns":"n","span_end_ns":"n","busy_ns":"n",
    "idle_ns":"n","host_prep_ns":"n","host_prep_exposed_ns":"n","metrics":{"@metric":"n"}}],
  "iteration_check":{"method":"t","ranks":[{"device":"nt","pid":"n","iterations":"n",
    "common_count":"n","marked_steps":"n","benchmark_iterations":"n","benchmark_start_ns":"n",
    "benchmark_end_ns":"n"}]},
  "warnings":["t"],"reason":"t"},
"kernels":[{"name":"t","demangled":"t","label":"t","family":"t","count":"n","total_ns":"n","share":"n",
  "avg_ns":"n","median_ns":"n","p50_ns":"n","p95_ns":"n","p99_ns":"n","max_ns":"n","min_ns":"n",
  "stddev_ns":"n","tail_score":"n","flags":["t"],"bytes_per_launch":"n",
  "bandwidth_bytes_per_s":"n","bandwidth_share":"n"}],
"families":[{"family":"t","kernels":"n","count":"n","total_ns":"n","share":"n"}],
"launches":[{"kernel":"t","count":"n","api_avg_ns":"n","queue_avg_ns":"n","kernel_avg_ns":"n",
  "negative_latency":"n","before_call":"n","earliest_ns":"n",
  "api_p50_ns":"n","api_p95_ns":"n","api_p99_ns":"n","queue_p50_ns":"n","queue_p95_ns":"n",
  "queue_p99_ns":"n","kernel_p50_ns":"n","kernel_p95_ns":"n","kernel_p99_ns":"n"}],
"api":[{"name":"t","count":"n","total_ns":"n","p50_ns":"n","p95_ns":"n","p99_ns":"n","max_ns":"n",
  "class":"t","gap_class_ns":{"compile":"n","sync":"n","alloc":"n","launch":"n"}}],
"transfers":[{"kind":"t","src_kind":"t","dst_kind":"t","count":"n","bytes":"n","total_ns":"n",
  "exposed_ns":"n","bandwidth_bytes_per_s":"n","per_step":{"count":"n","bytes":"n","constant":"b",
    "signatures":[{"bytes":"n","per_step_count":"n","in_steps_share":"n"}]}}],
"compile_after_warmup":[{"start_ns":"n","dur_ns":"n","api":"t","kernel_first_seen":"t","nvtx":"t",
  "stall_ns":"n"}],
"gaps":{"buckets":[{"from_ns":"n","to_ns":"n","count":"n","total_ns":"n"}],
  "stream_buckets":[{"from_ns":"n","to_ns":"n","count":"n","total_ns":"n"}],
  "top":[{"device":"nt","start_ns":"n","dur_ns":"n","cause":"t","before":"t","after":"t",
    "launch_api":"t","nvtx":"t","nvtx_owner":"t","host_call":"t"}],
  "causes":{"@class":{"count":"n","total_ns":"n"}}},
"outliers":[{"kernel":"t","device":"nt","stream":"n","start_ns":"n","dur_ns":"n",
  "ratio_to_p50":"n","correlation":"n","nvtx":"t","reason":"t"}],
"graphs":{"mode":"t","launches":"n","coverage_by_count":"n","coverage_by_time":"n",
  "reason":"t","unknown_count":"n",
  "eager":[{"name":"t","count":"n","total_ns":"n","gap_before_ns":"n","nvtx":"t",
    "suspicious":"b","suspicious_count":"n"}],
  "replays":[{"graph":"n","mode":"t","graph_id":"n","graph_exec_id":"n","nodes":"n","count":"n",
    "total_ns":"n","avg_ns":"n","p50_ns":"n","p95_ns":"n","max_ns":"n","gap_ns":"n"}],
  "node_count":"n","node_limit":"n","nodes_reason":"t",
  "nodes":[{"name":"t","graph":"n","node":"n","count":"n","total_ns":"n","avg_ns":"n","p50_ns":"n",
    "p95_ns":"n","max_ns":"n","min_ns":"n","stddev_ns":"n","gap_before_count":"n",
    "gap_before_ns":"n"}]},
"iterations":[{"index":"n","label":"t","rank":"n","phase":"t","start_ns":"n","end_ns":"n",
  "period_ns":"n","busy_ns":"n","kernels":"n","copies":"n","compile_calls":"n","regular":"b"}],
"phases":{"@phase":{"iterations":"n","window_ns":"n","busy_ns":"n","idle_ns":"n",
  "metrics":{"@metric":"n"}}},
"ranks":{"straggler":"nt","ranks":[{"device":"nt","pid":"n"}],"instances":"n",
  "refused_steps":"n","collectives":[{"name":"t","count":"n","lateness_mean_ns":["n"],
  "last_count":["n"]}]},
"pattern":{"reason":"t","device":"nt","stream":"n","anchor":"t","steps":"n","repetitions":"n",
  "matched":"n","others":"n",
  "groups":[{"name":"t","first_kernel":"n","last_kernel":"n","operation":"t","gap_avg_ns":"n",
    "share":"n","priority":"t","gap_step_avg_ns":"n"}],
  "kernels":[{"name":"t","operation":"t","avg_ns":"n","gap_avg_ns":"n"}]},
"per_step":{"choice":"t","generation_requests":"n","steps":"n","left_out":"n","enough":"b",
  "wall":{"count":"n","avg_ns":"n","p50_ns":"n","p95_ns":"n","max_ns":"n"},
  "length":{"count":"n","avg_ns":"n","p50_ns":"n","p95_ns":"n","max_ns":"n"},
  "span":{"count":"n","avg_ns":"n","p50_ns":"n","p95_ns":"n","max_ns":"n"},
  "gap":{"count":"n","avg_ns":"n","p50_ns":"n","p95_ns":"n","max_ns":"n"},
  "overlapping":"n","reason":"t",
  "ranks":[{"rank":"n","pid":"n","periods":"n","wall_avg_ns":"n","busy_avg_ns":"n",
    "devices":[{"device":"nt","busy_avg_ns":"n"}],"kernels_per_step":"n","replays_per_step":"n",
    "nvtx":[{"name":"t","per_step":"n","step_avg_ns":"n","self_avg_ns":"n"}],
    "kernels":[{"name":"t","demangled":"t","per_step":"n","step_avg_ns":"n"}],
    "api":[{"name":"t","class":"t","per_step":"n","step_avg_ns":"n"}]}]},
"thresholds":{"budget":{"communication_short":["t"],"communication_demangled":["t"],"*":"n"},
  "classes":{"*":"n"},"tails":{"*":"n"},"host_overhead":{"@scope":{"*":"n"}},
  "bytes_per_launch":{"*":"n"}}
})";

const Json& form()
{
    static const Json kParsed = Json::parse(kForm);
    return kParsed;
}

/// Both sides say how they were recorded, as `analyze` does.
const Json& formOfCompare()
{
    static const Json kParsed = [] {
        Json whole = Json::parse(compareForm());
        for (const char* side : {"base", "target"})
            for (const char* part : {"trace", "window", "steady_state"})
                whole[side][part] = form()[part];
        return whole;
    }();
    return kParsed;
}

template <class Enum, class KeyOf>
bool isKeyOf(std::string_view key, std::size_t count, KeyOf keyOf)
{
    for (std::size_t i = 0; i < count; ++i)
        if (key == keyOf(static_cast<Enum>(i)))
            return true;
    return false;
}

/// Does a key of the form stand for this key of the JSON?
bool admits(const std::string& formKey, std::string_view key)
{
    if (formKey == "*")
        return !key.empty();
    if (formKey == "@table")
        return isKeyOf<TableKind>(key, kTableKinds, tableKey);
    if (formKey == "@class")
        return isKeyOf<BudgetClass>(key, kBudgetClasses, budgetClassKey);
    if (formKey == "@class_ns")
        return key.ends_with("_ns") && admits("@class", key.substr(0, key.size() - 3));
    if (formKey == "@metric")
        return isKeyOf<HostMetric>(key, kHostMetrics, hostMetricKey);
    if (formKey == "@phase")
        return key == "context" || key == "generation";
    if (formKey == "@scope")
        return key == "aggregate" || key == "context" || key == "generation";
    return formKey == key;
}

std::optional<std::size_t> asIndex(std::string_view key)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    if (key.empty() || error != std::errc{} || end != key.data() + key.size())
        return std::nullopt;
    return index;
}

/// "hw:vm:deviceId", or a negative number.
bool isDeviceLabel(std::string_view key)
{
    return key.find_first_not_of("0123456789:-") == std::string_view::npos;
}

bool admitsElement(const Json& list, std::string_view key)
{
    if (key.empty())
        return false;
    const std::optional<std::size_t> index = asIndex(key);
    if (list.size() > 1) // one element per rule
        return index ? *index < rules().size() : findRule(key) != nullptr;
    // Elements without id, name or device can only be counted.
    const Json& element = list.front();
    if (index || !element.is_object())
        return index.has_value();
    return element.contains("id") || element.contains("name")
           || (element.contains("device") && isDeviceLabel(key));
}

std::optional<LeafKind> leafIn(const Json& node, std::string_view path);

/// The key is any beginning of the path that ends before a dot: names may hold dots.
std::optional<LeafKind> leafBehind(const Json& node, std::string_view path)
{
    for (std::size_t dot = path.find('.');; dot = path.find('.', dot + 1)) {
        const std::string_view key = path.substr(0, dot);
        const std::string_view rest =
            dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
        const bool more = dot != std::string_view::npos;
        if (node.is_array()) {
            if (admitsElement(node, key) && more == node.front().is_structured())
                if (auto leaf = more ? leafIn(node.front(), rest) : leafIn(node.front(), {}))
                    return leaf;
        } else {
            for (const auto& [formKey, child] : node.items())
                if (admits(formKey, key) && more == child.is_structured())
                    if (auto leaf = leafIn(child, rest))
                        return leaf;
        }
        if (!more)
            return std::nullopt;
    }
}

std::optional<LeafKind> leafIn(const Json& node, std::string_view path)
{
    if (node.is_structured())
        return leafBehind(node, path);
    if (!path.empty())
        return std::nullopt;
    const auto& kind = node.get_ref<const std::string&>();
    return kind == "n"   ? LeafKind::Number
           : kind == "t" ? LeafKind::Text
           : kind == "b" ? LeafKind::Truth
                         : LeafKind::NumberOrText;
}

} // namespace

std::string expandGateName(std::string_view name)
{
    std::string text(name);
    if (admits("@metric", name))
        return "host_overhead.aggregate_metrics." + text;
    if (name == "step.cv")
        return "steady_state.step_ns.cv";
    for (const std::string_view figure : {"p50", "p95", "max"})
        if (text == "step." + std::string(figure) + "_ns")
            return "steady_state.step_ns." + std::string(figure);
    if (name.starts_with("budget.") && admits("@class", name.substr(7)))
        return "classification.shares." + text.substr(7);
    return text;
}

std::optional<LeafKind> leafOf(std::string_view path, GateForm which)
{
    return leafIn(which == GateForm::Compare ? formOfCompare() : form(), path);
}

std::optional<std::string> classOfGateName(std::string_view name)
{
    constexpr std::string_view kPrefix = "class.";
    if (!name.starts_with(kPrefix))
        return std::nullopt;
    const std::string_view id = name.substr(kPrefix.size());
    if (id == "mixed" || id == "cannot-tell" || findRule(id))
        return std::string(id);
    return std::nullopt;
}

} // namespace nv
