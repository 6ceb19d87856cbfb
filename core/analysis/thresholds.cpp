// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thresholds.h"

#include "core/analysis/limit_tables.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace nv {
namespace {

using Json = nlohmann::ordered_json;
using limits::Names;
using limits::Setting;

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

/// The groups inside "host_overhead", each like the other groups.
Status readHost(HostLimits& host, const Json& json)
{
    if (!json.is_object())
        return refusal("\"host_overhead\" must be an object.");
    for (const auto& [name, value] : json.items()) {
        HostThresholds* scope = name == "aggregate"    ? &host.aggregate
                                : name == "context"    ? &host.context
                                : name == "generation" ? &host.generation
                                                       : nullptr;
        if (!scope)
            return refusal("\"host_overhead." + name
                           + "\" is not a known scope (aggregate, context, generation).");
        if (Status read = readGroup(*scope, limits::kHost, "host_overhead." + name, value); !read)
            return read;
    }
    return Nothing{};
}

Status readBytes(std::map<std::string, Bytes>& bytes, const Json& json)
{
    if (!json.is_object())
        return refusal("\"bytes_per_launch\" must be an object of kernel names.");
    for (const auto& [name, value] : json.items()) {
        std::int64_t number = 0;
        if (name.empty() || !assign(number, value) || number == 0)
            return refusal("\"bytes_per_launch." + name
                           + "\" must be a name and a whole number above 0.");
        bytes[name] = number;
    }
    return Nothing{};
}

Status readMember(Thresholds& thresholds, const std::string& name, const Json& value)
{
    if (name == "budget")
        return readGroup(thresholds.budget, limits::kBudget, name, value);
    if (name == "classes")
        return readGroup(thresholds.classes, limits::kClasses, name, value);
    if (name == "tails")
        return readGroup(thresholds.tails, limits::kTails, name, value);
    if (name == limits::kHostGroup)
        return readHost(thresholds.hostOverhead, value);
    if (name == "bytes_per_launch")
        return readBytes(thresholds.bytesPerLaunch, value);
    return refusal("\"" + name
                   + "\" is not a known group (budget, classes, tails, host_overhead, "
                     "bytes_per_launch).");
}

} // namespace

Result<Thresholds> parseThresholds(std::string_view text)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return refusal("the text is not a JSON object.");
    Thresholds thresholds;
    for (const auto& [name, value] : json.items())
        if (Status read = readMember(thresholds, name, value); !read)
            return read.error();
    return thresholds;
}

std::string thresholdsJson(const Thresholds& thresholds)
{
    Json json = Json::object();
    limits::eachGroup(thresholds, [&](const std::string& name, const auto& group,
                                      const auto& settings) {
        const std::size_t dot = name.find('.');
        Json& target =
            dot == std::string::npos ? json[name] : json[name.substr(0, dot)][name.substr(dot + 1)];
        target = writeGroup(group, settings);
        return true;
    });
    json["bytes_per_launch"] = Json::object();
    for (const auto& [name, bytes] : thresholds.bytesPerLaunch)
        json["bytes_per_launch"][name] = bytes;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Bytes> bytesPerLaunch(const Thresholds& thresholds, const std::string& shortName,
                                    const std::string& demangled)
{
    for (const std::string* name : {&demangled, &shortName})
        if (const auto found = thresholds.bytesPerLaunch.find(*name);
            found != thresholds.bytesPerLaunch.end())
            return found->second;
    return std::nullopt;
}

} // namespace nv
