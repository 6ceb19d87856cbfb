// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/limit_list.h"

#include "core/analysis/limit_tables.h"
#include "core/base/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace nv {
namespace {

template <class Number>
bool readNumber(std::string_view text, Number& out)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0)
        return false;
    out = number;
    return true;
}

bool assign(double& target, std::string_view text)
{
    double number = 0;
    if (!readNumber(text, number) || !std::isfinite(number))
        return false;
    target = number;
    return true;
}

bool assign(std::int64_t& target, std::string_view text)
{
    return readNumber(text, target);
}

bool assign(limits::Names& target, std::string_view text)
{
    limits::Names names;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (const auto name = nv::text::trimmed(text.substr(begin, end - begin)); !name.empty())
            names.emplace_back(name);
        begin = end + 1;
    }
    target = std::move(names);
    return true;
}

std::string shortest(double value)
{
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::to_string(value);
}

} // namespace

std::vector<Limit> limitList(const Thresholds& thresholds)
{
    std::vector<Limit> list;
    limits::eachGroup(thresholds, [&](const char* group, const auto& values, const auto& settings) {
        for (const auto& setting : settings)
            list.push_back(
                {group,
                 setting.name,
                 setting.meaning,
                 std::visit([&](auto m) { return LimitValue(values.*m); }, setting.member),
                 {}});
        return true;
    });
    const Thresholds standard;
    auto next = list.begin();
    limits::eachGroup(standard, [&](const char*, const auto& values, const auto& settings) {
        for (const auto& setting : settings)
            (next++)->standard =
                std::visit([&](auto m) { return LimitValue(values.*m); }, setting.member);
        return true;
    });
    return list;
}

Status setLimit(Thresholds& thresholds, std::string_view group, std::string_view name,
                const std::string& text)
{
    bool known = false;
    bool isSet = false;
    bool isWhole = false;
    limits::eachGroup(thresholds, [&](const char* groupName, auto& values, const auto& settings) {
        if (group != groupName)
            return true;
        for (const auto& setting : settings) {
            if (name != setting.name)
                continue;
            known = true;
            isWhole = setting.member.index() == 1;
            isSet = std::visit([&](auto m) { return assign(values.*m, nv::text::trimmed(text)); },
                               setting.member);
        }
        return false;
    });
    const std::string path = std::string(group) + "." + std::string(name);
    if (!known)
        return Error{Errc::BadArgument, "There is no limit \"" + path + "\".", {}};
    if (!isSet)
        return Error{Errc::BadArgument,
                     path + " must be a " + (isWhole ? "whole " : "") + "number of at least 0.",
                     {}};
    return Nothing{};
}

std::string limitText(const LimitValue& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return shortest(*number);
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return std::to_string(*whole);
    std::string text;
    for (const std::string& name : std::get<limits::Names>(value))
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace nv
