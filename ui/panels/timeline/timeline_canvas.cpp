// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/timeline_canvas.h"

#include "core/scene/event_view.h"
#include "ui/format.h"
#include "ui/panels/timeline/flags.h"
#include "ui/panels/timeline/launch_arrow_painter.h"
#include "ui/panels/timeline/plate.h"
#include "ui/panels/timeline/timeline_menu.h"
#include "ui/render/row_painter.h"
#include "ui/render/time_axis.h"

#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nv {

Q_LOGGING_CATEGORY(lcFrame, "nv.frametime", QtWarningMsg)

TimelineCanvas::TimelineCanvas(TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_gestures(state, *this, [](QPointF) { return false; })
    , m_marks(state)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline"));
    const Document& document = m_state.document();
    connect(&document, &Document::analysisChanged, this, &TimelineCanvas::openAnalysis);
    connect(&document, &Document::viewChanged, this, qOverload<>(&QWidget::update));
    connect(&document, &Document::windowChanged, this, qOverload<>(&QWidget::update));
    connect(&document, &Document::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::layoutChanged, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::scrolled, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::colorsChanged, this, [this] {
        m_cache.open(m_state.document().analysis(), &m_state.colors());
        update();
    });
    connect(&m_state, &TimelineState::cursorMoved, this, &TimelineCanvas::updatePointer);
    const Annotations& annotations = document.annotations();
    connect(&annotations, &Annotations::changed, this, qOverload<>(&QWidget::update));
    connect(&annotations, &Annotations::chosenChanged, this, qOverload<>(&QWidget::update));
    connect(&m_marks, &MarkLayer::changed, this, qOverload<>(&QWidget::update));
    connect(&m_gestures, &TimeGestures::rubberChanged, this, qOverload<>(&QWidget::update));
    connect(&m_gestures, &TimeGestures::clicked, this,
            [this](QPointF at) { m_state.document().select(m_state.eventAt(at.toPoint())); });
    openAnalysis();
}

void TimelineCanvas::openAnalysis()
{
    m_hovered.reset(); // of the trace before
    endHover();
    m_zoomedTo.reset();
    const AnalysisPtr& analysis = m_state.document().analysis();
    m_cache.open(analysis, analysis ? &m_state.colors() : nullptr);
    update();
}

void TimelineCanvas::resizeEvent(QResizeEvent* /*event*/)
{
    m_state.setCanvasSize(size());
}

void TimelineCanvas::paintEvent(QPaintEvent* event)
{
    QElapsedTimer timer;
    timer.start();
    QPainter painter(this);
    painter.fillRect(event->rect(), Theme::current().color(Role::Background));
    if (m_state.trace() == nullptr)
        return;
    paintRows(painter);
    paintWindow(painter, rect(), m_state.scale(), m_state.document().window().range,
                Theme::current());
    paintOutside(painter);
    m_marks.paint(painter);
    paintMarkLines(painter, rect(), m_state.scale(), m_state.document().annotations(),
                   Theme::current());
    paintSelection(painter);
    paintBandEdge(painter, m_state.rows(), width(), Theme::current());
    paintPointer(painter);
    if (const QString why = m_state.emptySheet(); !why.isEmpty()) {
        painter.setFont(font()); // rows leave theirs
        const QRect plate = plateOf(why, painter.fontMetrics(), rect().center(), rect());
        paintPlate(painter, plate, why, Role::TextMuted, Theme::current());
    }
    qCDebug(lcFrame) << "frame" << static_cast<double>(timer.nsecsElapsed()) / 1e6 << "ms,"
                     << m_cache.builtInFrame() << "rows built";
}

const scene::LayoutRow* TimelineCanvas::rowOf(EventRef event) const
{
    return m_state.layout().find(placeOf(*m_state.trace(), event));
}

QRect TimelineCanvas::boxOf(EventRef event, const scene::LayoutRow& row) const
{
    const TimeRange range = scene::rangeOf(*m_state.trace(), event);
    const scene::TimeScale scale = m_state.scale();
    const int from = static_cast<int>(std::lround(std::max(scale.xOf(range.begin), -10.0)));
    const int to = static_cast<int>(std::lround(std::min(scale.xOf(range.end), width() + 10.0)));
    return {from, m_state.rows().yOf(row), std::max(to - from, 2), row.height};
}

