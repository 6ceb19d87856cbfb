// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/timeline_keys.h"

#include "core/scene/event_view.h"
#include "core/scene/lane_sampler.h"

#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kTickMs = 16;
constexpr double kFirstStepS = 0.08; ///< a short press moves as much as this long a hold
constexpr double kZoomPerSecond = 8.0;
constexpr double kPanPerSecond = 1.2; ///< widths of the view
constexpr double kFastest = 4.0;
constexpr double kKeyZoom = 1.5;
constexpr double kKeyPan = 0.1;
constexpr int kKeyScrollPx = 44;

/// W, A, S, D by place: X11 and Wayland report evdev codes plus 8, the same on every layout.
int heldKey(const QKeyEvent& event)
{
    static const bool hasPlaces = QGuiApplication::platformName() == QLatin1String("xcb")
                                  || QGuiApplication::platformName() == QLatin1String("wayland");
    const bool isLetter = event.key() >= Qt::Key_A && event.key() <= Qt::Key_Z;
    if (hasPlaces && isLetter) {
        switch (event.nativeScanCode()) {
        case 25:
            return Qt::Key_W;
        case 38:
            return Qt::Key_A;
        case 39:
            return Qt::Key_S;
        case 40:
            return Qt::Key_D;
        default:
            break;
        }
    }
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_A:
    case Qt::Key_S:
    case Qt::Key_D:
        return event.key();
    default:
        return 0;
    }
}

Ns middleOf(TimeRange range)
{
    return addSaturated(range.begin, static_cast<Ns>(range.length() / 2));
}

} // namespace

TimelineKeys::TimelineKeys(TimelineState& state, std::function<void(EventRef)> zoomTo,
                           std::function<bool()> cancelDrag, QObject* parent)
    : QObject(parent)
    , m_state(state)
    , m_zoomTo(std::move(zoomTo))
    , m_cancelDrag(std::move(cancelDrag))
{
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &TimelineKeys::tick);
}

bool TimelineKeys::press(const QKeyEvent& event)
{
    if (m_state.trace() == nullptr)
        return false;
    if (hold(event))
        return true;
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (viewKey(event.key(), modifiers) || windowKey(event.key(), modifiers))
        return true;
    return (modifiers & ~Qt::ShiftModifier) == Qt::NoModifier && selectionKey(event.key());
}

bool TimelineKeys::hold(const QKeyEvent& event)
{
    const int key = heldKey(event);
    if (key == 0 || (event.modifiers() & ~Qt::ShiftModifier) != Qt::NoModifier)
        return false;
    if (event.isAutoRepeat() || key == m_held)
        return true;
    if (m_held == 0)
        m_state.document().beginViewGesture();
    m_held = key;
    m_sinceHeld.start();
    m_sinceTick.start();
    moveHeld(kFirstStepS);
    m_tick.start();
    return true;
}

bool TimelineKeys::release(const QKeyEvent& event)
{
    if (heldKey(event) == 0)
        return false;
    if (!event.isAutoRepeat() && heldKey(event) == m_held)
        releaseAll();
    return true;
}

void TimelineKeys::releaseAll()
{
    m_tick.stop();
    if (std::exchange(m_held, 0) != 0)
        m_state.document().setView(m_state.document().view().current());
}

void TimelineKeys::tick()
{
    const double seconds = static_cast<double>(m_sinceTick.restart()) / 1000;
    // Starts slowly enough to stop after a short press, four times as fast after a second.
    const double held = static_cast<double>(m_sinceHeld.elapsed()) / 1000;
    moveHeld(std::min(seconds, 0.1) * std::clamp(1 + held * 3, 1.0, kFastest));
}

void TimelineKeys::moveHeld(double seconds)
{
    Document& document = m_state.document();
    const scene::ViewRange& view = document.view();
    const Ns anchor = m_state.cursor().value_or(middleOf(view.current()));
    switch (m_held) {
    case Qt::Key_W:
        document.setViewTransient(view.zoomed(std::pow(kZoomPerSecond, -seconds), anchor));
        break;
    case Qt::Key_S:
        document.setViewTransient(view.zoomed(std::pow(kZoomPerSecond, seconds), anchor));
        break;
    case Qt::Key_A:
        document.setViewTransient(view.panned(-kPanPerSecond * seconds));
        break;
    default:
        document.setViewTransient(view.panned(kPanPerSecond * seconds));
        break;
    }
}

