// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/brush_overlay.h"
#include "ui/panels/timeline/timeline_state.h"

#include <QObject>
#include <QPointF>
#include <QTimer>

#include <functional>

class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace nv {

/// The mouse on anything that shows time from left to right, the same on ruler and canvas:
/// left-drag brushes or moves an edge, Shift+drag and middle-drag pan, Ctrl+drag zooms to a rubber
/// band, Ctrl+wheel zooms at the pointer, Shift+wheel pans, wheel scrolls, Ctrl+Shift+wheel changes
/// the height of rows; with TimelineState::wheelZooms() the wheel zooms and Ctrl+wheel scrolls.  On
/// a touchpad the direction of the first movement holds until the fingers are lifted.  A drag of less than 4 px is a click and changes nothing here.
/// Thread: GUI thread.
class TimeGestures : public QObject
{
    Q_OBJECT
public:
    enum class Kind
    {
        None,
        Pressed, ///< not yet far enough to be a drag
        Brush,
        Pan,
        Rubber,
    };

    /// `bodyAt` says where the window can be carried as a whole.
    TimeGestures(TimelineState& state, QWidget& area, std::function<bool(QPointF)> bodyAt);

    /// Each returns whether the event was used.
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    /// `clicked` is emitted from here.
    bool release(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    bool zoomBy(double factor, double x); ///< a pinch

    /// Puts back what was before the drag; false when none runs.
    bool cancel();

    Kind kind() const { return m_kind; }

    /// The rubber band while it is drawn.
    std::optional<TimeRange> rubber() const;

signals:
    void clicked(QPointF at);
    void brushed(double x); ///< the window was set, and the mouse let go there
    void rubberChanged();

private:
    enum class Axis
    {
        Unknown, ///< too little was turned to tell
        Down,
        Across,
    };

    static bool isSmooth(const QWheelEvent& event);
    Axis axisOf(const QWheelEvent& event);
    void beginWheelMove();
    void endWheel();
    void panByWheel(double notches);
    void turnHeight(double notches);

    void begin(const QMouseEvent& event);
    void brushTo(QPointF at, bool isFree);
    void panTo(double x);
    void settleView();
    void updateShape(QPointF at);

    Ns timeAt(double x) const { return m_state.scale().timeAt(x); }

    void updateRubber(double x);

    TimelineState& m_state;
    QWidget& m_area;
    std::function<bool(QPointF)> m_bodyAt;
    Kind m_kind = Kind::None;
    Kind m_wanted = Kind::None;
    Qt::MouseButton m_button = Qt::NoButton;
    QPointF m_pressed;
    BrushDrag m_drag;
    Window m_windowBefore;
    TimeRange m_viewBefore;
    TimeRange m_rubber;
    QTimer m_wheelRest;       ///< a turn of the wheel is over when it rests
    bool m_movesView = false; ///< the turn that runs has changed the view
    Axis m_axis = Axis::Unknown;
    QPoint m_turned;         ///< by a smooth wheel since it began
    double m_heightTurn = 0; ///< notches towards the next height of rows
};

} // namespace nv
