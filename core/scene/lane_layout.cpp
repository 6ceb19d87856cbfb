// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_layout.h"

#include <algorithm>
#include <numeric>
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

RowDensity nextDensity(RowDensity density, bool isTaller)
{
    const int next = static_cast<int>(density) + (isTaller ? 1 : -1);
    return static_cast<RowDensity>(std::clamp(next, 0, static_cast<int>(RowDensity::Tall)));
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
    setOrder({});
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
    }
}

void LaneLayout::setCharts(std::vector<ChartLane> charts)
{
    m_lanes.resize(m_lanes.size() - m_charts.size());
    m_order.erase(std::remove_if(m_order.begin(), m_order.end(),
                                 [this](std::size_t lane) { return lane >= m_lanes.size(); }),
                  m_order.end());
    m_charts = std::move(charts);
    std::size_t heading = m_lanes.size();
    for (const ChartLane& chart : m_charts) {
        if (chart.depth == 0)
            heading = m_lanes.size();
        LaneState state;
        state.isChart = chart.series != nullptr;
        state.depth = chart.depth;
        state.heading = heading;
        state.collapsed = chart.series == nullptr;
        state.kind = LaneKind::Process; // nothing of it is an event
        m_lanes.push_back(state);
        if (chart.depth > 0)
            ++m_lanes[heading].children;
    }
    setOrder(std::move(m_order));
}

/// Behind the last lane of a device; where there is none, before everything else.
void LaneLayout::addChartsTo(std::vector<std::size_t>& order) const
{
    const std::size_t recorded = m_lanes.size() - m_charts.size();
    std::size_t place = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (m_lanes[m_lanes[order[i]].heading].kind == LaneKind::Device)
            place = i + 1;
    std::vector<std::size_t> charts(m_charts.size());
    std::iota(charts.begin(), charts.end(), recorded);
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), charts.begin(), charts.end());
}

bool LaneLayout::foldOf(const LaneState& lane) const
{
    return lane.depth == 0 && m_isMatched ? lane.isFoldedInMatch : lane.collapsed;
}

void LaneLayout::setFold(LaneState& lane, bool folded) const
{
    (lane.depth == 0 && m_isMatched ? lane.isFoldedInMatch : lane.collapsed) = folded;
}

bool LaneLayout::isInPinned(const LaneState& lane) const
{
    return lane.isPinned || m_lanes[lane.heading].isPinned;
}

bool LaneLayout::waitsToBeAsked(const LaneState& lane) const
{
    return lane.isQuiet && !lane.isPinned && !(m_isMatched && lane.match == LaneMatch::Own);
}

/// What text and window let through.  A heading without lanes answers for itself.
void LaneLayout::findAsked()
{
    m_inactive = 0;
    for (LaneState& lane : m_lanes) {
        const bool matches = lane.match != LaneMatch::None && lane.children == 0;
        const bool passes = lane.isException || (matches && lane.isActive);
        lane.isAsked = passes || lane.isPinned;
        LaneState& heading = m_lanes[lane.heading];
        heading.isAsked = heading.isAsked || passes;
        if (matches && !lane.isAsked && !lane.isHidden && !heading.isHidden)
            ++m_inactive;
    }
}

void LaneLayout::findShown()
{
    m_hidden = 0;
    for (LaneState& lane : m_lanes) {
        LaneState& heading = m_lanes[lane.heading];
        lane.isWanted = lane.isAsked && !lane.isHidden && !heading.isHidden;
        lane.isShown = lane.isWanted;
        lane.below = lane.quiet = 0;
        m_hidden += lane.isHidden ? 1 : 0;
        if (lane.depth == 0 || !lane.isWanted)
            continue;
        const bool waits = waitsToBeAsked(lane);
        heading.quiet += waits ? 1 : 0;
        if (lane.isPinned && !heading.isPinned)
            continue; // stands elsewhere
        ++heading.below;
        lane.isShown = !foldOf(heading) && (!waits || heading.showsQuiet);
    }
}

int LaneLayout::heightOf(const LaneState& lane) const
{
    // The device's summary stacks classes of time, a chart has values: both need room to be read.
    const int height = rowHeight(m_density);
    return lane.kind == LaneKind::Device || lane.isChart ? height + height / 2 : height;
}

int LaneLayout::addRows(bool pinned, int y)
{
    for (const std::size_t i : m_order) {
        LaneState& lane = m_lanes[i];
        if (!lane.isShown || isInPinned(lane) != pinned)
            continue;
        lane.firstRow = m_rows.size();
        const bool onlyFirst = lane.collapsed && lane.depth > 0;
        for (std::size_t row = 0; row < (onlyFirst ? 1 : lane.subRows); ++row) {
            m_rows.push_back({i, row, y, heightOf(lane)});
            y += heightOf(lane) + kLaneGap;
        }
    }
    return y;
}