void TimelineCanvas::paintOutline(QPainter& painter, EventRef event, const QPen& pen, int grow)
{
    const scene::LayoutRow* row = rowOf(event);
    if (row == nullptr)
        return;
    const QRect box = boxOf(event, *row);
    const QRect room = roomOf(*row);
    if (!box.intersects(room))
        return;
    painter.save();
    painter.setClipRect(room);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(-grow, -grow, grow - 1, grow - 1));
    painter.restore();
}

void TimelineCanvas::paintSelection(QPainter& painter)
{
    const Theme& theme = Theme::current();
    const QColor accent = theme.color(Role::Accent);
    if (m_hovered)
        paintOutline(painter, *m_hovered, QPen(theme.color(Role::Text), 1), 0);
    const std::optional<EventRef> selected = m_state.document().selection();
    if (!selected)
        return;
    QPen dashed(accent, 1, Qt::CustomDashLine);
    dashed.setDashPattern({3, 2});
    for (const EventRef& other : scene::correlated(*m_state.trace(), *selected))
        paintOutline(painter, other, dashed, 1);
    QPen solid(accent, 2);
    solid.setJoinStyle(Qt::MiterJoin);
    paintOutline(painter, *selected, solid, 1);
    const scene::Viewport viewport{m_state.scale(), m_state.scrollY(), height()};
    paintLaunchArrows(painter, rect(),
                      scene::launchArrows(*m_state.trace(), m_state.layout(), viewport, *selected),
                      *m_state.trace(), theme);
}

void TimelineCanvas::paintPointer(QPainter& painter)
{
    const Theme& theme = Theme::current();
    if (const std::optional<TimeRange> band = m_gestures.rubber()) {
        const scene::TimeScale scale = m_state.scale();
        const QRect box(QPoint(static_cast<int>(scale.xOf(band->begin)), 0),
                        QPoint(static_cast<int>(scale.xOf(band->end)), height() - 1));
        QColor wash = theme.color(Role::Accent);
        wash.setAlphaF(0.2F);
        painter.fillRect(box, wash);
        painter.setPen(theme.color(Role::Accent));
        painter.drawRect(box.adjusted(0, -1, 0, 1));
        painter.setFont(font()); // rows leave theirs
        paintPlate(painter, rubberPlate(), rubberText(), Role::Text, theme);
    }
    if (!m_state.cursor())
        return;
    QColor hair = theme.color(Role::Text);
    hair.setAlphaF(0.35F);
    painter.fillRect(static_cast<int>(m_state.scale().xOf(*m_state.cursor())), 0, 1, height(),
                     hair);
}

QString TimelineCanvas::rubberText() const
{
    const std::optional<TimeRange> band = m_gestures.rubber();
    return band ? format::duration(static_cast<double>(band->length())) : QString();
}

/// Where it is written: in the band, or across it where that is narrow.
QRect TimelineCanvas::rubberPlate() const
{
    constexpr int kFromTop = 16;
    const std::optional<TimeRange> band = m_gestures.rubber();
    if (!band)
        return {};
    const scene::TimeScale scale = m_state.scale();
    const int middle = static_cast<int>((scale.xOf(band->begin) + scale.xOf(band->end)) / 2);
    return plateOf(rubberText(), fontMetrics(), {middle, kFromTop}, rect());
}

void TimelineCanvas::updatePointer(std::optional<Ns> before)
{
    for (const std::optional<Ns>& t : {before, m_state.cursor()})
        if (t)
            update(QRect(static_cast<int>(m_state.scale().xOf(*t)) - 1, 0, 3, height()));
}

void TimelineCanvas::hover(QPoint at)
{
    const std::optional<EventRef> under = m_state.eventAt(at);
    if (under && under == m_hovered) {
        if (m_card != nullptr)
            m_card->moveTo(mapTo(window(), at));
        return;
    }
    updateOutline(m_hovered);
    m_hovered = under;
    updateOutline(m_hovered);
    if (!under) {
        hoverRow(at);
        return;
    }
    EventFacts facts = eventFacts(*m_state.document().analysis(), *under);
    const scene::Cell cell = m_state.cellAt(at);
    if (cell.count > 1) {
        const double busy =
            static_cast<double>(cell.busy) / static_cast<double>(m_state.columnAt(at.x()).length());
        facts.facts.push_back(
            {tr("here"), format::count(cell.count) % tr(" events in this column, ")
                             % format::percent(busy) % tr(" busy")});
    }
    showCard(std::move(facts), at);
}

