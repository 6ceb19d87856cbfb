// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/launch_arrows.h"

#include "core/scene/event_view.h"
#include "core/scene/lane_viewport.h"

#include <cmath>
#include <optional>

namespace nv::scene {

namespace {

std::optional<ArrowEnd> endOf(const TraceModel& trace, const LaneLayout& layout,
                              const Viewport& viewport, EventRef event, Ns t)
{
    const LanePlace place = placeOf(trace, event);
    const LayoutRow* row = place.isNone() ? nullptr : layout.find(place);
    if (row == nullptr)
        return std::nullopt;
    const TimeScale& scale = viewport.scale;
    ArrowEnd end;
    end.x = std::clamp(static_cast<int>(std::lround(scale.xOf(t))), 0, scale.width - 1);
    const LaneViewport rows(layout, viewport.top, viewport.height);
    const int y = rows.yOf(*row) + row->height / 2;
    end.y = std::clamp(y, rows.isInBand(*row) ? 0 : rows.bandHeight(), viewport.height - 1);
    if (y != end.y)
        end.edge = y < end.y ? Edge::Above : Edge::Below;
    // The begin of the view belongs to it, and so does its end: an end exactly there can be seen.
    if (t < scale.view.begin) {
        end.edge = Edge::Left;
        end.distance = lengthBetween(t, scale.view.begin);
    } else if (t > scale.view.end) {
        end.edge = Edge::Right;
        end.distance = lengthBetween(scale.view.end, t);
    }
    return end;
}

std::optional<LaunchArrow> arrowOf(const TraceModel& trace, const LaneLayout& layout,
                                   const Viewport& viewport, EventRef call, EventRef op)
{
    const Ns returned = rangeOf(trace, call).end;
    const Ns started = rangeOf(trace, op).begin;
    const auto from = endOf(trace, layout, viewport, call, returned);
    const auto to = endOf(trace, layout, viewport, op, started);
    if (!from || !to || (from->edge != Edge::None && from->edge == to->edge))
        return std::nullopt;
    LaunchArrow arrow{call, op, *from, *to, 0};
    const DurationNs apart =
        started >= returned ? lengthBetween(returned, started) : lengthBetween(started, returned);
    const auto most = static_cast<DurationNs>(kMaxNs);
    arrow.latency = static_cast<Ns>(std::min(apart, most)) * (started >= returned ? 1 : -1);
    return arrow;
}

std::string edgeText(Edge edge)
{
    switch (edge) {
    case Edge::Left:
        return " left";
    case Edge::Right:
        return " right";
    case Edge::Above:
        return " above";
    case Edge::Below:
        return " below";
    case Edge::None:
        break;
    }
    return {};
}

std::string endText(const ArrowEnd& end)
{
    std::string text = std::to_string(end.x) + "," + std::to_string(end.y) + edgeText(end.edge);
    if (end.distance > 0)
        text += " by " + std::to_string(end.distance) + " ns";
    return text;
}

} // namespace

std::vector<LaunchArrow> launchArrows(const TraceModel& trace, const LaneLayout& layout,
                                      const Viewport& viewport, EventRef selected, std::size_t max)
{
    std::vector<LaunchArrow> arrows;
    if (viewport.scale.isEmpty() || viewport.height <= 0)
        return arrows;
    const auto add = [&](EventRef call, EventRef op) {
        if (const auto arrow = arrowOf(trace, layout, viewport, call, op))
            arrows.push_back(*arrow);
    };
    if (selected.kind == EventKind::Call) {
        const auto [first, last] = trace.opsOf(CallIndex(selected.index));
        std::size_t looked = 0;
        for (auto op = first; op != last && looked < max; ++op, ++looked)
            add(selected, {EventKind::Op, op->value});
    } else if (const auto call = callOf(trace, selected)) {
        add(*call, selected);
    }
    return arrows;
}

std::string toText(const std::vector<LaunchArrow>& arrows, const TraceModel& trace)
{
    std::string text;
    for (const LaunchArrow& arrow : arrows)
        text += labelOf(trace, arrow.call) + " " + endText(arrow.from) + " -> "
                + labelOf(trace, arrow.op) + " " + endText(arrow.to) + " latency "
                + std::to_string(arrow.latency) + " ns\n";
    return text;
}

} // namespace nv::scene
