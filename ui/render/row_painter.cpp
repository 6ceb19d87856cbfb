// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/row_painter.h"

#include "ui/format.h"
#include "ui/render/strip_painter.h"
#include "ui/series_text.h"

#include <QPainter>
#include <QPainterPath>

namespace nv {

namespace {

constexpr int kIndentPx = 14;
constexpr int kArrowPx = 16;
constexpr int kPinPx = 3;
constexpr int kBandEdgePx = 2;

void paintArrow(QPainter& painter, const QRect& box, bool isCollapsed, const QColor& color)
{
    const QPointF c = QRectF(box).center();
    QPainterPath path;
    if (isCollapsed) {
        path.moveTo(c.x() - 2, c.y() - 4);
        path.lineTo(c.x() + 3, c.y());
        path.lineTo(c.x() - 2, c.y() + 4);
    } else {
        path.moveTo(c.x() - 4, c.y() - 2);
        path.lineTo(c.x() + 4, c.y() - 2);
        path.lineTo(c.x(), c.y() + 3);
    }
    path.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.fillPath(path, color);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QString counted(std::size_t n, const char* what)
{
    return format::count(n) % QLatin1Char(' ') % QString::fromUtf8(what)
           % (n == 1 ? QString() : QStringLiteral("s"));
}

/// What a head says at its right: lanes or rows that are hidden, quiet threads, the full scale of a
/// chart.
QString noteText(const scene::LaneLayout& layout, std::size_t lane, bool isHeading)
{
    if (const scene::ChartLane* chart = layout.chart(lane); chart != nullptr && chart->series)
        return seriesValue(*chart->series, chart->series->fullScale());
    if (const std::size_t hidden = layout.hiddenBelow(lane); hidden > 0)
        return QStringLiteral("+") % counted(hidden, isHeading ? "lane" : "row");
    const std::size_t quiet = layout.quietCount(lane);
    if (quiet == 0)
        return {};
    return (layout.showsQuiet(lane) ? QStringLiteral("hide ") : QStringLiteral("+"))
           % format::count(quiet) % QStringLiteral(" quiet");
}

/// A pinned lane stands without its heading: of a stream its device, of records their process.  A
/// thread says whose it is by its own name and number.
QString pinnedLabel(const TraceModel& trace, const scene::LaneLayout& layout, std::size_t lane,
                    bool isRedacted)
{
    if (const scene::ChartLane* chart = layout.chart(lane)) {
        QString own = QString::fromStdString(chart->label);
        if (chart->depth == 0)
            return own;
        const QString whose = QString::fromStdString(layout.chart(layout.headingOf(lane))->label);
        return whose.section(QStringLiteral(" \u00b7 "), 0, 0) % QStringLiteral(" \u00b7 ") % own;
    }
    const Lane& pinned = trace.lanes[lane];
    QString own = laneLabel(trace, pinned, isRedacted);
    std::size_t heading = lane;
    while (heading > 0 && trace.lanes[heading].depth > 0)
        --heading;
    if (pinned.depth == 0 || !pinned.thread.isNone())
        return own;
    // "GPU 0 · NVIDIA H100": the number is enough.
    const QString whose = laneLabel(trace, trace.lanes[heading], isRedacted);
    return whose.section(QStringLiteral(" \u00b7 "), 0, 0) % QStringLiteral(" \u00b7 ") % own;
}

} // namespace

QString laneLabel(const TraceModel& trace, const Lane& lane, bool isRedacted)
{
    const bool namesSomebody = lane.kind == LaneKind::Process || !lane.thread.isNone();
    if (!isRedacted || !namesSomebody || lane.process.isNone())
        return QString::fromStdString(lane.label);
    if (lane.kind == LaneKind::Process)
        return QStringLiteral("process ") % QString::number(trace.processes[lane.process()].pid);
    const char* what = lane.kind == LaneKind::Ranges  ? " \u00b7 NVTX"
                       : lane.kind == LaneKind::Calls ? " \u00b7 CUDA API"
                                                      : " \u00b7 OS runtime";
    return QStringLiteral("thread ") % QString::number(trace.threads[lane.thread()].tid)
           % QString::fromUtf8(what);
}

QRect arrowOf(const QRect& head, int depth)
{
    return {head.left() + 2 + depth * kIndentPx, head.top(), kArrowPx, head.height()};
}

QRect quietNote(const QRect& head, const scene::LaneLayout& layout, std::size_t lane)
{
    if (layout.quietCount(lane) == 0 || layout.isCollapsed(lane))
        return {};
    const int width =
        QFontMetrics(laneFont(1.0)).horizontalAdvance(noteText(layout, lane, true)) + 12;
    return {head.right() - width + 1, head.top(), width, head.height()};
}

void paintRowHead(QPainter& painter, const QRect& head, const TraceModel& trace,
                  const scene::LaneLayout& layout, const scene::LayoutRow& row, const Theme& theme,
                  bool isRedacted, const QString& below)
{
    const scene::ChartLane* chart = layout.chart(row.lane);
    const int depth = chart != nullptr ? chart->depth : trace.lanes[row.lane].depth;
    const bool isHeading = depth == 0;
    painter.fillRect(head, theme.color(isHeading ? Role::AltRow : Role::Panel));
    if (row.y < layout.pinnedHeight())
        painter.fillRect(head.left(), head.top(), kPinPx, row.height, theme.color(Role::Accent));
    if (!row.isFirst())
        return;
    const QRect arrow = arrowOf(head, depth);
    if (layout.isCollapsible(row.lane))
        paintArrow(painter, arrow, layout.isCollapsed(row.lane), theme.color(Role::TextMuted));
    QRect room = head;
    room.setLeft(arrow.right() + 3);
    room.setRight(head.right() - 6);
    QFont font = laneFont(1.0);
    font.setBold(isHeading && (chart == nullptr || chart->series == nullptr));
    const int line = QFontMetrics(font).height();
    const bool hasBelow = !below.isEmpty() && room.height() >= 2 * line;
    if (hasBelow) { // two lines about the middle
        room.setTop(room.top() + (room.height() - 2 * line) / 2);
        room.setHeight(line);
    }
    const QString note = noteText(layout, row.lane, isHeading);
    if (!note.isEmpty()) {
        const bool isLink = !quietNote(head, layout, row.lane).isNull();
        painter.setFont(laneFont(1.0));
        painter.setPen(theme.color(isLink ? Role::Accent : Role::TextMuted));
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, note);
        room.setRight(room.right() - painter.fontMetrics().horizontalAdvance(note) - 8);
    }
    painter.setFont(font);
    painter.setPen(theme.color(Role::Text));
    const QString name = layout.isPinned(row.lane)
                             ? pinnedLabel(trace, layout, row.lane, isRedacted)
                         : chart != nullptr ? QString::fromStdString(chart->label)
                                            : laneLabel(trace, trace.lanes[row.lane], isRedacted);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(name, Qt::ElideMiddle, room.width()));
    if (!hasBelow)
        return;
    room.translate(0, line);
    room.setRight(head.right() - 6);
    painter.setFont(laneFont(1.0));
    painter.setPen(theme.color(Role::TextMuted));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(below, Qt::ElideRight, room.width()));
}

void paintBandEdge(QPainter& painter, const scene::LaneViewport& rows, int width,
                   const Theme& theme)
{
    if (rows.bandHeight() > 0)
        painter.fillRect(0, rows.bandHeight() - kBandEdgePx, width, kBandEdgePx,
                         theme.color(Role::Line));
}

} // namespace nv
