// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/time_ruler.h"

#include "ui/format.h"
#include "ui/render/strip_painter.h"
#include "ui/render/time_axis.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace nv {

TimeRuler::TimeRuler(TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_gestures(state, *this,
                 [this](QPointF at) { return windowBar(rect()).contains(at.toPoint()); })
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFixedHeight(kAxisHeight);
    setAccessibleName(tr("Time axis"));
    const Document& document = m_state.document();
    for (const auto changed :
         {&Document::analysisChanged, &Document::viewChanged, &Document::windowChanged})
        connect(&document, changed, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::layoutChanged, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::cursorMoved, this, qOverload<>(&QWidget::update));
    connect(&m_gestures, &TimeGestures::rubberChanged, this, qOverload<>(&QWidget::update));
}

QSize TimeRuler::sizeHint() const
{
    return {400, kAxisHeight};
}

void TimeRuler::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = Theme::current();
    const AnalysisPtr& analysis = m_state.document().analysis();
    if (!analysis || m_state.scale().isEmpty()) {
        painter.fillRect(rect(), theme.color(Role::Panel));
        return;
    }
    const scene::TimeScale scale = m_state.scale();
    const Window& window = m_state.document().window();
    paintAxis(painter, rect(), scale, theme);
    paintSteps(painter, rect(), scale, analysis->steady, theme);
    paintWindowBar(painter, rect(), scale, window, windowName(window, analysis->steady), theme);
    paintPointer(painter);
}

/// The time under the pointer, as exact as a pixel, over the labels it covers.
void TimeRuler::paintPointer(QPainter& painter)
{
    if (!m_state.cursor())
        return;
    const Theme& theme = Theme::current();
    const scene::TimeScale scale = m_state.scale();
    const QString time = format::timeAt(
        *m_state.cursor(), std::max<DurationNs>(static_cast<DurationNs>(scale.nsPerPixel()), 1));
    const int x = static_cast<int>(scale.xOf(*m_state.cursor()));
    painter.setFont(laneFont(1.0));
    const int w = painter.fontMetrics().horizontalAdvance(time) + 8;
    const QRect box(std::clamp(x - w / 2, 0, std::max(width() - w, 0)), 0, w, 16);
    painter.fillRect(box, theme.color(Role::Text));
    painter.setPen(theme.color(Role::Background));
    painter.drawText(box, Qt::AlignCenter, time);
    painter.fillRect(x, 16, 1, windowBar(rect()).top() - 16, theme.color(Role::Text));
}

void TimeRuler::mousePressEvent(QMouseEvent* event)
{
    if (!m_gestures.press(*event))
        QWidget::mousePressEvent(event);
}

void TimeRuler::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state.trace() == nullptr || m_state.scale().isEmpty())
        return;
    m_state.setCursor(m_state.scale().timeAt(event->position().x()));
    m_gestures.move(*event);
}

void TimeRuler::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_gestures.release(*event))
        QWidget::mouseReleaseEvent(event);
}

void TimeRuler::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Document& document = m_state.document();
    if (m_state.trace() != nullptr && windowBar(rect()).contains(event->position().toPoint())
        && document.window().range.contains(m_state.scale().timeAt(event->position().x())))
        m_state.document().zoomToWindow();
}

void TimeRuler::wheelEvent(QWheelEvent* event)
{
    if (!m_gestures.wheel(*event))
        QWidget::wheelEvent(event);
}

void TimeRuler::leaveEvent(QEvent* /*event*/)
{
    m_state.setCursor(std::nullopt);
}

} // namespace nv
