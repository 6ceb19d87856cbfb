// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_layout.h"
#include "core/scene/lane_order.h"
#include "core/scene/lane_sampler.h"
#include "core/scene/lane_viewport.h"
#include "core/scene/time_scale.h"
#include "ui/document.h"
#include "ui/jobs/latest_job.h"
#include "ui/render/analysis_colors.h"

#include <QObject>
#include <QPoint>
#include <QSize>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace nv {

class Commands;

namespace scene {
class LaneTexts;
}

enum class LaneOrder
{
    Recorded,
    ByActivity, ///< of the window, once it rests: rows must not change places under the hand
    ByHand,     ///< of the open trace
};

/// What the parts of the timeline share beyond the Document: rows, scroll position, cursor.
/// The parts (labels, ruler, canvas, overview) know this and not each other.  Thread: GUI thread.
class TimelineState : public QObject
{
    Q_OBJECT
public:
    explicit TimelineState(Document& document, QObject* parent = nullptr);

    Document& document() const { return m_document; }

    /// What the keys of the timeline do; the window adds what its menus do.
    Commands& commands() const { return *m_commands; }

    const TraceModel* trace() const { return m_document.trace(); }

    /// Valid while an analysis is open.
    const AnalysisColors& colors() const { return *m_colors; }

    /// What somebody chose of them; ranges are given their own colours once these were read.
    const ColorChoice& colorChoice() const { return m_colorChoice; }

    void setColors(KernelColors kernels, RangeColors ranges);

    TimelineLook look() const { return {m_layout, m_colorChoice}; }

    const scene::LaneLayout& layout() const { return m_layout; }

    /// Where the rows stand on the canvas as it is scrolled.
    scene::LaneViewport rows() const { return {m_layout, m_scrollY, m_canvasSize.height()}; }

    // timeline_lanes.cpp: which lanes are on the sheet, and how.  Order and height stay from trace
    // to trace, everything else belongs to the open one.
    void toggleLane(std::size_t lane);
    void toggleQuiet(std::size_t heading);
    void setAllCollapsed(bool collapsed);
    void setDensity(scene::RowDensity density);
    void setLaneOrder(LaneOrder order);

    LaneOrder laneOrder() const { return m_order; }

    /// Words that lanes must match; they are collected on a worker when first asked for.
    void setLaneFilter(const QString& text);

    const QString& laneFilter() const { return m_filter; }

    void setOnlyActive(bool only); ///< in the window, following it while it moves

    bool showsOnlyActive() const { return m_onlyActive; }

    void hideLane(std::size_t lane);
    void showHiddenLanes();
    void pinLane(std::size_t lane, bool pinned);
    void unpinLanes();
    /// By hand, right before or behind another one: see scene::movedLane().
    void moveLane(std::size_t lane, std::size_t target, bool isBehind);
    /// By one; false where nothing stands there.
    bool moveLaneBy(std::size_t lane, bool isDown);

    /// What is kept of the open trace: pinned, hidden, order by hand.
    LaneChoice laneChoice() const;
    /// In addition to what is chosen already.
    void setLaneChoice(const LaneChoice& choice);

    /// The order of traces that are not put in order by hand.
    LaneOrder usualOrder() const { return m_usualOrder; }

    /// What a key means by "the row": the lane under the pointer, else that of the selection.
    std::optional<std::size_t> laneInHand() const;
    void setPointedLane(std::optional<std::size_t> lane);
    /// Why the sheet is empty, in a sentence; empty while it is not.
    QString emptySheet() const;

    bool lanesAreSettled() const
    {
        return m_textsJob.isIdle() && m_chartsJob.isIdle() && m_attributesJob.isIdle()
               && !m_orderRest.isActive();
    }

    /// The charts of what was measured are on the sheet, or there are none.
    bool chartsAreKnown() const { return m_chartsJob.isIdle(); }

