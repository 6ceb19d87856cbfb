// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/lane_labels.h"

#include "ui/format.h"
#include "ui/panels/timeline/lane_menu.h"
#include "ui/render/row_painter.h"
#include "ui/series_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kLabelEdgePx = 5;
constexpr int kLaneDragPx = 4;
constexpr int kDropPx = 2;
constexpr int kScrollPx = 22; ///< a row, while a lane is carried beyond the tree

} // namespace

LaneLabels::LaneLabels(TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_summaries(state)
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Lanes"));
    connect(&m_state, &TimelineState::layoutChanged, this, qOverload<>(&QWidget::update));
    connect(&m_state, &TimelineState::scrolled, this, qOverload<>(&QWidget::update));
    connect(&m_summaries, &HeadingSummaries::changed, this, qOverload<>(&QWidget::update));
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
        paintHead(painter, row);
    paintBandEdge(painter, rows, width() - 1, theme);
    painter.setClipRect(rect().adjusted(0, rows.bandHeight(), 0, 0));
    for (const scene::LayoutRow& row : rows.scrolled())
        paintHead(painter, row);
    painter.setClipping(false);
    paintDrop(painter);
}

void LaneLabels::paintHead(QPainter& painter, const scene::LayoutRow& row)
{
    const QString below =
        m_state.layout().isCollapsed(row.lane) ? m_summaries.kernelsOf(row.lane) : QString();
    paintRowHead(painter, headOf(row), *m_state.trace(), m_state.layout(), row, Theme::current(),
                 false, below);
}

void LaneLabels::paintDrop(QPainter& painter)
{
    if (!m_isCarrying)
        return;
    const QColor accent = Theme::current().color(Role::Accent);
    if (const scene::LayoutRow* own = m_state.layout().find({*m_pressed, 0})) {
        painter.setPen(QPen(accent, 1));
        painter.drawRect(headOf(*own).adjusted(0, 0, -2, -scene::kLaneGap));
    }
    if (m_drop)
        painter.fillRect(0, m_drop->y - kDropPx / 2, width() - 1, kDropPx, accent);
}

/// A lane goes between lanes of its heading, a heading between headings, neither into the pinned
/// rows or out of them.
std::optional<LaneLabels::Drop> LaneLabels::dropAt(QPoint at) const
{
    const scene::LayoutRow* row = rowAt(at);
    const scene::LaneLayout& layout = m_state.layout();
    const scene::LayoutRow* own = layout.find({*m_pressed, 0});
    if (row == nullptr || own == nullptr)
        return std::nullopt;
    const auto isPinnedRow = [&layout](const scene::LayoutRow& one) {
        return one.y < layout.pinnedHeight();
    };
    const std::size_t heading = layout.headingOf(*m_pressed);
    const bool isHeading = heading == *m_pressed;
    if (isPinnedRow(*row) != isPinnedRow(*own)
        || (!isHeading && layout.headingOf(row->lane) != heading))
        return std::nullopt;
    const std::size_t target = isHeading ? layout.headingOf(row->lane) : row->lane;
    // From the first to the last row of what it would stand beside.
    int top = row->y;
    int bottom = row->bottom();
    for (const scene::LayoutRow& one : layout.rows())
        if (isPinnedRow(one) == isPinnedRow(*row)
            && (one.lane == target || (isHeading && layout.headingOf(one.lane) == target))) {
            top = std::min(top, one.y);
            bottom = std::max(bottom, one.bottom());
        }
    const int shift = m_state.rows().yOf(*row) - row->y;
    const bool isBehind = at.y() >= (top + bottom) / 2 + shift;
    return Drop{target, isBehind, (isBehind ? bottom + scene::kLaneGap : top) + shift};
}

void LaneLabels::carryTo(QPoint at)
{
    if (!m_isCarrying && std::abs(at.y() - m_pressedAt.y()) < kLaneDragPx)
        return;
    if (!m_isCarrying)
        setFocus(Qt::MouseFocusReason); // for Esc
    m_isCarrying = true;
    setCursor(Qt::ClosedHandCursor);
    if (at.y() < m_state.rows().bandHeight())
        m_state.setScrollY(m_state.scrollY() - kScrollPx);
    else if (at.y() >= height())
        m_state.setScrollY(m_state.scrollY() + kScrollPx);
    m_drop = dropAt({at.x(), std::clamp(at.y(), 0, height() - 1)});
    update();
}

void LaneLabels::endCarry()
{
    m_pressed.reset();
    m_drop.reset();
    if (!m_isCarrying)
        return;
    m_isCarrying = false;
    unsetCursor();
    update();
}

void LaneLabels::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_isCarrying)
        endCarry();
    else
        QWidget::keyPressEvent(event);
}

const scene::LayoutRow* LaneLabels::rowAt(QPoint at) const
{
    return m_state.rowAt(at);
}

bool LaneLabels::isOnEdge(QPoint at) const
{
    return at.x() >= width() - kLabelEdgePx;
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
    if (row == nullptr)
        return;
    m_pressed = row->lane;
    m_pressedAt = at;
    if (!row->isFirst() || !m_state.layout().isCollapsible(row->lane))
        return;
    if (quietNote(headOf(*row), m_state.layout(), row->lane).contains(at)) {
        m_pressed.reset();
        m_state.toggleQuiet(row->lane);
        return;
    }
    const bool isBelowHeading = m_state.layout().headingOf(row->lane) != row->lane;
    if (arrowOf(headOf(*row), isBelowHeading ? 1 : 0).contains(at)) {
        m_pressed.reset();
        m_state.toggleLane(row->lane);
    }
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
    else if (m_pressed)
        carryTo(at);
    else if (isOnEdge(at))
        setCursor(Qt::SplitHCursor);
    else
        unsetCursor();
}

void LaneLabels::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_isResizing = false;
    const std::optional<Drop> drop = m_isCarrying ? m_drop : std::nullopt;
    const std::optional<std::size_t> lane = m_pressed;
    endCarry();
    if (drop && lane)
        m_state.moveLane(*lane, drop->target, drop->isBehind);
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

QString LaneLabels::tipOf(const scene::LayoutRow& row) const
{
    if (const scene::ChartLane* chart = m_state.chartOf(row)) {
        QString tip = QString::fromStdString(chart->label);
        if (chart->series)
            tip += QStringLiteral("\n") % tr("full height: ")
                   % seriesValue(*chart->series, chart->series->fullScale()) % QStringLiteral("\n")
                   % format::count(chart->series->time.size())
                   % (chart->series->kind == SeriesKind::Memory ? tr(" changes") : tr(" samples"));
        return tip;
    }
    const Lane& lane = *m_state.laneOf(row);
    QString tip = QString::fromStdString(lane.label);
    if (lane.eventCount > 0)
        tip += QStringLiteral("\n") % format::count(lane.eventCount)
               % (lane.eventCount == 1 ? tr(" event") : tr(" events"));
    if (lane.rows.size() > 1)
        tip += QStringLiteral(" in ") % format::count(lane.rows.size()) % tr(" rows");
    for (const QString& line : {m_summaries.classesOf(row.lane), m_summaries.kernelsOf(row.lane)})
        if (!line.isEmpty())
            tip += QStringLiteral("\n") % line;
    return tip;
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
    QString tip = tipOf(*row);
    if (quietNote(headOf(*row), m_state.layout(), row->lane).contains(help.pos()))
        tip = tr("Threads that neither call CUDA nor mark NVTX ranges.");
    QToolTip::showText(help.globalPos(), tip, this, headOf(*row));
    return true;
}

} // namespace nv