/// On a chart its value; on the summary of a device where its time goes, and why it is idle.
void TimelineCanvas::hoverRow(QPoint at)
{
    const scene::LayoutRow* row = m_state.rowAt(at);
    const scene::ChartLane* chart = row == nullptr ? nullptr : m_state.chartOf(*row);
    if (chart != nullptr && chart->series) {
        showCard(chartFacts(*chart->series, m_state.columnAt(at.x())), at);
        return;
    }
    const Lane* lane = row == nullptr ? nullptr : m_state.laneOf(*row);
    if (lane == nullptr || lane->kind != LaneKind::Device) {
        if (m_card != nullptr)
            m_card->dismiss();
        return;
    }
    showCard(deviceFacts(*m_state.document().analysis(), lane->device, m_state.columnAt(at.x())),
             at);
}

void TimelineCanvas::showCard(EventFacts facts, QPoint at)
{
    if (m_card == nullptr || m_card->parentWidget() != window()) {
        delete m_card;
        m_card = new HoverCard(window());
        connect(this, &QObject::destroyed, m_card.data(), &QObject::deleteLater);
    }
    m_card->showFor(std::move(facts), mapTo(window(), at));
}

void TimelineCanvas::endHover()
{
    if (m_card != nullptr)
        m_card->dismiss();
    updateOutline(m_hovered);
    m_hovered.reset();
}

/// Only what an outline covers: over a slow line every pixel counts.
void TimelineCanvas::updateOutline(std::optional<EventRef> event)
{
    const scene::LayoutRow* row = event ? rowOf(*event) : nullptr;
    if (row != nullptr)
        update(boxOf(*event, *row).adjusted(-2, -2, 2, 2));
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    endHover();
    if (!m_gestures.press(*event))
        QWidget::mousePressEvent(event);
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state.trace() == nullptr || m_state.scale().isEmpty())
        return;
    m_state.setCursor(m_state.scale().timeAt(event->position().x()),
                      event->position().toPoint().y());
    const scene::LayoutRow* row = m_state.rowAt(event->position().toPoint());
    m_state.setPointedLane(row == nullptr ? std::nullopt : std::optional(row->lane));
    if (!m_gestures.move(*event))
        hover(event->position().toPoint());
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_gestures.release(*event))
        QWidget::mouseReleaseEvent(event);
}

void TimelineCanvas::zoomTo(EventRef event)
{
    const TimeRange range = scene::rangeOf(*m_state.trace(), event);
    const auto air = static_cast<Ns>(std::min<DurationNs>(
        std::max<DurationNs>(range.length() / 4, 1), static_cast<DurationNs>(kMaxNs)));
    m_state.document().setView({addSaturated(range.begin, -air), addSaturated(range.end, air)});
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_state.trace() == nullptr)
        return;
    Document& document = m_state.document();
    const std::optional<EventRef> under = m_state.eventAt(event->position().toPoint());
    if (m_zoomedTo && under == m_zoomedTo && document.view().current() == m_viewZoomedTo) {
        m_zoomedTo.reset();
        document.undoView();
        return;
    }
    if (!under)
        return;
    zoomTo(*under);
    m_zoomedTo = under;
    m_viewZoomedTo = document.view().current();
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    if (m_gestures.wheel(*event))
        hover(event->position().toPoint());
    else
        QWidget::wheelEvent(event);
}

void TimelineCanvas::leaveEvent(QEvent* /*event*/)
{
    endHover();
    m_state.setCursor(std::nullopt);
    m_state.setPointedLane(std::nullopt);
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    endHover();
    if (m_state.trace() != nullptr)
        execTimelineMenu(m_state, event->pos(), event->globalPos(), this);
}

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::NativeGesture) {
        const auto& gesture = static_cast<const QNativeGestureEvent&>(*event);
        if (gesture.gestureType() == Qt::ZoomNativeGesture)
            return m_gestures.zoomBy(1 / (1 + gesture.value()), gesture.position().x());
    }
    if (event->type() == QEvent::PaletteChange)
        update();
    return QWidget::event(event);
}

} // namespace nv
