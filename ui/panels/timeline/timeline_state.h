// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_layout.h"
#include "core/scene/lane_sampler.h"
#include "core/scene/time_scale.h"
#include "ui/document.h"
#include "ui/render/analysis_colors.h"

#include <QObject>
#include <QPoint>
#include <QSize>

#include <memory>
#include <optional>

namespace nv {

/// What the parts of the timeline share beyond the Document: rows, scroll position, cursor.
/// The parts (labels, ruler, canvas, overview) know this and not each other.  Thread: GUI thread.
class TimelineState : public QObject
{
    Q_OBJECT
public:
    explicit TimelineState(Document& document, QObject* parent = nullptr);

    Document& document() const { return m_document; }

    const TraceModel* trace() const { return m_document.trace(); }

    /// Valid while an analysis is open.
    const AnalysisColors& colors() const { return *m_colors; }

    const scene::LaneLayout& layout() const { return m_layout; }

    void toggleLane(std::size_t lane);
    void toggleQuiet(std::size_t heading);
    void setAllCollapsed(bool collapsed);
    void setDensity(scene::RowDensity density);

    int scrollY() const { return m_scrollY; }

    int maxScrollY() const;
    void setScrollY(int y);
    void setCanvasSize(QSize size);

    QSize canvasSize() const { return m_canvasSize; }

    /// Columns of the canvas, logical pixels.
    scene::TimeScale scale() const { return {m_document.view().current(), m_canvasSize.width()}; }

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
    void scrolled();
    void headWidthChanged();
    void cursorMoved(std::optional<nv::Ns> before);

private:
    void openTrace();

    Document& m_document;
    TracePtr m_opened; ///< whose lanes these are
    std::unique_ptr<AnalysisColors> m_colors;
    scene::LaneLayout m_layout;
    QSize m_canvasSize;
    std::optional<Ns> m_cursor;
    std::optional<int> m_cursorY;
    int m_scrollY = 0;
    int m_headWidth = 220;
};

} // namespace nv
