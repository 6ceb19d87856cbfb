// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/hover_card.h"
#include "ui/panels/timeline/mark_layer.h"
#include "ui/panels/timeline/time_gestures.h"
#include "ui/render/strip_cache.h"

#include <QPointer>
#include <QWidget>

namespace nv {

/// The lanes: one widget of the viewport's size paints all visible rows, from pictures kept per
/// row, and draws window, selection and pointer over them.
/// Budget: 8 ms a frame at 1920x1080; logging category nv.frametime tells the worst.
/// Thread: GUI thread.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineCanvas(TimelineState& state, QWidget* parent = nullptr);

    TimeGestures& gestures() { return m_gestures; }

    /// The last frame left rows to the next one.
    bool isBehind() const { return m_cache.isBehind(); }

    /// The length of the rubber band and where it is written; empty while none is drawn.
    QString rubberText() const;
    QRect rubberPlate() const;

    /// Double-click and F: zooms to the event with air around it.
    void zoomTo(EventRef event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    void openAnalysis();
    // timeline_rows.cpp
    bool isOnScreen(const QPainter& painter) const;
    void paintRows(QPainter& painter);
    void paintRow(QPainter& painter, const scene::LayoutRow& row, const scene::TimeScale& scale,
                  double ratio);
    void paintOutside(QPainter& painter);
    void paintAgain(QPainter& painter, const scene::LayoutRow& row, const QRegion& where,
                    WindowSide side);
    std::pair<int, int> linesOf(const scene::LayoutRow& row, double ratio) const;
    void paintOutline(QPainter& painter, EventRef event, const QPen& pen, int grow);
    void paintSelection(QPainter& painter);
    void paintPointer(QPainter& painter);
    QRect roomOf(const scene::LayoutRow& row) const;
    void updatePointer(std::optional<Ns> before);
    void hover(QPoint at);
    void hoverRow(QPoint at);
    void updateOutline(std::optional<EventRef> event);
    void showCard(EventFacts facts, QPoint at);
    void endHover();
    const scene::LayoutRow* rowOf(EventRef event) const;
    QRect boxOf(EventRef event, const scene::LayoutRow& row) const;

    TimelineState& m_state;
    TimeGestures m_gestures;
    StripCache m_cache;
    MarkLayer m_marks;
    std::size_t m_firstRow = 0;
    QPointer<HoverCard> m_card; ///< child of the window, so that nothing cuts it off
    std::optional<EventRef> m_hovered;
    std::optional<EventRef> m_zoomedTo; ///< a second double-click goes back
    TimeRange m_viewZoomedTo;
};

} // namespace nv
