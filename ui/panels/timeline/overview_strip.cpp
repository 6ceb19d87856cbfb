// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/overview_strip.h"

#include "core/scene/event_view.h"
#include "ui/panels/timeline/flags.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kOverviewHeight = 36;
constexpr double kOverviewEdgePx = 5;
constexpr int kTickTop = 3; ///< below the line of the window
constexpr int kTickHeight = 7;

} // namespace

QColor overviewColor(const TraceModel& trace, const Theme& theme)
{
    if (!trace.devices.empty())
        return theme.budget(BudgetClass::Compute);
    const bool isOverheadOnly = std::ranges::all_of(trace.lanes, [](const Lane& lane) {
        return lane.rows.empty() || lane.kind == LaneKind::Overhead;
    });
    return theme.color(isOverheadOnly ? Role::Overhead : Role::Nvtx);
}

OverviewStrip::OverviewStrip(TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setFixedHeight(kOverviewHeight);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Overview of the whole capture"));
    const Document& document = m_state.document();
    connect(&document, &Document::analysisChanged, this, [this] {
        m_busyScale = {};
        update();
    });
    const Annotations& annotations = document.annotations();
    connect(&annotations, &Annotations::changed, this, qOverload<>(&QWidget::update));
    connect(&annotations, &Annotations::chosenChanged, this, qOverload<>(&QWidget::update));
    connect(&document, &Document::markedChanged, this, qOverload<>(&QWidget::update));
    connect(&document, &Document::viewChanged, this, qOverload<>(&QWidget::update));
    connect(&document, &Document::windowChanged, this, qOverload<>(&QWidget::update));
}

QSize OverviewStrip::sizeHint() const
{
    return {400, kOverviewHeight};
}

scene::TimeScale OverviewStrip::scale() const
{
    return {m_state.document().view().limits(), width()};
}

void OverviewStrip::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::current().color(Role::Background));
    if (m_state.trace() == nullptr || scale().isEmpty())
        return;
    paintBusy(painter);
    paintFrame(painter);
    paintMarks(painter);
    paintBands(painter, rect().adjusted(0, 0, 0, -1), scale(), m_state.document().annotations(),
               Theme::current());
    painter.fillRect(0, height() - 1, width(), 1, Theme::current().color(Role::Line));
}

void OverviewStrip::paintBusy(QPainter& painter)
{
    const Analysis& analysis = *m_state.document().analysis();
    const Theme& theme = Theme::current();
    const scene::TimeScale whole = scale();
    if (m_busyScale.width != whole.width || m_busyScale.view != whole.view) {
        m_busy = busyShares(analysis, whole);
        m_busyScale = whole;
    }
    if (analysis.steady.warmupEnd) {
        const int end = static_cast<int>(whole.xOf(*analysis.steady.warmupEnd));
        painter.fillRect(0, 0, end, height(), theme.color(Role::AltRow));
    }
    const QColor busy = overviewColor(*m_state.trace(), theme);
    const int room = height() - 5;
    for (int x = 0; x < static_cast<int>(m_busy.size()); ++x) {
        const float share = m_busy[static_cast<std::size_t>(x)];
        if (share <= 0)
            continue;
        const int h =
            std::clamp(static_cast<int>(std::lround(share * static_cast<float>(room))), 1, room);
        painter.fillRect(x, height() - 1 - h, 1, h, busy);
    }
}

/// A tick for every column in which a marked event begins; they stay while the view moves.
void OverviewStrip::findTicks(const EventsPtr& marked, const scene::TimeScale& whole)
{
    if (m_ticksOf == marked && m_ticksScale.width == whole.width && m_ticksScale.view == whole.view)
        return;
    m_ticks.clear();
    m_ticksOf = marked;
    m_ticksScale = whole;
    if (!marked)
        return;
    const TraceModel& trace = *m_state.trace();
    auto event = marked->begin();
    while (event != marked->end()) {
        const int x = whole.columnOf(scene::rangeOf(trace, *event).begin);
        m_ticks.push_back(x);
        if (x + 1 >= whole.width)
            return;
        event = std::partition_point(event + 1, marked->end(), [&](const EventRef& e) {
            return scene::rangeOf(trace, e).begin < whole.edge(x + 1);
        });
    }
}

