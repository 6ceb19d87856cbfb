// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane.h: moc 6.4 cannot read <compare> as the first header
#include "core/trace/lane.h"

#include <optional>
#include <span>
#include <vector>

/// Which rows of which lanes are on the sheet, at which height, and what lies at a given y?
/// Shape: rows in drawing order, ascending by y.  A collapsed heading hides the lanes below it; any
/// other collapsed lane keeps its first sub-row.  *Quiet* lanes (OS calls of threads that neither
/// call CUDA nor mark ranges, in a process where others do) are hidden until asked for: dozens of
/// waiting threads would push what matters off the screen.
/// Unit: logical pixels of an endless sheet; the scroll position is the caller's.
/// Cost: rebuild O(lanes + rows), questions O(log rows).  Errors: none.  Thread: plain value.
namespace nv::scene {

enum class RowDensity : std::uint8_t
{
    Compact,
    Normal,
    Tall,
};

int rowHeight(RowDensity density);

inline constexpr int kLaneGap = 2;

struct LayoutRow
{
    std::size_t lane = 0;
    std::size_t row = 0; ///< sub-row of the lane; 0 for a lane without events
    int y = 0;
    int height = 0;

    int bottom() const { return y + height; }

    bool isFirst() const { return row == 0; }
};

class LaneLayout
{
public:
    LaneLayout() = default;
    /// Processes that neither call CUDA nor mark ranges start collapsed: their lanes are noise.
    explicit LaneLayout(std::span<const Lane> lanes);

    std::span<const LayoutRow> rows() const { return m_rows; }

    int height() const { return m_height; }

    RowDensity density() const { return m_density; }

    void setDensity(RowDensity density);

    bool isCollapsible(std::size_t lane) const;

    bool isCollapsed(std::size_t lane) const { return m_lanes[lane].collapsed; }

    void setCollapsed(std::size_t lane, bool collapsed);
    void setAllCollapsed(bool collapsed);

    /// Quiet lanes of a heading, and whether they are shown.
    std::size_t quietCount(std::size_t lane) const { return m_lanes[lane].quiet; }

    bool showsQuiet(std::size_t lane) const { return m_lanes[lane].showsQuiet; }

    void setShowsQuiet(std::size_t lane, bool shows);

    /// Rows that touch [top, bottom).
    std::span<const LayoutRow> visible(int top, int bottom) const;
    /// The row at y; the gap below a row belongs to it.  Null outside the sheet.
    const LayoutRow* rowAt(int y) const;
    /// Where an event's row is drawn; its lane's first row, or the heading, where it is collapsed.
    const LayoutRow* find(LanePlace place) const;
    /// Expands what hides the place.
    void reveal(LanePlace place);
    /// Lanes hidden below a collapsed heading, sub-rows hidden in a collapsed lane.
    std::size_t hiddenBelow(std::size_t lane) const;

private:
    struct LaneState
    {
        LaneKind kind = LaneKind::Device;
        int depth = 0;
        std::size_t subRows = 1;
        std::size_t heading = 0; ///< the lane of depth 0 it belongs to
        std::size_t children = 0;
        bool collapsed = false;
        bool isQuiet = false;
        std::size_t quiet = 0; ///< of a heading: quiet lanes below it
        bool showsQuiet = false;
        std::size_t firstRow = 0; ///< in m_rows; of hidden lanes that of their heading
    };

    void markQuiet(std::span<const Lane> lanes);
    bool isHidden(std::size_t lane) const;
    void rebuild();
    int heightOf(const LaneState& lane) const;

    std::vector<LaneState> m_lanes;
    std::vector<LayoutRow> m_rows;
    RowDensity m_density = RowDensity::Normal;
    int m_height = 0;
};

} // namespace nv::scene
