// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h" // before lane.h: moc 6.4 cannot read <compare> as the first header
#include "core/scene/chart_lane.h"
#include "core/scene/lane_activity.h"
#include "core/trace/lane.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Which rows of which lanes are on the sheet, at which height, and what lies at a given y?
/// Shape: rows in drawing order, ascending by y.  A collapsed heading hides the lanes below it; any
/// other collapsed lane keeps its first sub-row.  *Quiet* lanes (OS calls of threads that neither
/// call CUDA nor mark ranges, in a process where others do) are hidden until asked for: dozens of
/// waiting threads would push what matters off the screen.
/// What is *hidden* by hand, does not *match* a text or is not *active* in a window has no row; a
/// heading goes with the last of its lanes.  *Pinned* lanes are the first rows of the sheet, shown
/// whatever text, window and folds say; a pinned heading takes its lanes along.
/// *Charts* of what the capture measured are further lanes behind those it recorded: their numbers
/// are no indices of TraceModel::lanes.  They stand below the lanes of the devices.
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
/// One step taller or lower; the ends stay.
RowDensity nextDensity(RowDensity density, bool isTaller);

inline constexpr int kLaneGap = 2;
inline constexpr int kPinnedGap = 3; ///< below the pinned rows

/// What a text has to do with a lane.
enum class LaneMatch : std::uint8_t
{
    None,
    Around, ///< where the lane stands matches: its heading, its process
    Own,    ///< a word names the lane itself, which unfolds its heading and needs not be asked for
};

struct LayoutRow
{
    std::size_t lane = 0;
    std::size_t row = 0; ///< sub-row of the lane; 0 for a lane without events
    int y = 0;
    int height = 0;

    int bottom() const { return y + height; }

    bool isFirst() const { return row == 0; }

    friend bool operator==(const LayoutRow&, const LayoutRow&) = default;
};

class LaneLayout
{
public:
    LaneLayout() = default;
    /// Processes that neither call CUDA nor mark ranges start collapsed: their lanes are noise.
    explicit LaneLayout(std::span<const Lane> lanes);

    /// Instead of the charts there were; their headings start collapsed.
    void setCharts(std::vector<ChartLane> charts);

    const std::vector<ChartLane>& charts() const { return m_charts; }

    /// Null for a lane of the capture.
    const ChartLane* chart(std::size_t lane) const
    {
        const std::size_t recorded = m_lanes.size() - m_charts.size();
        return lane < recorded ? nullptr : &m_charts[lane - recorded];
    }

    std::size_t laneCount() const { return m_lanes.size(); }

    /// The lane of depth 0 that a lane belongs to; itself where it is one.
    std::size_t headingOf(std::size_t lane) const { return m_lanes[lane].heading; }

    std::span<const LayoutRow> rows() const { return m_rows; }

    int height() const { return m_height; }

    RowDensity density() const { return m_density; }

    void setDensity(RowDensity density);

    bool isCollapsible(std::size_t lane) const;

    /// While a text is matched headings have folds of their own; the others return with it.
    bool isCollapsed(std::size_t lane) const { return foldOf(m_lanes[lane]); }

    void setCollapsed(std::size_t lane, bool collapsed);
    void setAllCollapsed(bool collapsed);

    /// Quiet lanes of a heading that wait to be asked for, and whether they are shown.
    std::size_t quietCount(std::size_t lane) const { return m_lanes[lane].quiet; }

    bool showsQuiet(std::size_t lane) const { return m_lanes[lane].showsQuiet; }

    void setShowsQuiet(std::size_t lane, bool shows);

    /// Only lanes that match; nullopt: all.  One answer per lane, charts included.
    void setMatches(const std::optional<std::vector<LaneMatch>>& matches);
    /// Only lanes that are active; nullopt: all.  One answer per lane, charts included.
    void setActivity(const std::optional<std::vector<LaneActivity>>& activity);

    /// Lanes that setActivity() keeps off the sheet.
    std::size_t inactiveCount() const { return m_inactive; }

    void setHidden(std::size_t lane, bool hidden); ///< hiding unpins
    void showHidden();

