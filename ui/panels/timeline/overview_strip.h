// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QColor>
#include <QWidget>

#include <optional>
#include <vector>

namespace nv {

class Theme;

/// Of what the overview shows: work of devices, else that of the host, else the profiler's own.
QColor overviewColor(const TraceModel& trace, const Theme& theme);

/// The whole capture in one line: how busy the devices were, warm-up shaded, the window, and the
/// frame of the view, which is dragged by its body or edges.  A click elsewhere moves it there.
/// Cost: O(columns · log n) once per width and capture.  Thread: GUI thread.
class OverviewStrip : public QWidget
{
    Q_OBJECT
public:
    explicit OverviewStrip(TimelineState& state, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Drag
    {
        None,
        Body,
        Begin,
        End,
    };

    scene::TimeScale scale() const;
    Drag dragAt(double x) const;
    void dragTo(double x);
    void paintBusy(QPainter& painter);
    void findTicks(const EventsPtr& marked, const scene::TimeScale& whole);
    void paintMarks(QPainter& painter);
    void paintFrame(QPainter& painter);

    TimelineState& m_state;
    std::vector<float> m_busy; ///< per column of m_busyScale
    scene::TimeScale m_busyScale;
    std::vector<int> m_ticks; ///< columns of m_ticksScale in which m_ticksOf begin
    scene::TimeScale m_ticksScale;
    EventsPtr m_ticksOf;
    Drag m_drag = Drag::None;
    TimeRange m_viewBefore;
    double m_pressedX = 0;
};

} // namespace nv
