// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/lane_labels.h"

#include "ui/format.h"
#include "ui/panels/timeline/lane_menu.h"
#include "ui/render/row_painter.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace nv {

namespace {

constexpr int kEdgePx = 5;

} // namespace

LaneLabels::LaneLabels(TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Lanes"));
    connect(&m_state, &TimelineState::layoutChanged, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::scrolled, this, qOverload<>(&QWidget::update));
}

QRect LaneLabels::headOf(const scene::LayoutRow& row) const
{
    return {0, m_state.rows().yOf(row), width() - 1, row.height + scene::kLaneGap};
}

void LaneLabels::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = Theme::current();
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(width() - 1, 0, 1, height(), theme.color(Role::Line));
    if (m_state.trace() == nullptr)
        return;
    const scene::LaneViewport rows = m_state.rows();
    for (const scene::LayoutRow& row : rows.pinned())
        paintRowHead(painter, headOf(row), *m_state.trace(), m_state.layout(), row, theme);
    paintBandEdge(painter, rows, width() - 1, theme);
    painter.setClipRect(rect().adjusted(0, rows.bandHeight(), 0, 0));
    for (const scene::LayoutRow& row : rows.scrolled())
        paintRowHead(painter, headOf(row), *m_state.trace(), m_state.layout(), row, theme);
}

const scene::LayoutRow* LaneLabels::rowAt(QPoint at) const
{
    return m_state.rowAt(at);
}

bool LaneLabels::isOnEdge(QPoint at) const
{
    return at.x() >= width() - kEdgePx;
}

void LaneLabels::mousePressEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton)
        return;
    if (isOnEdge(at)) {
        m_isResizing = true;
        return;
    }
    const scene::LayoutRow* row = rowAt(at);
    if (row == nullptr || !row->isFirst() || !m_state.layout().isCollapsible(row->lane))
        return;
    if (quietNote(headOf(*row), m_state.layout(), row->lane).contains(at)) {
        m_state.toggleQuiet(row->lane);
        return;
    }
    const int depth = m_state.trace()->lanes[row->lane].depth;
    if (arrowOf(headOf(*row), depth).contains(at))
        m_state.toggleLane(row->lane);
}

void LaneLabels::mouseDoubleClickEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const scene::LayoutRow* row = rowAt(at);
    if (event->button() != Qt::LeftButton || isOnEdge(at) || row == nullptr
        || !m_state.layout().isCollapsible(row->lane)
        || quietNote(headOf(*row), m_state.layout(), row->lane).contains(at))
        return;
    m_state.toggleLane(row->lane);
}

void LaneLabels::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const scene::LayoutRow* row = rowAt(at);
    m_state.setPointedLane(row == nullptr ? std::nullopt : std::optional(row->lane));
    if (m_isResizing)
        m_state.setHeadWidth(at.x() + 1);
    else if (isOnEdge(at))
        setCursor(Qt::SplitHCursor);
    else
        unsetCursor();
}

void LaneLabels::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_isResizing = false;
}

void LaneLabels::leaveEvent(QEvent* /*event*/)
{
    m_state.setPointedLane(std::nullopt);
}

void LaneLabels::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_state.trace() == nullptr)
        return;
    const scene::LayoutRow* row = rowAt(event->pos());
    execLaneMenu(m_state, row == nullptr ? std::nullopt : std::optional(row->lane),
                 event->globalPos(), this);
}

void LaneLabels::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        // Some platforms turn Shift and the wheel into a horizontal wheel.
        const QPoint angle = event->angleDelta();
        if (const int turned = angle.y() != 0 ? angle.y() : angle.x(); turned != 0)
            m_state.setDensity(scene::nextDensity(m_state.layout().density(), turned > 0));
        return;
    }
    constexpr double kPxPerUnit = 66.0 / 120.0; // three rows a notch
    m_state.setScrollY(m_state.scrollY()
                       - static_cast<int>(std::lround(event->angleDelta().y() * kPxPerUnit)));
}

bool LaneLabels::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const scene::LayoutRow* row = rowAt(help.pos());
    if (row == nullptr) {
        QToolTip::hideText();
        return true;
    }
    const Lane& lane = m_state.trace()->lanes[row->lane];
    QString tip = QString::fromStdString(lane.label);
    if (lane.eventCount > 0)
        tip += QStringLiteral("\n") % format::count(lane.eventCount)
               % (lane.eventCount == 1 ? tr(" event") : tr(" events"));
    if (lane.rows.size() > 1)
        tip += QStringLiteral(" in ") % format::count(lane.rows.size()) % tr(" rows");
    if (quietNote(headOf(*row), m_state.layout(), row->lane).contains(help.pos()))
        tip = tr("Threads that neither call CUDA nor mark NVTX ranges.");
    QToolTip::showText(help.globalPos(), tip, this, headOf(*row));
    return true;
}

} // namespace nv
