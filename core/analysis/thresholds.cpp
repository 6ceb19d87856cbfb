// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thresholds.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <variant>

namespace nv {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

template <class Group>
struct Setting
{
    const char* name;
    std::variant<double Group::*, std::int64_t Group::*, Names Group::*> member;
};

// One line per limit: reading, writing and the refusal of unknown names all walk these lists.
constexpr std::array kBudget{
    Setting<BudgetLimits>{"lazy_call_ns", &BudgetLimits::lazyCallNs},
    Setting<BudgetLimits>{"dispatch_gap_ns", &BudgetLimits::dispatchGapNs},
    Setting<BudgetLimits>{"host_piece_ns", &BudgetLimits::hostPieceNs},
    Setting<BudgetLimits>{"setup_call_ns", &BudgetLimits::setupCallNs},
    Setting<BudgetLimits>{"communication_short", &BudgetLimits::communicationShort},
    Setting<BudgetLimits>{"communication_demangled", &BudgetLimits::communicationDemangled},
};

constexpr std::array kClasses{
    Setting<ClassLimits>{"compute", &ClassLimits::compute},
    Setting<ClassLimits>{"compute_primary", &ClassLimits::computePrimary},
    Setting<ClassLimits>{"compute_else", &ClassLimits::computeElse},
    Setting<ClassLimits>{"launch", &ClassLimits::launch},
    Setting<ClassLimits>{"transfer", &ClassLimits::transfer},
    Setting<ClassLimits>{"sync", &ClassLimits::sync},
    Setting<ClassLimits>{"host", &ClassLimits::host},
    Setting<ClassLimits>{"communication", &ClassLimits::communication},
    Setting<ClassLimits>{"queue", &ClassLimits::queue},
    Setting<ClassLimits>{"compile", &ClassLimits::compile},
    Setting<ClassLimits>{"alloc", &ClassLimits::alloc},
    Setting<ClassLimits>{"unknown", &ClassLimits::unknown},
    Setting<ClassLimits>{"unknown_primary", &ClassLimits::unknownPrimary},
    Setting<ClassLimits>{"idle_without_api", &ClassLimits::idleWithoutApi},
    Setting<ClassLimits>{"active", &ClassLimits::active},
    Setting<ClassLimits>{"dominant", &ClassLimits::dominant},
    Setting<ClassLimits>{"min_steps", &ClassLimits::minSteps},
};

constexpr std::array kTails{
    Setting<TailLimits>{"outlier_max", &TailLimits::outlierMax},
    Setting<TailLimits>{"systematic_p99", &TailLimits::systematicP99},
    Setting<TailLimits>{"systematic_count", &TailLimits::systematicCount},
    Setting<TailLimits>{"excess", &TailLimits::excess},
    Setting<TailLimits>{"group_size", &TailLimits::groupSize},
    Setting<TailLimits>{"outlier_ratio", &TailLimits::outlierRatio},
    Setting<TailLimits>{"outlier_min_ns", &TailLimits::outlierMinNs},
    Setting<TailLimits>{"constant_share", &TailLimits::constantShare},
    Setting<TailLimits>{"small_copy_bytes", &TailLimits::smallCopyBytes},
};

Error refusal(std::string message)
{
    return {Errc::BadArgument, "Thresholds: " + std::move(message), {}};
}

bool assign(double& target, const Json& value)
{
    if (!value.is_number())
        return false;
    const double number = value.get<double>();
    if (!std::isfinite(number) || number < 0)
        return false;
    target = number;
    return true;
}

bool assign(std::int64_t& target, const Json& value)
{
    if (!value.is_number_integer())
        return false;
    // A literal above int64 arrives as unsigned; get<int64_t> would wrap it.
    if (value.is_number_unsigned()
        && value.get<std::uint64_t>() > static_cast<std::uint64_t>(kMaxNs))
        return false;
    const auto number = value.get<std::int64_t>();
    if (number < 0)
        return false;
    target = number;
    return true;
}

bool assign(Names& target, const Json& value)
{
    if (!value.is_array())
        return false;
    Names names;
    for (const Json& item : value) {
        // An empty text is part of every name and would turn all kernels into communication.
        if (!item.is_string() || item.get_ref<const std::string&>().empty())
            return false;
        names.push_back(item.get<std::string>());
    }
    target = std::move(names);
    return true;
}

const char* expectation(std::size_t alternative)
{
    constexpr std::array kWords{"a number of at least 0", "a whole number of at least 0",
                                "a list of texts that are not empty"};
    return kWords.at(alternative);
}

template <class Group, std::size_t N>
Status readGroup(Group& group, const std::array<Setting<Group>, N>& settings,
                 const std::string& groupName, const Json& json)
{
    if (!json.is_object())
        return refusal("\"" + groupName + "\" must be an object.");
    for (const auto& [name, value] : json.items()) {
        const Setting<Group>* found = nullptr;
        for (const Setting<Group>& setting : settings)
            if (name == setting.name)
                found = &setting;
        if (!found)
            return refusal("\"" + groupName + "." + name + "\" is not a known limit.");
        const bool ok =
            std::visit([&, &v = value](auto m) { return assign(group.*m, v); }, found->member);
        if (!ok)
            return refusal("\"" + groupName + "." + name + "\" must be "
                           + expectation(found->member.index()) + ".");
    }
    return Nothing{};
}

template <class Group, std::size_t N>
Json writeGroup(const Group& group, const std::array<Setting<Group>, N>& settings)
{
    Json json = Json::object();
    for (const Setting<Group>& setting : settings)
        std::visit([&](auto m) { json[setting.name] = group.*m; }, setting.member);
    return json;
}

} // namespace

Result<Thresholds> parseThresholds(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return refusal("the text is not a JSON object.");
    Thresholds thresholds;
    for (const auto& [name, value] : json.items()) {
        Status status = Nothing{};
        if (name == "budget")
            status = readGroup(thresholds.budget, kBudget, name, value);
        else if (name == "classes")
            status = readGroup(thresholds.classes, kClasses, name, value);
        else if (name == "tails")
            status = readGroup(thresholds.tails, kTails, name, value);
        else
            return refusal("\"" + name + "\" is not a known group (budget, classes, tails).");
        if (!status)
            return status.error();
    }
    return thresholds;
}

std::string thresholdsJson(const Thresholds& thresholds)
{
    Json json = Json::object();
    json["budget"] = writeGroup(thresholds.budget, kBudget);
    json["classes"] = writeGroup(thresholds.classes, kClasses);
    json["tails"] = writeGroup(thresholds.tails, kTails);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace nv