bool TimelineKeys::viewKey(int key, Qt::KeyboardModifiers modifiers)
{
    Document& document = m_state.document();
    const scene::ViewRange& view = document.view();
    if (modifiers == Qt::AltModifier) {
        if (key == Qt::Key_Left)
            document.undoView();
        else if (key == Qt::Key_Right)
            document.redoView();
        else
            return false;
        return true;
    }
    if ((modifiers & ~Qt::ShiftModifier) != Qt::NoModifier)
        return false;
    const Ns anchor = m_state.cursor().value_or(middleOf(view.current()));
    const int page = m_state.canvasSize().height() - m_state.rows().bandHeight();
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        document.setView(view.zoomed(1 / kKeyZoom, anchor));
        return true;
    case Qt::Key_Minus:
    case Qt::Key_Underscore:
        document.setView(view.zoomed(kKeyZoom, anchor));
        return true;
    case Qt::Key_Left:
        document.setView(view.panned(-kKeyPan));
        return true;
    case Qt::Key_Right:
        document.setView(view.panned(kKeyPan));
        return true;
    case Qt::Key_Up:
        m_state.setScrollY(m_state.scrollY() - kKeyScrollPx);
        return true;
    case Qt::Key_Down:
        m_state.setScrollY(m_state.scrollY() + kKeyScrollPx);
        return true;
    case Qt::Key_PageUp:
        m_state.setScrollY(m_state.scrollY() - page);
        return true;
    case Qt::Key_PageDown:
        m_state.setScrollY(m_state.scrollY() + page);
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        document.fitView();
        return true;
    case Qt::Key_Backspace:
        document.undoView();
        return true;
    case Qt::Key_Z:
        document.zoomToWindow();
        return true;
    default:
        return false;
    }
}

bool TimelineKeys::windowKey(int key, Qt::KeyboardModifiers modifiers)
{
    Document& document = m_state.document();
    const bool shift = modifiers == Qt::ShiftModifier;
    if (!shift && modifiers != Qt::NoModifier)
        return false;
    if (key == Qt::Key_R && shift) {
        if (document.analysis()->steady.found)
            document.setWindow(defaultWindow(*document.analysis()));
        return true;
    }
    if (key == Qt::Key_R) {
        if (document.selection()) {
            const TimeRange range = scene::rangeOf(*document.trace(), *document.selection());
            if (!range.isEmpty())
                document.setUserWindow(range);
        }
        return true;
    }
    if (key == Qt::Key_T) {
        moveWindowByStep(shift);
        return true;
    }
    return false;
}

bool TimelineKeys::selectionKey(int key)
{
    Document& document = m_state.document();
    const std::optional<EventRef> selected = document.selection();
    switch (key) {
    case Qt::Key_Escape:
        escape();
        return true;
    case Qt::Key_F:
        centreThenFit();
        return true;
    case Qt::Key_Period:
        stepOnRow(true);
        return true;
    case Qt::Key_Comma:
        stepOnRow(false);
        return true;
    case Qt::Key_BracketRight:
        if (selected)
            follow(scene::firstOpOf(*document.trace(), *selected));
        return true;
    case Qt::Key_BracketLeft:
        if (selected)
            follow(scene::callOf(*document.trace(), *selected));
        return true;
    case Qt::Key_G:
        nextGap();
        return true;
    default:
        return false;
    }
}

/// First what is being done, then what is selected, then the window.
void TimelineKeys::escape()
{
    Document& document = m_state.document();
    if (m_cancelDrag())
        return;
    if (document.selection())
        document.select(std::nullopt);
    else
        document.resetWindow();
}