void LaneLayout::rebuild()
{
    findAsked();
    findShown();
    m_rows.clear();
    m_pinnedHeight = addRows(true, 0);
    if (m_pinnedHeight > 0)
        m_pinnedHeight += kPinnedGap;
    m_height = addRows(false, m_pinnedHeight);
    for (LaneState& lane : m_lanes)
        if (!lane.isShown)
            lane.firstRow = m_lanes[lane.heading].isShown ? m_lanes[lane.heading].firstRow : kNoRow;
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
    setFold(m_lanes[lane], collapsed && isCollapsible(lane));
    rebuild();
}

void LaneLayout::setAllCollapsed(bool collapsed)
{
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        if (m_lanes[i].depth == 0)
            setFold(m_lanes[i], collapsed && isCollapsible(i));
    rebuild();
}

void LaneLayout::setShowsQuiet(std::size_t lane, bool shows)
{
    m_lanes[lane].showsQuiet = shows;
    rebuild();
}

void LaneLayout::forgetExceptions()
{
    for (LaneState& lane : m_lanes)
        lane.isException = false;
}

void LaneLayout::setMatches(const std::optional<std::vector<LaneMatch>>& matches)
{
    m_isMatched = matches.has_value();
    forgetExceptions();
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        m_lanes[i].match = matches ? (*matches)[i] : LaneMatch::Own;
    for (LaneState& lane : m_lanes)
        if (lane.depth == 0)
            lane.isFoldedInMatch = lane.collapsed;
    // A lane that was asked for by its name must not stay behind a fold.
    for (const LaneState& lane : m_lanes)
        if (lane.depth > 0 && lane.match == LaneMatch::Own)
            m_lanes[lane.heading].isFoldedInMatch = false;
    rebuild();
}

void LaneLayout::setActivity(const std::optional<std::vector<LaneActivity>>& activity)
{
    if (activity.has_value() != m_onlyActive)
        forgetExceptions();
    m_onlyActive = activity.has_value();
    for (std::size_t i = 0; i < m_lanes.size(); ++i)
        m_lanes[i].isActive = !activity || (*activity)[i].isActive;
    rebuild();
}

void LaneLayout::setHidden(std::size_t lane, bool hidden)
{
    LaneState& state = m_lanes[lane];
    if (state.isHidden == hidden)
        return;
    state.isHidden = hidden;
    if (hidden)
        state.isPinned = false;
    rebuild();
}

void LaneLayout::showHidden()
{
    for (LaneState& lane : m_lanes)
        lane.isHidden = false;
    rebuild();
}

void LaneLayout::setPinned(std::size_t lane, bool pinned)
{
    m_lanes[lane].isPinned = pinned;
    rebuild();
}

void LaneLayout::unpinAll()
{
    for (LaneState& lane : m_lanes)
        lane.isPinned = false;
    rebuild();
}

void LaneLayout::setOrder(std::vector<std::size_t> order)
{
    m_order = std::move(order);
    if (m_order.empty()) {
        m_order.resize(m_lanes.size() - m_charts.size());
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    }
    if (m_order.size() < m_lanes.size())
        addChartsTo(m_order);
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
    const LaneState& lane = m_lanes[place.lane];
    if (lane.firstRow == kNoRow)
        return nullptr;
    const LayoutRow* first = &m_rows[lane.firstRow];
    return !lane.isShown || lane.collapsed ? first : first + place.row;
}

void LaneLayout::reveal(LanePlace place)
{
    if (place.isNone() || place.lane >= m_lanes.size())
        return;
    LaneState& lane = m_lanes[place.lane];
    LaneState& heading = m_lanes[lane.heading];
    lane.isHidden = heading.isHidden = false;
    lane.isException = lane.isException || !lane.isAsked;
    if (!lane.isPinned || heading.isPinned) {
        setFold(heading, false);
        if (waitsToBeAsked(lane))
            heading.showsQuiet = true;
    }
    if (place.row > 0)
        lane.collapsed = false;
    rebuild();
}

std::size_t LaneLayout::hiddenBelow(std::size_t lane) const
{
    if (!isCollapsed(lane))
        return 0;
    return m_lanes[lane].depth == 0 ? m_lanes[lane].below : m_lanes[lane].subRows - 1;
}

std::string toText(const LaneLayout& layout, std::span<const Lane> lanes)
{
    std::string text;
    for (const LayoutRow& row : layout.rows())
        text += (row.y < layout.pinnedHeight() ? "pinned " : "")
                + (layout.chart(row.lane) != nullptr ? layout.chart(row.lane)->label
                                                     : lanes[row.lane].label)
                + " ." + std::to_string(row.row) + " y" + std::to_string(row.y) + " h"
                + std::to_string(row.height) + "\n";
    return text;
}

} // namespace nv::scene