    /// What a row shows when it is a chart: nullptr for lanes of the capture.
    const scene::ChartLane* chartOf(const scene::LayoutRow& row) const
    {
        return m_layout.chart(row.lane);
    }

    /// Null for charts.
    const Lane* laneOf(const scene::LayoutRow& row) const
    {
        return chartOf(row) != nullptr ? nullptr : &trace()->lanes[row.lane];
    }

    int scrollY() const { return m_scrollY; }

    int maxScrollY() const;
    void setScrollY(int y);
    void setCanvasSize(QSize size);

    QSize canvasSize() const { return m_canvasSize; }

    /// Columns of the canvas, logical pixels.
    scene::TimeScale scale() const { return {m_document.view().current(), m_canvasSize.width()}; }

    /// The wheel zooms and Ctrl+wheel scrolls the lanes, not the other way round.
    bool wheelZooms() const { return m_wheelZooms; }

    void setWheelZooms(bool zooms) { m_wheelZooms = zooms; }

    int headWidth() const { return m_headWidth; }

    void setHeadWidth(int width);

    /// Where the pointer is in time; drawn as a hairline through all parts.
    std::optional<Ns> cursor() const { return m_cursor; }

    /// Its line of the canvas; nullopt where it is not over one.
    std::optional<int> cursorY() const { return m_cursorY; }

    void setCursor(std::optional<Ns> t, std::optional<int> y = std::nullopt);

    /// The event under a point of the canvas.
    std::optional<EventRef> eventAt(QPoint point) const;
    /// The row under a point, and the time its column covers; null outside.
    const scene::LayoutRow* rowAt(QPoint point) const;
    TimeRange columnAt(int x) const;
    /// What the column under a point holds in its row; count 0 where there are no events.
    scene::Cell cellAt(QPoint point) const;

    /// Scrolls and expands until the event's row can be seen.
    void bringIntoView(EventRef event);

    /// `t`, or an edge worth meeting within `reachPx`: of a step, of an event of the row at `y`.
    Ns snapped(Ns t, std::optional<int> y, int reachPx = 5) const;

signals:
    void layoutChanged();
    void lanesChosen(); ///< filter, order, height, or what is hidden or pinned
    void traceOpened(); ///< another trace: nothing is chosen of its lanes yet
    void laneInHandChanged();
    void colorsChanged(); ///< colors() are others
    void scrolled();
    void headWidthChanged();
    void cursorMoved(std::optional<nv::Ns> before);

private:
    void openTrace();
    void forgetLanes();
    void changeLayout(const std::function<void(scene::LaneLayout&)>& change);
    void applyColors();
    void askCharts();
    void takeCharts(std::vector<scene::ChartLane> charts);
    void applyFilter();
    void applyActivity();
    void sortLanes();
    void followWindow();

    Document& m_document;
    Commands* m_commands;
    TracePtr m_opened; ///< whose lanes these are
    std::unique_ptr<AnalysisColors> m_colors;
    scene::LaneLayout m_layout;
    QString m_filter;
    std::shared_ptr<const scene::LaneTexts> m_texts; ///< null until a filter asks
    bool m_areTextsAsked = false;
    LatestJob m_textsJob;
    LatestJob m_chartsJob;
    LatestJob m_attributesJob;
    ColorChoice m_colorChoice;
    bool m_areAttributesAsked = false;
    QTimer m_orderRest;
    LaneOrder m_order = LaneOrder::Recorded;
    LaneOrder m_usualOrder = LaneOrder::Recorded;
    std::vector<std::size_t> m_handOrder;
    LaneChoice m_choice; ///< that was set: charts come later
    bool m_onlyActive = false;
    std::optional<std::size_t> m_pointed;
    QSize m_canvasSize;
    std::optional<Ns> m_cursor;
    std::optional<int> m_cursorY;
    int m_scrollY = 0;
    int m_headWidth = 220;
    bool m_wheelZooms = false;
};

} // namespace nv