void OverviewStrip::paintMarks(QPainter& painter)
{
    findTicks(m_state.document().marked(), scale());
    const QColor accent = Theme::current().color(Role::Accent);
    for (const int x : m_ticks)
        painter.fillRect(x, kTickTop, 1, kTickHeight, accent);
}

void OverviewStrip::paintFrame(QPainter& painter)
{
    const Theme& theme = Theme::current();
    const scene::TimeScale whole = scale();
    const auto box = [&](TimeRange range) {
        const int from = static_cast<int>(std::lround(whole.xOf(range.begin)));
        const int to = static_cast<int>(std::lround(whole.xOf(range.end)));
        return QRect(from, 0, std::max(to - from, 2), height() - 1);
    };
    const QRect window = box(m_state.document().window().range);
    painter.fillRect(window, theme.color(Role::WindowTint));
    painter.fillRect(window.left(), 0, window.width(), 3, theme.color(Role::Accent));
    const QRect view = box(m_state.document().view().current());
    const QColor dim = theme.color(Role::Dim);
    painter.fillRect(0, 3, view.left(), height() - 4, dim);
    painter.fillRect(view.right() + 1, 3, width() - view.right() - 1, height() - 4, dim);
    painter.setPen(theme.color(Role::TextMuted));
    painter.drawRect(view.adjusted(0, 3, -1, -1));
}

OverviewStrip::Drag OverviewStrip::dragAt(double x) const
{
    const TimeRange view = m_state.document().view().current();
    const double begin = scale().xOf(view.begin);
    const double end = scale().xOf(view.end);
    // A frame of few pixels is carried, not stretched.
    if (end - begin > 4 * kOverviewEdgePx) {
        if (std::abs(x - begin) <= kOverviewEdgePx)
            return Drag::Begin;
        if (std::abs(x - end) <= kOverviewEdgePx)
            return Drag::End;
    }
    return Drag::Body;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_state.trace() == nullptr || scale().isEmpty())
        return;
    Document& document = m_state.document();
    document.beginViewGesture();
    const double x = event->position().x();
    m_drag = dragAt(x);
    m_pressedX = x;
    m_viewBefore = document.view().current();
    const Ns t = scale().timeAt(x);
    if (m_drag == Drag::Body && !m_viewBefore.contains(t)) {
        const auto half = static_cast<Ns>(m_viewBefore.length() / 2);
        document.setViewTransient({addSaturated(t, -half), addSaturated(t, half)});
        m_viewBefore = document.view().current();
    }
}

void OverviewStrip::dragTo(double x)
{
    const Ns moved = scale().timeAt(x) - scale().timeAt(m_pressedX);
    TimeRange next = m_viewBefore;
    if (m_drag != Drag::End)
        next.begin = addSaturated(next.begin, moved);
    if (m_drag != Drag::Begin)
        next.end = addSaturated(next.end, moved);
    if (!next.isEmpty())
        m_state.document().setViewTransient(next);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state.trace() == nullptr || scale().isEmpty())
        return;
    const double x = event->position().x();
    if (m_drag != Drag::None)
        dragTo(x);
    else
        setCursor(dragAt(x) == Drag::Body ? Qt::OpenHandCursor : Qt::SizeHorCursor);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    if (m_drag == Drag::None)
        return;
    m_drag = Drag::None;
    m_state.document().setView(m_state.document().view().current());
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    if (m_state.trace() != nullptr)
        m_state.document().fitView();
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    if (m_state.trace() == nullptr || scale().isEmpty())
        return;
    constexpr double kPerUnit = 1.0 / 120.0;
    Document& document = m_state.document();
    const Ns t = scale().timeAt(event->position().x());
    document.setView(
        document.view().zoomed(std::pow(1.25, -event->angleDelta().y() * kPerUnit), t));
}

} // namespace nv
