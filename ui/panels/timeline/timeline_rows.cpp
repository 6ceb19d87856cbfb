// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/event_view.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/render/time_axis.h"

#include <QBackingStore>
#include <QPaintEngine>
#include <QPainter>
#include <QTimer>

#include <cmath>

/// The rows of the canvas: from pictures kept per row, inside and outside the window.
namespace nv {

/// A picture of the widget is complete; what goes to the screen may be completed by the next frame.
bool TimelineCanvas::isOnScreen(const QPainter& painter) const
{
    QBackingStore* store = backingStore();
    return store != nullptr && painter.paintEngine() != nullptr
           && painter.paintEngine()->paintDevice() == store->paintDevice();
}

/// Rows that scroll end below the pinned ones.
QRect TimelineCanvas::roomOf(const scene::LayoutRow& row) const
{
    const int band = m_state.rows().bandHeight();
    return row.y < band ? QRect(0, 0, width(), band) : rect().adjusted(0, band, 0, 0);
}

void TimelineCanvas::paintRows(QPainter& painter)
{
    // Of what is painted on: a picture of the widget may be finer than the screen.
    const double ratio = painter.device()->devicePixelRatioF();
    const scene::TimeScale scale{m_state.document().view().current(),
                                 static_cast<int>(std::lround(width() * ratio))};
    m_cache.beginFrame(
        scale, ratio, Theme::current().mode(),
        m_state.document().view().isTransient() || isOnScreen(painter),
        !outsideOf(rect(), m_state.scale(), m_state.document().window().range).isEmpty());
    const scene::LaneViewport rows = m_state.rows();
    const auto pinned = rows.pinned();
    const auto scrolled = rows.scrolled();
    const std::size_t count = pinned.size() + scrolled.size();
    for (std::size_t i = 0; i < count; ++i) {
        // Each hurried frame begins where the last one ran out of time.
        const std::size_t at = (i + m_firstRow) % count;
        paintRow(painter, at < pinned.size() ? pinned[at] : scrolled[at - pinned.size()], scale,
                 ratio);
    }
    m_cache.endFrame();
    m_firstRow = m_cache.isBehind() ? m_firstRow + m_cache.builtInFrame() : 0;
    if (m_cache.isBehind())
        QTimer::singleShot(0, this, qOverload<>(&QWidget::update));
}

/// First line of a row and the one below it, in device pixels.
std::pair<int, int> TimelineCanvas::linesOf(const scene::LayoutRow& row, double ratio) const
{
    const int y = m_state.rows().yOf(row);
    return {static_cast<int>(std::lround(y * ratio)),
            static_cast<int>(std::lround((y + row.height) * ratio))};
}

void TimelineCanvas::paintRow(QPainter& painter, const scene::LayoutRow& row,
                              const scene::TimeScale& scale, double ratio)
{
    const auto [top, bottom] = linesOf(row, ratio);
    painter.save();
    painter.setClipRect(roomOf(row));
    painter.scale(1 / ratio, 1 / ratio); // strips are made of device pixels
    if (isHeading(*m_state.trace(), m_state.layout(), row.lane))
        painter.fillRect(0, top, scale.width, bottom - top, Theme::current().color(Role::AltRow));
    else
        paintPicture(painter, m_cache.picture(row, bottom - top, m_state.chartOf(row)), scale, top);
    // A faint line under each row leads the eye from its name.
    painter.fillRect(0, bottom, scale.width, 1, Theme::current().color(Role::AltRow));
    painter.restore();
}

/// What lies outside the window is dimmed with names that still read; what is selected is not.
void TimelineCanvas::paintOutside(QPainter& painter)
{
    const QRegion outside = outsideOf(rect(), m_state.scale(), m_state.document().window().range);
    if (outside.isEmpty())
        return;
    const scene::LaneViewport rows = m_state.rows();
    for (const auto& part : {rows.pinned(), rows.scrolled()})
        for (const scene::LayoutRow& row : part)
            paintAgain(painter, row, outside & roomOf(row), WindowSide::Outside);
    const std::optional<EventRef> selected = m_state.document().selection();
    if (const scene::LayoutRow* row = selected ? rowOf(*selected) : nullptr; row != nullptr)
        paintAgain(painter, *row, outside & roomOf(*row) & boxOf(*selected, *row),
                   WindowSide::Inside);
}

/// Rows of this frame are kept: nothing is built here.
void TimelineCanvas::paintAgain(QPainter& painter, const scene::LayoutRow& row,
                                const QRegion& where, WindowSide side)
{
    if (where.isEmpty() || isHeading(*m_state.trace(), m_state.layout(), row.lane))
        return;
    const double ratio = painter.device()->devicePixelRatioF();
    const auto [top, bottom] = linesOf(row, ratio);
    const std::optional<StripCache::Picture> kept = m_cache.kept(row, bottom - top);
    if (!kept)
        return;
    const scene::TimeScale scale{m_state.document().view().current(),
                                 static_cast<int>(std::lround(width() * ratio))};
    painter.save();
    painter.setClipRegion(where);
    painter.scale(1 / ratio, 1 / ratio);
    paintPicture(painter, *kept, scale, top, side);
    painter.restore();
}

} // namespace nv
