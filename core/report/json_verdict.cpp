// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_parts.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace nv::json {

using Value = nlohmann::ordered_json;

namespace {

/// Evidence in whole units prints as an integer.
Value evidenceJson(const Evidence& evidence)
{
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (!evidence.value)
        return nullptr;
    const double value = *evidence.value;
    if (evidence.unit != "share" && value == std::floor(value) && std::abs(value) <= kExact)
        return static_cast<std::int64_t>(value);
    return value;
}

Value evidenceJson(const ClassFinding& finding, const Redactor& redact)
{
    Value json = Value::array();
    for (const Evidence& evidence : finding.evidence)
        json.push_back({{"what", redact(evidence.what)},
                        {"value", evidenceJson(evidence)},
                        {"unit", textOrNull<Value>(evidence.unit)},
                        {"start_ns", evidence.where ? Value(evidence.where->begin) : Value()},
                        {"end_ns", evidence.where ? Value(evidence.where->end) : Value()}});
    return json;
}

Value qualifierJson(Qualifier qualifier)
{
    switch (qualifier) {
    case Qualifier::Exact:
        return nullptr;
    case Qualifier::AtLeast:
        return "at-least";
    case Qualifier::AtMost:
        break;
    }
    return "at-most";
}

Value findingJson(const ClassFinding& finding, const Redactor& redact)
{
    Value json = Value::object();
    json["id"] = finding.id;
    json["title"] = finding.title;
    json["state"] = std::string(classStateKey(finding.state));
    json["share"] = orNull<Value>(finding.share);
    json["threshold"] = orNull<Value>(finding.threshold);
    json["qualifier"] = qualifierJson(finding.qualifier);
    json["speedup_bound"] = orNull<Value>(finding.bound);
    json["evidence"] = evidenceJson(finding, redact);
    json["reason"] = redact(finding.reason);
    return json;
}

} // namespace

template <class Json>
Json devicesJson(const ReportInput& input)
{
    const TraceModel& trace = input.trace();
    Json json = Json::array();
    for (const DeviceBudget& device : input.verdict.budget.devices) {
        Json budget = Json::object();
        for (std::size_t i = 0; i < kBudgetClasses; ++i) {
            const auto cls = static_cast<BudgetClass>(i);
            budget[std::string(budgetClassKey(cls)) + "_ns"] = device.budget[cls];
        }
        Json entry = Json::object();
        entry["device"] = deviceValue<Json>(trace, device.device);
        entry["name"] = textOrNull<Json>(trace.devices[device.device()].name);
        entry["window_ns"] = input.verdict.budget.window.length();
        entry["busy_ns"] = device.busyNs;
        entry["idle_ns"] = device.idleNs;
        entry["active"] = device.active;
        entry["budget"] = std::move(budget);
        json.push_back(std::move(entry));
    }
    return json;
}

template <class Json>
Json classificationJson(const ReportInput& input, const Redactor& redact)
{
    const Verdict& verdict = input.verdict;
    const bool known = !verdict.budget.devices.empty() && !verdict.budget.window.isEmpty();
    Json shares = Json::object();
    for (std::size_t i = 0; i < kBudgetClasses; ++i) {
        const auto cls = static_cast<BudgetClass>(i);
        shares[std::string(budgetClassKey(cls))] = known ? Json(verdict.budget.share(cls)) : Json();
    }
    Json classes = Json::array();
    for (const ClassFinding& finding : verdict.classes)
        classes.push_back(findingJson(finding, redact));
    Json json = Json::object();
    json["primary"] = verdict.primary;
    json["primary_reason"] = redact(verdict.primaryReason);
    json["shares"] = std::move(shares);
    json["classes"] = std::move(classes);
    json["next_action"] = redact(verdict.nextAction);
    json["command"] = textOrNull<Json>(redact(verdict.command));
    return json;
}

template Value devicesJson<Value>(const ReportInput&);
template Value classificationJson<Value>(const ReportInput&, const Redactor&);

} // namespace nv::json
