// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/launch_arrow_painter.h"

#include "core/scene/event_view.h"
#include "ui/format.h"
#include "ui/render/strip_painter.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

constexpr double kHead = 5;    ///< length of a head, half of its width
constexpr int kMarksShown = 3; ///< of a graph launch the first ones stand for all
constexpr int kLabelLength = 24;

QPointF pointOf(const scene::ArrowEnd& end)
{
    return {end.x + 0.5, end.y + 0.5};
}

/// Leaves the call downwards or upwards and arrives flat, whichever side the operation is on.
QPainterPath curve(QPointF from, QPointF to)
{
    const double bend = std::clamp(std::abs(to.x() - from.x()) / 2, 12.0, 60.0);
    const double side = to.x() >= from.x() ? 1 : -1;
    QPainterPath path(from);
    path.cubicTo(from + QPointF(side * bend, 0), to - QPointF(side * bend, 0), to);
    return path;
}

/// A triangle whose tip is at `tip` and points to where the end lies.
QPolygonF triangle(QPointF tip, QPointF to)
{
    const QPointF across(-to.y(), to.x());
    return {{tip, tip - to * kHead + across * kHead, tip - to * kHead - across * kHead}};
}

QPointF directionOf(scene::Edge edge)
{
    switch (edge) {
    case scene::Edge::Left:
        return {-1, 0};
    case scene::Edge::Right:
        return {1, 0};
    case scene::Edge::Above:
        return {0, -1};
    case scene::Edge::Below:
        return {0, 1};
    case scene::Edge::None:
        break;
    }
    return {0, 0};
}

/// "gemm, 3.20 ms away"; what is only scrolled away is named.
QString markText(const TraceModel& trace, EventRef event, const scene::ArrowEnd& end)
{
    QString text = format::middle(fromUtf8(scene::labelOf(trace, event)), kLabelLength);
    if (end.distance > 0)
        text +=
            QStringLiteral(", %1 away").arg(format::duration(static_cast<double>(end.distance)));
    return text;
}

void paintMark(QPainter& painter, const QRect& room, const scene::ArrowEnd& end,
               const QString& text, const Theme& theme)
{
    const QPointF to = directionOf(end.edge);
    const QPointF tip = pointOf(end);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Role::Accent));
    painter.drawPolygon(triangle(tip, to));
    const QFontMetrics metrics = painter.fontMetrics();
    QRectF box(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height() + 2);
    box.moveCenter(
        tip
        - QPointF(to.x() * (box.width() / 2 + 2 * kHead), to.y() * (box.height() / 2 + 2 * kHead)));
    // Kept inside, whichever edge it belongs to.
    box.moveLeft(std::clamp<double>(box.left(), room.left() + 2,
                                    std::max(room.left() + 2.0, room.right() - box.width() - 2)));
    box.moveTop(std::clamp<double>(box.top(), room.top() + 2,
                                   std::max(room.top() + 2.0, room.bottom() - box.height() - 2)));
    painter.setBrush(theme.color(Role::Panel));
    painter.setPen(QPen(theme.color(Role::Accent), 1));
    painter.drawRect(box);
    painter.setPen(theme.color(Role::Text));
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace

void paintLaunchArrows(QPainter& painter, const QRect& room,
                       std::span<const scene::LaunchArrow> arrows, const TraceModel& trace,
                       const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(laneFont(1.0));
    int marks = 0;
    for (const scene::LaunchArrow& arrow : arrows) {
        const QPointF from = pointOf(arrow.from);
        const QPointF to = pointOf(arrow.to);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color(Role::Accent), 1.5));
        painter.drawPath(curve(from, to));
        if (arrow.to.edge == scene::Edge::None) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(Role::Accent));
            painter.drawPolygon(triangle(to, {to.x() >= from.x() ? 1.0 : -1.0, 0}));
        } else if (marks++ < kMarksShown) {
            paintMark(painter, room, arrow.to, markText(trace, arrow.op, arrow.to), theme);
        }
    }
    // All arrows leave the same call.
    if (!arrows.empty() && arrows.front().from.edge != scene::Edge::None)
        paintMark(painter, room, arrows.front().from,
                  markText(trace, arrows.front().call, arrows.front().from), theme);
    painter.restore();
}

} // namespace nv