    std::size_t hiddenCount() const { return m_hidden; }

    bool isPinned(std::size_t lane) const { return m_lanes[lane].isPinned; }

    /// What is pinned, or would be: the heading where that takes the lane along, else the lane.
    std::size_t pinOf(std::size_t lane) const
    {
        const std::size_t heading = m_lanes[lane].heading;
        return isPinned(heading) ? heading : lane;
    }

    void setPinned(std::size_t lane, bool pinned);
    void unpinAll();

    /// The pinned rows with the gap below them; 0 without.
    int pinnedHeight() const { return m_pinnedHeight; }

    /// Lanes in another order, each below its heading; empty: as recorded.  An order of the recorded
    /// lanes alone, as that of lanesByActivity(), leaves the charts where they are.
    void setOrder(std::vector<std::size_t> order);

    /// All lanes as they follow one another, shown or not.
    const std::vector<std::size_t>& order() const { return m_order; }

    bool isHidden(std::size_t lane) const { return m_lanes[lane].isHidden; }

    /// Rows that touch [top, bottom).
    std::span<const LayoutRow> visible(int top, int bottom) const;
    /// The row at y; the gap below a row belongs to it.  Null outside the sheet.
    const LayoutRow* rowAt(int y) const;
    /// Where an event's row is drawn; its lane's first row, or the heading, where it is collapsed.
    /// Null where neither is on the sheet.
    const LayoutRow* find(LanePlace place) const;
    /// Undoes what hides the place: folds, hiding by hand; text and window make an exception of it.
    void reveal(LanePlace place);
    /// Lanes below a collapsed heading, sub-rows hidden in a collapsed lane.
    std::size_t hiddenBelow(std::size_t lane) const;

private:
    static constexpr auto kNoRow = static_cast<std::size_t>(-1);

    struct LaneState
    {
        LaneKind kind = LaneKind::Device;
        int depth = 0;
        std::size_t subRows = 1;
        std::size_t heading = 0; ///< the lane of depth 0 it belongs to
        std::size_t children = 0;
        bool collapsed = false;
        bool isFoldedInMatch = false; ///< of a heading: instead of `collapsed` with a text
        bool isQuiet = false;
        bool showsQuiet = false;
        bool isHidden = false;
        bool isPinned = false;
        bool isActive = true;
        bool isException = false; ///< revealed: shown whatever text and window say
        bool isChart = false;
        LaneMatch match = LaneMatch::Own;
        // What rebuild() finds:
        bool isAsked = true;           ///< text and window let it through
        bool isWanted = true;          ///< and it is not hidden by hand
        bool isShown = true;           ///< and nothing is folded over it
        std::size_t below = 0;         ///< of a heading: wanted lanes that its fold would hide
        std::size_t quiet = 0;         ///< of a heading: wanted lanes that wait to be asked for
        std::size_t firstRow = kNoRow; ///< in m_rows; of lanes not shown that of their heading
    };

    void markQuiet(std::span<const Lane> lanes);
    void addChartsTo(std::vector<std::size_t>& order) const;
    bool foldOf(const LaneState& lane) const;
    void setFold(LaneState& lane, bool folded) const;
    bool waitsToBeAsked(const LaneState& lane) const;
    bool isInPinned(const LaneState& lane) const;
    void forgetExceptions();
    void findAsked();
    void findShown();
    int addRows(bool pinned, int y);
    void rebuild();
    int heightOf(const LaneState& lane) const;

    std::vector<LaneState> m_lanes;
    std::vector<ChartLane> m_charts;  ///< the last ones of m_lanes
    std::vector<std::size_t> m_order; ///< a permutation of the lanes
    std::vector<LayoutRow> m_rows;
    RowDensity m_density = RowDensity::Normal;
    bool m_isMatched = false;
    bool m_onlyActive = false;
    std::size_t m_inactive = 0;
    std::size_t m_hidden = 0;
    int m_pinnedHeight = 0;
    int m_height = 0;
};

/// For goldens: one line per row, "pinned" before those in the band, labels instead of numbers.
std::string toText(const LaneLayout& layout, std::span<const Lane> lanes);

} // namespace nv::scene
