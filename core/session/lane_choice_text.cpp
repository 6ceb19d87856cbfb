// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/lane_choice_text.h"

#include <nlohmann/json.hpp>

namespace nv {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kLanes = "lanes";
constexpr const char* kOrder = "order";
constexpr const char* kPinned = "pinned";
constexpr const char* kHidden = "hidden";
constexpr std::size_t kMostLanes = 100'000;

std::vector<std::string> textsOf(const Json& object, const char* name)
{
    std::vector<std::string> out;
    const auto at = object.find(name);
    if (at == object.end() || !at->is_array())
        return out;
    for (const Json& text : *at)
        if (text.is_string() && out.size() < kMostLanes)
            out.push_back(text.get<std::string>());
    return out;
}

} // namespace

std::string withLanes(std::string_view others, const LaneChoice& lanes)
{
    Json root = Json::parse(others, nullptr, false);
    if (!root.is_object())
        root = Json::object();
    root.erase(kLanes);
    if (!lanes.isEmpty())
        root[kLanes] = {{kOrder, lanes.order}, {kPinned, lanes.pinned}, {kHidden, lanes.hidden}};
    return root.empty() ? std::string() : root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

LaneChoice lanesOf(std::string_view others)
{
    const Json root = Json::parse(others, nullptr, false);
    const auto lanes = root.is_object() ? root.find(kLanes) : root.end();
    if (!root.is_object() || lanes == root.end() || !lanes->is_object())
        return {};
    return {textsOf(*lanes, kOrder), textsOf(*lanes, kPinned), textsOf(*lanes, kHidden)};
}

} // namespace nv