void TimelineKeys::centreThenFit()
{
    Document& document = m_state.document();
    const std::optional<EventRef> selected = document.selection();
    if (!selected)
        return;
    m_state.bringIntoView(*selected);
    const TimeRange view = document.view().current();
    const Ns middle = middleOf(scene::rangeOf(*document.trace(), *selected));
    const double offset = std::abs(m_state.scale().xOf(middle) - m_state.scale().width / 2.0);
    if (offset <= 1) {
        m_zoomTo(*selected);
        return;
    }
    const auto half = static_cast<Ns>(view.length() / 2);
    document.setView(
        {addSaturated(middle, -half), addSaturated(middle, static_cast<Ns>(view.length()) - half)});
    // At the ends of the capture there is no more room to centre in.
    if (document.view().current() == view)
        m_zoomTo(*selected);
}

void TimelineKeys::follow(std::optional<EventRef> target)
{
    if (target)
        m_state.document().reveal(*target);
}

void TimelineKeys::stepOnRow(bool isNext)
{
    Document& document = m_state.document();
    if (document.selection())
        follow(scene::neighbour(*document.trace(), *document.selection(), isNext));
    else if (const std::optional<EventRef> first = firstInView())
        document.select(first);
}

/// Without a selection the walk begins at the first event of the topmost row that shows one.
std::optional<EventRef> TimelineKeys::firstInView() const
{
    const TraceModel& trace = *m_state.trace();
    const scene::LaneViewport rows = m_state.rows();
    for (const auto& some : {rows.pinned(), rows.scrolled()}) {
        for (const scene::LayoutRow& row : some) {
            const Lane* lane = m_state.laneOf(row);
            if (lane == nullptr || row.row >= lane->rows.size())
                continue;
            const scene::Slice slice =
                scene::sliceOf(lane->rows[row.row], timeColumns(trace, lane->events),
                               m_state.document().view().current());
            if (slice.first < slice.last)
                return EventRef{lane->events, lane->rows[row.row].events[slice.first]};
        }
    }
    return std::nullopt;
}

void TimelineKeys::moveWindowByStep(bool isBack)
{
    Document& document = m_state.document();
    const std::vector<Step>& steps = document.analysis()->steady.steps;
    if (steps.empty())
        return;
    const TimeRange window = document.window().range;
    const auto startingAt = [&steps](Ns t) {
        return std::partition_point(steps.begin(), steps.end(),
                                    [t](const Step& s) { return s.begin < t; });
    };
    // Whole steps move to whole steps; a window between steps first meets the next edge.
    auto first = startingAt(window.begin);
    auto last = startingAt(window.end);
    const auto count = std::max<std::ptrdiff_t>(last - first, 1);
    if (isBack ? first == steps.begin() : first + count >= steps.end())
        return;
    first += isBack ? -1 : 1;
    document.setUserWindow({first->begin, (first + (count - 1))->end});
}

/// The next gap of any device after the middle of the view that is at least a pixel wide.
void TimelineKeys::nextGap()
{
    Document& document = m_state.document();
    const Analysis& analysis = *document.analysis();
    const TimeRange view = document.view().current();
    const Ns middle = middleOf(view);
    const auto least = static_cast<DurationNs>(m_state.scale().nsPerPixel());
    std::optional<TimeRange> best;
    for (std::size_t d = 0; d < analysis.trace->devices.size(); ++d) {
        const std::span<const Gap> gaps = analysis.budget->gaps(DeviceId(d));
        auto gap = std::partition_point(gaps.begin(), gaps.end(),
                                        [middle](const Gap& g) { return g.begin <= middle; });
        while (gap != gaps.end()
               && (gap->end == kMaxNs || lengthBetween(gap->begin, gap->end) < least))
            ++gap;
        if (gap != gaps.end() && (!best || gap->begin < best->begin))
            best = TimeRange{gap->begin, gap->end};
    }
    if (!best)
        return;
    const Ns centre = middleOf(*best);
    const auto half = static_cast<Ns>(view.length() / 2);
    document.setView({addSaturated(centre, -half), addSaturated(centre, half)});
}

} // namespace nv
