// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_activity.h"

#include "core/scene/lane_sampler.h"
#include "core/trace/trace_model.h"

#include <algorithm>
#include <array>

namespace nv::scene {

namespace {

/// Lanes [first, last) of one stream or thread.
struct Group
{
    std::size_t first = 0;
    std::size_t last = 0;
    std::array<DurationNs, 3> busy{}; ///< work, ranges, OS calls
};

bool isGrouped(const Lane& lane)
{
    switch (lane.kind) {
    case LaneKind::Kernels:
    case LaneKind::Copies:
    case LaneKind::Ranges:
    case LaneKind::Calls:
    case LaneKind::OsCalls:
        return true;
    default:
        return false;
    }
}

std::size_t weightOf(LaneKind kind)
{
    return kind == LaneKind::Ranges ? 1 : kind == LaneKind::OsCalls ? 2 : 0;
}

bool areTogether(const Lane& a, const Lane& b)
{
    return isGrouped(a) && isGrouped(b) && a.stream == b.stream && a.thread == b.thread;
}

} // namespace

std::vector<LaneActivity> laneActivity(const TraceModel& trace, TimeRange window)
{
    std::vector<LaneActivity> out(trace.lanes.size());
    std::size_t heading = 0;
    for (std::size_t i = 0; i < trace.lanes.size(); ++i) {
        const Lane& lane = trace.lanes[i];
        if (lane.depth == 0)
            heading = i;
        const TimeColumns columns = timeColumns(trace, lane.events);
        for (const LaneRow& row : lane.rows) {
            const Cell cell = cellOf(row, columns, window);
            out[i].busy = std::max(out[i].busy, cell.busy);
            out[i].isActive = out[i].isActive || cell.count > 0;
        }
        out[heading].isActive = out[heading].isActive || out[i].isActive;
    }
    return out;
}

std::vector<LaneActivity> chartActivity(std::span<const ChartLane> charts, TimeRange window)
{
    std::vector<LaneActivity> out(charts.size());
    std::size_t heading = 0;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        if (charts[i].depth == 0)
            heading = i;
        if (charts[i].series == nullptr || !charts[i].series->reading(window))
            continue;
        out[i].isActive = true;
        out[heading].isActive = true;
    }
    return out;
}

std::vector<std::size_t> lanesByActivity(std::span<const Lane> lanes,
                                         std::span<const LaneActivity> activity)
{
    std::vector<std::size_t> order;
    order.reserve(lanes.size());
    std::size_t i = 0;
    while (i < lanes.size()) {
        std::vector<Group> groups; // neighbours, so of one heading
        while (i < lanes.size() && isGrouped(lanes[i])) {
            if (groups.empty() || !areTogether(lanes[i - 1], lanes[i]))
                groups.push_back({i, i, {}});
            groups.back().busy.at(weightOf(lanes[i].kind)) += activity[i].busy;
            groups.back().last = ++i;
        }
        std::stable_sort(groups.begin(), groups.end(),
                         [](const Group& a, const Group& b) { return a.busy > b.busy; });
        for (const Group& group : groups)
            for (std::size_t lane = group.first; lane < group.last; ++lane)
                order.push_back(lane);
        if (i < lanes.size())
            order.push_back(i++);
    }
    return order;
}

} // namespace nv::scene
