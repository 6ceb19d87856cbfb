// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_layout.h"

#include <algorithm>
#include <set>

namespace nv::scene {

int rowHeight(RowDensity density)
{
    switch (density) {
    case RowDensity::Compact:
        return 14;
    case RowDensity::Normal:
        return 20;
    case RowDensity::Tall:
        break;
    }
    return 28;
}

LaneLayout::LaneLayout(std::span<const Lane> lanes)
{
    m_lanes.reserve(lanes.size());
    std::size_t heading = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (lanes[i].depth == 0)
            heading = i;
        LaneState state;
        state.kind = lanes[i].kind;
        state.depth = lanes[i].depth;
        state.subRows = std::max<std::size_t>(lanes[i].rows.size(), 1);
        state.heading = heading;
        m_lanes.push_back(state);
        if (lanes[i].depth > 0)
            ++m_lanes[heading].children;
    }
    markQuiet(lanes);
    rebuild();
}

void LaneLayout::markQuiet(std::span<const Lane> lanes)
{
    std::set<ThreadId> working;
    std::vector<bool> works(lanes.size(), false); // by heading
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (lanes[i].kind != LaneKind::Calls && lanes[i].kind != LaneKind::Ranges)
            continue;
        working.insert(lanes[i].thread);
        works[m_lanes[i].heading] = true;
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        LaneState& lane = m_lanes[i];
        if (lane.kind == LaneKind::Process)
            lane.collapsed = !works[i] && lane.children > 0;
        lane.isQuiet = lane.kind == LaneKind::OsCalls && works[lane.heading]
                       && working.count(lanes[i].thread) == 0;
        if (lane.isQuiet)
            ++m_lanes[lane.heading].quiet;
    }
}

bool LaneLayout::isHidden(std::size_t lane) const
{
    const LaneState& state = m_lanes[lane];
    const LaneState& heading = m_lanes[state.heading];
    return state.heading != lane && (heading.collapsed || (state.isQuiet && !heading.showsQuiet));
}

int LaneLayout::heightOf(const LaneState& lane) const
{
    // The device's summary stacks classes of time, which needs room to be read.
    const int height = rowHeight(m_density);
    return lane.kind == LaneKind::Device ? height + height / 2 : height;
}

void LaneLayout::rebuild()
{
    m_rows.clear();
    int y = 0;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        LaneState& lane = m_lanes[i];
        lane.firstRow = isHidden(i) ? m_lanes[lane.heading].firstRow : m_rows.size();
        if (isHidden(i))
            continue;
        const bool onlyFirst = lane.collapsed && lane.depth > 0;
        for (std::size_t row = 0; row < (onlyFirst ? 1 : lane.subRows); ++row) {
            m_rows.push_back({i, row, y, heightOf(lane)});
            y += heightOf(lane) + kLaneGap;
        }
    }
    m_height = y;
}

void LaneLayout::setDensity(RowDensity density)
{
    m_density = density;
    rebuild();
}

bool LaneLayout::isCollapsible(std::size_t lane) const
{
    return m_lanes[lane].depth == 0 ? m_lanes[lane].children > 0 : m_lanes[lane].subRows > 1;
}

void LaneLayout::setCollapsed(std::size_t lane, bool collapsed)
{
    m_lanes[lane].collapsed = collapsed && isCollapsible(lane);
    rebuild();
}

void LaneLayout::setAllCollapsed(bool collapsed)
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        if (m_lanes[i].depth == 0)
            m_lanes[i].collapsed = collapsed && isCollapsible(i);
    rebuild();
}

void LaneLayout::setShowsQuiet(std::size_t lane, bool shows)
{
    m_lanes[lane].showsQuiet = shows;
    rebuild();
}

std::span<const LayoutRow> LaneLayout::visible(int top, int bottom) const
{
    const auto first = std::partition_point(
        m_rows.begin(), m_rows.end(), [top](const LayoutRow& row) { return row.bottom() <= top; });
    const auto last = std::partition_point(
        first, m_rows.end(), [bottom](const LayoutRow& row) { return row.y < bottom; });
    return {first, last};
}

const LayoutRow* LaneLayout::rowAt(int y) const
{
    if (y < 0 || y >= m_height)
        return nullptr;
    const auto after = std::partition_point(m_rows.begin(), m_rows.end(),
                                            [y](const LayoutRow& row) { return row.y <= y; });
    return &*(after - 1);
}

const LayoutRow* LaneLayout::find(LanePlace place) const
{
    if (place.isNone() || place.lane >= m_lanes.size())
        return nullptr;
    const LayoutRow* first = &m_rows[m_lanes[place.lane].firstRow];
    const bool onlyFirst = isHidden(place.lane) || m_lanes[place.lane].collapsed;
    return onlyFirst ? first : first + place.row;
}

void LaneLayout::reveal(LanePlace place)
{
    if (place.isNone() || place.lane >= m_lanes.size())
        return;
    LaneState& lane = m_lanes[place.lane];
    m_lanes[lane.heading].collapsed = false;
    if (lane.isQuiet)
        m_lanes[lane.heading].showsQuiet = true;
    if (place.row > 0)
        lane.collapsed = false;
    rebuild();
}

std::size_t LaneLayout::hiddenBelow(std::size_t lane) const
{
    if (!m_lanes[lane].collapsed)
        return 0;
    return m_lanes[lane].depth == 0 ? m_lanes[lane].children : m_lanes[lane].subRows - 1;
}

} // namespace nv::scene
