// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/time_gestures.h"

#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <cmath>
#include <utility>

namespace nv {

namespace {

constexpr double kDragPx = 4;
constexpr int kWheelRestMs = 300;
constexpr double kWheelNotch = 120; ///< QWheelEvent: eighths of a degree, 15 degrees a notch
constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.10;
constexpr int kScrollPerNotch = 66; ///< three rows
constexpr int kAxisUnits = 12;      ///< of a smooth wheel, a tenth of a notch, tell where it goes

} // namespace

TimeGestures::TimeGestures(TimelineState& state, QWidget& area, std::function<bool(QPointF)> bodyAt)
    : QObject(&area)
    , m_state(state)
    , m_area(area)
    , m_bodyAt(std::move(bodyAt))
{
    m_wheelRest.setSingleShot(true);
    m_wheelRest.setInterval(kWheelRestMs);
    connect(&m_wheelRest, &QTimer::timeout, this, &TimeGestures::endWheel);
}

void TimeGestures::settleView()
{
    Document& document = m_state.document();
    document.setView(document.view().current());
}

bool TimeGestures::press(const QMouseEvent& event)
{
    if (m_kind != Kind::None || m_state.trace() == nullptr || m_state.scale().isEmpty())
        return false;
    const Qt::KeyboardModifiers modifiers = event.modifiers();
    const bool isMiddle = event.button() == Qt::MiddleButton;
    if (!isMiddle && event.button() != Qt::LeftButton)
        return false;
    if (!isMiddle && modifiers.testFlag(Qt::ControlModifier))
        m_wanted = Kind::Rubber;
    else if (isMiddle || modifiers.testFlag(Qt::ShiftModifier))
        m_wanted = Kind::Pan;
    else
        m_wanted = Kind::Brush;
    m_kind = Kind::Pressed;
    m_button = event.button();
    m_pressed = event.position();
    return true;
}

void TimeGestures::begin(const QMouseEvent& event)
{
    Document& document = m_state.document();
    m_kind = m_wanted;
    m_windowBefore = document.window();
    document.beginViewGesture();
    m_viewBefore = document.view().current();
    if (m_kind != Kind::Brush)
        return;
    const TimeRange window = document.window().range;
    m_drag.grip = gripAt(m_pressed.x(), window, m_state.scale(), m_bodyAt(m_pressed));
    m_drag.before = window;
    m_drag.anchor = timeAt(m_pressed.x());
    if (m_drag.grip == Grip::None && !event.modifiers().testFlag(Qt::AltModifier))
        m_drag.anchor = m_state.snapped(m_drag.anchor, static_cast<int>(m_pressed.y()));
}

bool TimeGestures::move(const QMouseEvent& event)
{
    if (m_kind == Kind::None) {
        updateShape(event.position());
        return false;
    }
    if (m_kind == Kind::Pressed) {
        if (std::abs(event.position().x() - m_pressed.x()) < kDragPx)
            return true;
        begin(event);
    }
    if (m_kind == Kind::Brush)
        brushTo(event.position(), event.modifiers().testFlag(Qt::AltModifier));
    else if (m_kind == Kind::Pan)
        panTo(event.position().x());
    else
        updateRubber(event.position().x());
    return true;
}

void TimeGestures::brushTo(QPointF at, bool isFree)
{
    const Ns t = timeAt(at.x());
    TimeRange next = m_drag.at(t);
    if (!isFree && m_drag.grip == Grip::Body) {
        // A carried window meets an edge with its beginning.
        const Ns moved = m_state.snapped(next.begin, std::nullopt) - next.begin;
        next = {addSaturated(next.begin, moved), addSaturated(next.end, moved)};
    } else if (!isFree) {
        next = m_drag.at(m_state.snapped(t, static_cast<int>(at.y())));
    }
    if (!next.isEmpty())
        m_state.document().setUserWindow(next);
}

void TimeGestures::panTo(double x)
{
    const scene::TimeScale before{m_viewBefore, m_state.canvasSize().width()};
    const Ns moved = before.timeAt(m_pressed.x()) - before.timeAt(x);
    m_state.document().setViewTransient(
        {addSaturated(m_viewBefore.begin, moved), addSaturated(m_viewBefore.end, moved)});
}

void TimeGestures::updateRubber(double x)
{
    const Ns a = timeAt(m_pressed.x());
    const Ns b = timeAt(x);
    m_rubber = {std::min(a, b), std::max(a, b)};
    emit rubberChanged();
}

bool TimeGestures::release(const QMouseEvent& event)
{
    if (m_kind == Kind::None || event.button() != m_button)
        return false;
    const Kind kind = m_kind;
    m_kind = Kind::None;
    if (kind == Kind::Pressed && m_button == Qt::LeftButton)
        emit clicked(event.position());
    else if (kind == Kind::Brush)
        emit brushed(event.position().x());
    else if (kind == Kind::Pan)
        settleView();
    else if (kind == Kind::Rubber) {
        emit rubberChanged();
        if (!m_rubber.isEmpty())
            m_state.document().setView(m_rubber);
    }
    updateShape(event.position());
    return true;
}

bool TimeGestures::cancel()
{
    const Kind kind = m_kind;
    m_kind = Kind::None;
    if (kind == Kind::Brush)
        m_state.document().setWindow(m_windowBefore);
    else if (kind == Kind::Pan)
        m_state.document().setViewTransient(m_viewBefore);
    else if (kind == Kind::Rubber)
        emit rubberChanged();
    return kind != Kind::None;
}

std::optional<TimeRange> TimeGestures::rubber() const
{
    return m_kind == Kind::Rubber ? std::optional(m_rubber) : std::nullopt;
}

bool TimeGestures::zoomBy(double factor, double x)
{
    if (m_state.trace() == nullptr || m_state.scale().isEmpty())
        return false;
    Document& document = m_state.document();
    beginWheelMove();
    document.setViewTransient(document.view().zoomed(factor, timeAt(x)));
    return true;
}

/// A touchpad reports both directions at once, in small steps.
bool TimeGestures::isSmooth(const QWheelEvent& event)
{
    const QPoint delta = event.angleDelta();
    const auto isNotched = [](int units) { return units % static_cast<int>(kWheelNotch) == 0; };
    return event.phase() != Qt::NoScrollPhase || !event.pixelDelta().isNull()
           || !isNotched(delta.x()) || !isNotched(delta.y());
}

/// Which of the two directions a turn means.  Fingers that began to move along one stay on it until
/// they are lifted: a hand that pans does not scroll the lanes a little as well.
TimeGestures::Axis TimeGestures::axisOf(const QWheelEvent& event)
{
    const auto dominant = [](QPoint delta) {
        return std::abs(delta.x()) > std::abs(delta.y()) ? Axis::Across : Axis::Down;
    };
    if (!isSmooth(event))
        return dominant(event.angleDelta());
    if (event.phase() == Qt::ScrollBegin)
        endWheel();
    m_wheelRest.start();
    m_turned += event.angleDelta();
    if (m_axis == Axis::Unknown && m_turned.manhattanLength() >= kAxisUnits)
        m_axis = dominant(m_turned);
    return m_axis;
}

void TimeGestures::endWheel()
{
    m_wheelRest.stop();
    m_axis = Axis::Unknown;
    m_turned = {};
    if (std::exchange(m_movesView, false))
        settleView();
}

/// The changes of one turn are one step back.
void TimeGestures::beginWheelMove()
{
    if (!std::exchange(m_movesView, true))
        m_state.document().beginViewGesture();
    m_wheelRest.start();
}

bool TimeGestures::wheel(const QWheelEvent& event)
{
    if (m_state.trace() == nullptr || m_state.scale().isEmpty())
        return false;
    const bool ctrl = event.modifiers().testFlag(Qt::ControlModifier);
    const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
    const Axis axis = axisOf(event);
    // Some platforms turn Shift or Alt and the wheel into a horizontal wheel.
    const QPoint delta = event.angleDelta();
    const bool isAcross = axis == Axis::Across;
    const double notches = (isAcross ? delta.x() : delta.y()) / kWheelNotch;
    if (axis != Axis::Unknown && notches != 0.0) {
        if (ctrl && shift)
            turnHeight(notches);
        else if (shift || (isAcross && !ctrl))
            panByWheel(notches);
        else if (ctrl != m_state.wheelZooms())
            zoomBy(std::pow(kZoomPerNotch, -notches), event.position().x());
        else
            m_state.setScrollY(m_state.scrollY()
                               - static_cast<int>(std::lround(notches * kScrollPerNotch)));
    }
    if (event.phase() == Qt::ScrollEnd)
        endWheel();
    return true;
}

void TimeGestures::panByWheel(double notches)
{
    Document& document = m_state.document();
    beginWheelMove();
    document.setViewTransient(document.view().panned(-notches * kPanPerNotch));
}

/// One height a notch, however finely the wheel turns.
void TimeGestures::turnHeight(double notches)
{
    m_heightTurn += notches;
    if (std::abs(m_heightTurn) < 1)
        return;
    m_state.setDensity(scene::nextDensity(m_state.layout().density(), m_heightTurn > 0));
    m_heightTurn = 0;
}

void TimeGestures::updateShape(QPointF at)
{
    const Grip grip =
        gripAt(at.x(), m_state.document().window().range, m_state.scale(), m_bodyAt(at));
    if (m_state.trace() == nullptr || grip == Grip::None)
        m_area.unsetCursor();
    else
        m_area.setCursor(grip == Grip::Body ? Qt::OpenHandCursor : Qt::SizeHorCursor);
}

} // namespace nv
