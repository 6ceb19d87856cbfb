// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare_report.h"
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

namespace nv {
namespace {

using Json = nlohmann::ordered_json;

Json changeJson(const Change& change)
{
    return {{"base", json::orNull<Json>(change.base)},
            {"target", json::orNull<Json>(change.target)},
            {"delta", json::orNull<Json>(change.delta())},
            {"percent", json::orNull<Json>(change.percent())}};
}

Json sideJson(const CompareSide& side, bool redact)
{
    const Redactor redactor(side.trace(), redact);
    Json json = Json::object();
    json["trace"] = json::traceJson<Json>(side.analysis, redact, redactor);
    json["window"] = json::windowJson<Json>(side.window);
    json["steady_state"] = json::steadyJson<Json>(side.analysis.steady);
    return json;
}

Json comparedSteps(const Comparison& comparison)
{
    const StepSpread& spread = comparison.spread;
    Json json = Json::object();
    json["steps"] = {{"base", comparison.base.steps}, {"target", comparison.target.steps}};
    json["choice"] = {{"base", std::string(stepChoiceKey(comparison.base.choice))},
                      {"target", std::string(stepChoiceKey(comparison.target.choice))}};
    json["wall_ns"] = changeJson(comparison.wall);
    json["step_ns"] = changeJson(comparison.length);
    json["gap_ns"] = changeJson(comparison.gap);
    json["busy_ns"] = changeJson(comparison.busy);
    json["kernels"] = changeJson(comparison.kernels);
    json["wall_p50_ns"] = changeJson(spread.p50);
    json["wall_p95_ns"] = changeJson(spread.p95);
    json["wall_p99_ns"] = changeJson(spread.p99);
    json["spread_ns"] = spread.isBeyond ? Json(spread.spread) : Json();
    json["beyond_spread"] = spread.isBeyond ? Json(*spread.isBeyond) : Json();
    return json;
}

Json rowJson(const NamedChange& row)
{
    Json json = Json::object();
    json["name"] = row.name;
    json["rank"] = row.rank;
    json["base"] = json::orNull<Json>(row.time.base);
    json["target"] = json::orNull<Json>(row.time.target);
    json["delta"] = json::orNull<Json>(row.time.delta());
    json["percent"] = json::orNull<Json>(row.time.percent());
    json["status"] = std::string(changeStatusKey(row.status));
    json["small"] = row.isSmall;
    json["count"] = changeJson(row.count);
    return json;
}

Json apiJson(const std::vector<NamedChange>& rows)
{
    Json json = Json::array();
    for (const NamedChange& row : rows) {
        json.push_back(rowJson(row));
        json.back()["class"] = row.cls;
    }
    return json;
}

Json transfersJson(const std::vector<NamedChange>& rows)
{
    Json json = Json::array();
    for (const NamedChange& row : rows) {
        json.push_back(rowJson(row));
        json.back()["bytes"] = changeJson(row.bytes);
    }
    return json;
}

Json kernelsJson(const std::vector<NamedChange>& rows)
{
    Json json = Json::array();
    for (const NamedChange& row : rows) {
        json.push_back(rowJson(row));
        json.back()["demangled"] = row.full;
    }
    return json;
}

Json rangesJson(const std::vector<NamedChange>& rows)
{
    Json json = Json::array();
    for (const NamedChange& row : rows) {
        json.push_back(rowJson(row));
        json.back()["self"] = changeJson(row.self);
    }
    return json;
}

Json budgetJson(const Comparison& comparison)
{
    Json json = Json::object();
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const Change& share = comparison.shares.at(i);
        const Change& step = comparison.budget.at(i);
        json[std::string(budgetClassKey(static_cast<BudgetClass>(i)))] = {
            {"base_share", json::orNull<Json>(share.base)},
            {"target_share", json::orNull<Json>(share.target)},
            {"base_ns", json::orNull<Json>(step.base)},
            {"target_ns", json::orNull<Json>(step.target)},
            {"delta_ns", json::orNull<Json>(step.delta())}};
    }
    return json;
}

Json crossedJson(const HostOverhead& host)
{
    Json json = Json::array();
    for (const HostVote& vote : host.votes)
        if (vote.crossed)
            json.push_back(std::string(hostMetricKey(vote.metric)));
    return json;
}

Json handoffJson(const CompareInput& input)
{
    constexpr std::size_t kNamed = 5;
    const HostOverhead& host = input.host;
    Json worse = Json::array();
    for (const NamedChange& row : input.comparison.ranges) {
        const double delta = row.time.delta().value_or(0);
        if (delta > 0 && !row.isSmall && worse.size() < kNamed)
            worse.push_back({{"nvtx_name", row.name},
                             {"delta_ns_per_step", delta},
                             {"self_delta_ns_per_step", json::orNull<Json>(row.self.delta())},
                             {"source_function", nullptr}});
    }
    const std::optional<DurationStats>& gaps = input.comparison.target.gaps;
    Json json = Json::object();
    json["verdict"] = host.overall ? Json(*host.overall ? "YES" : "NO") : Json();
    json["primary_bottleneck_phase"] = bottleneckPhase(host);
    json["crossed_metrics"] = crossedJson(host);
    json["host_prep_confirmed"] = host.hostPrepConfirmed;
    json["top_regressing_ops"] = std::move(worse);
    json["recommended_first_target"] =
        host.hostPrepConfirmed ? json::textOrNull<Json>(host.prepName) : Json();
    json["wall_time_per_step_ns"] = json::orNull<Json>(input.comparison.wall.target);
    json["inter_step_gap_p50_ns"] = gaps && gaps->count != 0 ? Json(gaps->p50) : Json();
    json["kernels_per_step"] = json::orNull<Json>(input.comparison.kernels.target);
    json["graph_coverage"] = json::orNull<Json>(input.comparison.coverage.target);
    return json;
}

Json notesJson(const Comparison& comparison)
{
    Json json = Json::array();
    for (const CompareNote& note : comparison.notes)
        json.push_back({{"id", note.id}, {"message", note.message}, {"holds", note.holds}});
    if (!comparison.hasSteps)
        json.push_back({{"id", "no-steps"},
                        {"message", comparison.reason},
                        {"holds", "shares of the windows"}});
    return json;
}

} // namespace

std::string compareJson(const CompareInput& input)
{
    const Comparison& comparison = input.comparison;
    Json out = Json::object();
    out["schema_version"] = 1;
    out["base"] = sideJson(input.base, input.redact);
    out["target"] = sideJson(input.target, input.redact);
    out["per_step"] = comparedSteps(comparison);
    out["kernels"] = kernelsJson(comparison.kernelNames);
    out["api"] = apiJson(comparison.api);
    out["nvtx"] = rangesJson(comparison.ranges);
    out["transfers"] = transfersJson(comparison.transfers);
    out["graph_coverage"] = changeJson(comparison.coverage);
    out["budget"] = budgetJson(comparison);
    out["comparability"] = {{"refused", comparison.isRefused},
                            {"steps_hold", comparison.stepsHold()},
                            {"sentence", comparison.comparability}};
    out["conclusion"] = comparison.conclusion.text();
    out["optimization_handoff"] = handoffJson(input);
    out["warnings"] = notesJson(comparison);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace nv
