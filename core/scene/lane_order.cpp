// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_order.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace nv::scene {
namespace {

bool isOnSheet(const LaneLayout& layout, std::size_t lane)
{
    const LayoutRow* row = layout.find({lane, 0});
    return row != nullptr && row->lane == lane;
}

bool isHeading(const LaneLayout& layout, std::size_t lane)
{
    return layout.headingOf(lane) == lane;
}

/// What goes along with a lane: of a heading all lanes below it, in their order.
std::vector<std::size_t> blockOf(const LaneLayout& layout, std::size_t lane)
{
    std::vector<std::size_t> block;
    const bool isWhole = isHeading(layout, lane);
    for (const std::size_t other : layout.order())
        if (other == lane || (isWhole && layout.headingOf(other) == lane))
            block.push_back(other);
    return block;
}

/// Where `lane` can stand nearest to `target`: itself or, among the lanes of another heading, the
/// first or the last of its own.
std::size_t reachable(const LaneLayout& layout, std::size_t lane, std::size_t target,
                      bool& isBehind)
{
    if (isHeading(layout, lane))
        return layout.headingOf(target);
    const std::size_t heading = layout.headingOf(lane);
    if (target != heading && layout.headingOf(target) == heading)
        return target;
    const std::vector<std::size_t> own = blockOf(layout, heading);
    const std::vector<std::size_t>& order = layout.order();
    const auto placeOf = [&order](std::size_t one) {
        return std::find(order.begin(), order.end(), one);
    };
    isBehind = target != heading && placeOf(target) > placeOf(heading);
    return isBehind ? own.back() : own[1]; // behind the heading, which is the first
}

/// The lanes by their keys.
using LanesByKey = std::unordered_map<std::string, std::size_t>;

LanesByKey lanesByKey(const LaneLayout& layout, std::span<const Lane> lanes)
{
    LanesByKey out;
    std::size_t lane = 0;
    for (std::string& key : laneKeys(layout, lanes))
        out.emplace(std::move(key), lane++);
    return out;
}

std::optional<std::size_t> laneOf(const LanesByKey& lanes, const std::string& key)
{
    const auto at = lanes.find(key);
    return at == lanes.end() ? std::nullopt : std::optional(at->second);
}

/// A file may say anything: each lane once, below its heading.
std::vector<std::size_t> sound(const LaneLayout& layout, const std::vector<std::size_t>& wanted)
{
    constexpr auto kLast = static_cast<std::size_t>(-1);
    std::vector<std::size_t> rank(layout.laneCount(), kLast);
    for (std::size_t i = 0; i < wanted.size(); ++i)
        rank[wanted[i]] = std::min(rank[wanted[i]], i);
    std::vector<std::size_t> order = layout.order();
    const auto key = [&](std::size_t lane) {
        const std::size_t heading = layout.headingOf(lane);
        return std::tuple(rank[heading], heading, lane != heading, rank[lane]);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&key](std::size_t a, std::size_t b) { return key(a) < key(b); });
    return order;
}

} // namespace

std::vector<std::size_t> movedLane(const LaneLayout& layout, std::size_t lane, std::size_t target,
                                   bool isBehind)
{
    const std::size_t place = reachable(layout, lane, target, isBehind);
    std::vector<std::size_t> order = layout.order();
    if (place == lane)
        return order;
    const std::vector<std::size_t> block = blockOf(layout, lane);
    const std::vector<std::size_t> beside = blockOf(layout, place);
    order.erase(std::remove_if(order.begin(), order.end(),
                               [&block](std::size_t one) {
                                   return std::find(block.begin(), block.end(), one) != block.end();
                               }),
                order.end());
    auto at = std::find(order.begin(), order.end(), isBehind ? beside.back() : beside.front());
    order.insert(isBehind ? at + 1 : at, block.begin(), block.end());
    return order;
}

std::optional<std::size_t> laneBeside(const LaneLayout& layout, std::size_t lane, bool isBelow)
{
    std::optional<std::size_t> before;
    bool isNext = false;
    for (const std::size_t other : layout.order()) {
        const bool isSibling =
            isHeading(layout, lane)
                ? isHeading(layout, other)
                : !isHeading(layout, other) && layout.headingOf(other) == layout.headingOf(lane);
        if (other == lane) {
            if (!isBelow)
                return before;
            isNext = true;
        } else if (isSibling && isOnSheet(layout, other)
                   && layout.isPinned(other) == layout.isPinned(lane)) {
            if (isNext)
                return other;
            before = other;
        }
    }
    return std::nullopt;
}

std::vector<std::string> laneKeys(const LaneLayout& layout, std::span<const Lane> lanes)
{
    std::vector<std::string> keys;
    std::map<std::string, int> seen;
    for (std::size_t lane = 0; lane < layout.laneCount(); ++lane) {
        const ChartLane* chart = layout.chart(lane);
        std::string key = chart != nullptr ? chart->label : lanes[lane].label;
        // A stream or a chart is told apart by its device, a thread by its process.
        if (const std::size_t heading = layout.headingOf(lane); heading != lane)
            key.insert(0, keys[heading] + " / ");
        if (const int number = ++seen[key]; number > 1)
            key += " #" + std::to_string(number);
        keys.push_back(std::move(key));
    }
    return keys;
}

LaneChoice laneChoice(const LaneLayout& layout, std::span<const Lane> lanes, bool isByHand)
{
    LaneChoice out;
    const std::vector<std::string> keys = laneKeys(layout, lanes);
    for (const std::size_t lane : layout.order()) {
        if (isByHand)
            out.order.push_back(keys[lane]);
        if (layout.isPinned(lane))
            out.pinned.push_back(keys[lane]);
        if (layout.isHidden(lane))
            out.hidden.push_back(keys[lane]);
    }
    return out;
}

void applyChoice(LaneLayout& layout, std::span<const Lane> lanes, const LaneChoice& choice)
{
    const LanesByKey byKey = lanesByKey(layout, lanes);
    for (const std::string& key : choice.hidden)
        if (const auto lane = laneOf(byKey, key))
            layout.setHidden(*lane, true);
    for (const std::string& key : choice.pinned)
        if (const auto lane = laneOf(byKey, key))
            layout.setPinned(*lane, true);
    std::vector<std::size_t> order;
    for (const std::string& key : choice.order)
        if (const auto lane = laneOf(byKey, key))
            order.push_back(*lane);
    if (!order.empty())
        layout.setOrder(sound(layout, order));
}

} // namespace nv::scene
