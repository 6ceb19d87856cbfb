// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/picture.h"

#include "core/scene/event_view.h"
#include "core/scene/lane_activity.h"
#include "core/scene/view_range.h"
#include "core/sources/nsys_sqlite/series_reading.h"
#include "ui/format.h"
#include "ui/render/row_painter.h"
#include "ui/render/strip_cache.h"
#include "ui/render/svg_page.h"
#include "ui/render/time_axis.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace nv {

namespace {

constexpr int kHeadWidth = 220;
constexpr int kCaptionHeight = 24;
constexpr int kOutline = 2;
constexpr int kPdfScale = 4; ///< text is laid out four times finer than a point
constexpr QSize kLeast(320, 160);
constexpr QSize kMost(16384, 16384);

class PicturePainter
{
public:
    PicturePainter(const AnalysisPtr& analysis, const PictureOptions& options, double pixelRatio)
        : m_analysis(analysis)
        , m_trace(*analysis->trace)
        , m_options(options)
        , m_theme(Theme::of(options.theme))
        , m_colors(analysis, options.look ? options.look->colors : ColorChoice{})
        , m_ratio(pixelRatio)
        , m_strips(analysis->trace, options.theme, pixelRatio)
        , m_layout(options.look ? options.look->lanes : lanesAtFirst(*analysis->trace))
        , m_window(options.window ? *options.window : defaultWindow(*analysis))
        , m_lanes(kHeadWidth, kAxisHeight, options.size.width() - kHeadWidth,
                  options.size.height() - kAxisHeight - kCaptionHeight)
    {
        m_scale = {viewOf(*analysis, options), m_lanes.width()};
        chooseDensity();
        showEvent();
    }

    /// `isVector`: rectangles and texts; else rows as pixels.
    void paint(QPainter& painter, bool isVector)
    {
        painter.fillRect(QRect(QPoint(0, 0), m_options.size), m_theme.color(Role::Background));
        const QRect axis(kHeadWidth, 0, m_lanes.width(), kAxisHeight);
        painter.fillRect(0, 0, kHeadWidth, kAxisHeight, m_theme.color(Role::Panel));
        paintAxis(painter, axis, m_scale, m_theme);
        paintSteps(painter, axis, m_scale, m_analysis->steady, m_theme);
        paintWindowBar(painter, axis, m_scale, m_window, windowName(m_window, m_analysis->steady),
                       m_theme);
        painter.save();
        painter.setClipRect(QRect(0, m_lanes.top(), m_options.size.width(), m_lanes.height()));
        for (const scene::LayoutRow& row : m_layout.rows())
            if (row.bottom() <= m_lanes.height())
                paintRow(painter, row, isVector);
        nv::paintWindow(painter, m_lanes, m_scale, m_window.range, m_theme);
        m_outside = outsideOf(m_lanes, m_scale, m_window.range);
        for (const scene::LayoutRow& row : m_layout.rows())
            if (row.bottom() <= m_lanes.height() && (isVector || !m_outside.isEmpty()))
                paintOver(painter, row, isVector);
        painter.restore();
        paintEvent(painter);
        painter.fillRect(kHeadWidth - 1, 0, 1, m_lanes.bottom() + 1, m_theme.color(Role::Line));
        paintCaption(painter);
    }

private:
    static TimeRange viewOf(const Analysis& analysis, const PictureOptions& options)
    {
        if (options.view && !options.view->isEmpty())
            return *options.view;
        const TimeRange all = allWindow(analysis).range;
        return scene::ViewRange(all.isEmpty() ? analysis.trace->extent : all).current();
    }

    void chooseDensity()
    {
        for (const auto density :
             {scene::RowDensity::Tall, scene::RowDensity::Normal, scene::RowDensity::Compact}) {
            m_layout.setDensity(density);
            if (m_layout.height() <= m_lanes.height())
                return;
        }
        if (!m_options.showsOnlyActive || m_layout.inactiveCount() > 0)
            return;
        m_layout.setActivity(scene::laneActivity(m_trace, m_window.range));
        if (m_layout.inactiveCount() > 0)
            chooseDensity();
    }

    LanePlace eventPlace() const
    {
        return m_options.event ? placeOf(m_trace, *m_options.event) : LanePlace();
    }

    /// The row of the event, whatever its lane does in the window; at the top where it would be cut.
    void showEvent()
    {
        const LanePlace place = eventPlace();
        if (place.isNone())
            return;
        m_layout.reveal(place);
        if (const scene::LayoutRow* row = m_layout.find(place);
            row != nullptr && row->bottom() > m_lanes.height())
            m_layout.setPinned(place.lane, true);
    }

    void paintEvent(QPainter& painter)
    {
        const LanePlace place = eventPlace();
        const scene::LayoutRow* row = place.isNone() ? nullptr : m_layout.find(place);
        if (row == nullptr || row->bottom() > m_lanes.height())
            return;
        painter.save();
        painter.setClipRect(m_lanes);
        painter.setPen(QPen(m_theme.color(Role::Accent), kOutline));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(boxOfEvent(*row));
        painter.restore();
    }

    QRectF boxOfEvent(const scene::LayoutRow& row) const
    {
        const TimeRange range = scene::rangeOf(m_trace, *m_options.event);
        const double left = m_scale.xOf(range.begin);
        const double width = std::max<double>(kOutline, m_scale.xOf(range.end) - left);
        return {m_lanes.left() + left, static_cast<double>(m_lanes.top() + row.y), width,
                static_cast<double>(row.height)};
    }

    void paintRow(QPainter& painter, const scene::LayoutRow& row, bool isVector)
    {
        const int top = m_lanes.top() + row.y;
        painter.fillRect(m_lanes.left(), top + row.height, m_lanes.width(), 1,
                         m_theme.color(Role::AltRow));
        paintRowHead(painter, {0, top, kHeadWidth, row.height + scene::kLaneGap}, m_trace, m_layout,
                     row, m_theme, m_options.isRedacted);
        if (isHeading(m_trace, m_layout, row.lane)) {
            painter.fillRect(m_lanes.left(), top, m_lanes.width(), row.height,
                             m_theme.color(Role::AltRow));
            return;
        }
        buildRow(row);
        painter.save();
        moveTo(painter, row);
        if (isVector) {
            m_strips.paintRects(m_strip, painter); // its names come over the window
        } else {
            m_strips.render(m_strip, m_image);
            painter.drawImage(0, 0, m_image);
        }
        painter.restore();
    }

    int toDevice(int logical) const { return static_cast<int>(std::lround(logical * m_ratio)); }

    void buildRow(const scene::LayoutRow& row)
    {
        const int top = m_lanes.top() + row.y;
        const scene::TimeScale scale{m_scale.view, toDevice(m_lanes.width())};
        buildStrip(m_trace, m_colors, row, m_layout.chart(row.lane), scale,
                   toDevice(top + row.height) - toDevice(top), toDevice(kLabelPx), m_scratch,
                   m_strip);
    }

    /// From here on strips are painted where the row is.
    void moveTo(QPainter& painter, const scene::LayoutRow& row) const
    {
        painter.translate(m_lanes.left(), m_lanes.top() + row.y);
        painter.scale(1 / m_ratio, 1 / m_ratio);
    }

    /// Over what the window dims: names that still read, and the event that is shown as it is.
    void paintOver(QPainter& painter, const scene::LayoutRow& row, bool isVector)
    {
        if (isHeading(m_trace, m_layout, row.lane))
            return;
        buildRow(row);
        const bool hasEvent = m_options.event && m_layout.find(eventPlace()) == &row;
        painter.save();
        if (isVector) {
            if (hasEvent)
                painter.fillRect(boxOfEvent(row),
                                 QColor(m_strips.rgb(m_colors.colorOf(*m_options.event))));
            moveTo(painter, row);
            m_strips.paintLabels(m_strip, painter, [this](const scene::StripLabel& label) {
                const bool isShown = m_options.event && label.event == *m_options.event;
                const QPoint begin(m_lanes.left() + label.x, m_lanes.top());
                return isShown || !m_outside.contains(begin) ? WindowSide::Inside
                                                             : WindowSide::Outside;
            });
        } else {
            const QRegion shown = hasEvent ? m_outside & boxOfEvent(row).toRect() : QRegion();
            for (const auto& [side, where] : {std::pair(WindowSide::Outside, m_outside - shown),
                                              std::pair(WindowSide::Inside, shown)}) {
                if (where.isEmpty())
                    continue;
                m_strips.render(m_strip, m_image, side);
                painter.save();
                painter.setClipRegion(where, Qt::IntersectClip);
                moveTo(painter, row);
                painter.drawImage(0, 0, m_image);
                painter.restore();
            }
        }
        painter.restore();
    }

    std::size_t hiddenRows() const
    {
        return static_cast<std::size_t>(std::count_if(
            m_layout.rows().begin(), m_layout.rows().end(),
            [this](const scene::LayoutRow& row) { return row.bottom() > m_lanes.height(); }));
    }

    QString whatIsMissing() const
    {
        QStringList parts;
        if (const std::size_t hidden = hiddenRows(); hidden > 0)
            parts << (QStringLiteral("+") % format::count(hidden) % QStringLiteral(" rows below"));
        if (const std::size_t idle = m_layout.inactiveCount(); idle > 0)
            parts << (format::count(idle) % QStringLiteral(" lanes idle in the window not shown"));
        return parts.join(QStringLiteral(", "));
    }

    void paintCaption(QPainter& painter)
    {
        const QRect area(0, m_options.size.height() - kCaptionHeight, m_options.size.width(),
                         kCaptionHeight);
        painter.fillRect(area, m_theme.color(Role::Panel));
        painter.fillRect(area.left(), area.top(), area.width(), 1, m_theme.color(Role::Line));
        painter.setFont(laneFont(1.0));
        QRect room = area.adjusted(8, 0, -8, 0);
        if (const QString more = whatIsMissing(); !more.isEmpty()) {
            painter.setPen(m_theme.color(Role::TextMuted));
            painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, more);
            room.setRight(room.right() - painter.fontMetrics().horizontalAdvance(more) - 16);
        }
        painter.setPen(m_theme.color(Role::Text));
        const QString caption = pictureCaption(*m_analysis, m_window, m_options.version);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(caption, Qt::ElideMiddle, room.width()));
    }

    AnalysisPtr m_analysis;
    const TraceModel& m_trace;
    const PictureOptions& m_options;
    const Theme& m_theme;
    AnalysisColors m_colors;
    double m_ratio;
    StripPainter m_strips;
    scene::LaneLayout m_layout;
    Window m_window;
    QRect m_lanes;
    QRegion m_outside; ///< of the lanes, what the window leaves
    scene::TimeScale m_scale;
    scene::StripScratch m_scratch;
    scene::Strip m_strip;
    QImage m_image;
};

bool writePngTo(QIODevice& out, const AnalysisPtr& analysis, const PictureOptions& options)
{
    const double ratio = options.pixelRatio;
    QImage image((QSizeF(options.size) * ratio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return false;
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    PicturePainter(analysis, options, ratio).paint(painter, false);
    painter.end();
    return image.save(&out, "PNG");
}

bool writePng(QSaveFile& file, const AnalysisPtr& analysis, const PictureOptions& options)
{
    return writePngTo(file, analysis, options);
}

bool writeSvg(QSaveFile& file, const AnalysisPtr& analysis, const PictureOptions& options)
{
    QSvgGenerator generator;
    setUpSvg(generator, file, options.size,
             QString::fromStdString(analysis->trace->capture.fileName));
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    PicturePainter(analysis, options, 1).paint(painter, true);
    return painter.end();
}

bool writePdf(QSaveFile& file, const AnalysisPtr& analysis, const PictureOptions& options)
{
    QPdfWriter writer(&file);
    writer.setPageSize(
        QPageSize(QSizeF(options.size), QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(72 * kPdfScale);
    writer.setTitle(QString::fromStdString(analysis->trace->capture.fileName));
    QPainter painter;
    if (!painter.begin(&writer))
        return false;
    painter.scale(kPdfScale, kPdfScale);
    PicturePainter(analysis, options, 1).paint(painter, true);
    return painter.end();
}

Status checkSize(QSize size)
{
    if (size.width() < kLeast.width() || size.height() < kLeast.height()
        || size.width() > kMost.width() || size.height() > kMost.height())
        return Error{
            Errc::BadArgument, "A picture must be between 320x160 and 16384x16384 pixels.", {}};
    return Nothing{};
}

Error cannotWrite(const PictureOptions& options, const QString& why)
{
    const QString message = QStringLiteral("The picture \"") % options.path
                            % QStringLiteral("\" cannot be written: ") % why % QStringLiteral(".");
    return {Errc::Io, message.toStdString(), options.path.toStdString()};
}

} // namespace

scene::LaneLayout lanesAtFirst(const TraceModel& trace)
{
    scene::LaneLayout layout(trace.lanes);
    if (const Result<SeriesSet> series = nsys::readSeries(trace, {}))
        layout.setCharts(scene::chartLanes(series.value()));
    return layout;
}

Result<QByteArray> pictureBytes(const AnalysisPtr& analysis, const PictureOptions& options)
{
    if (Status possible = checkSize(options.size); !possible)
        return possible.error();
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly) || !writePngTo(buffer, analysis, options))
        return Error{Errc::Io, "The picture of the timeline could not be made.", {}};
    return buffer.data();
}

Status renderPicture(const AnalysisPtr& analysis, const PictureOptions& options)
{
    if (Status possible = checkSize(options.size); !possible)
        return possible;
    const QString extension = QFileInfo(options.path).suffix().toLower();
    auto* const write = extension == QLatin1String("png")   ? &writePng
                        : extension == QLatin1String("svg") ? &writeSvg
                        : extension == QLatin1String("pdf") ? &writePdf
                                                            : nullptr;
    if (write == nullptr)
        return Error{Errc::BadArgument,
                     "A picture is a .png, .svg or .pdf file; the name \""
                         + options.path.toStdString() + "\" says neither.",
                     {}};
    QSaveFile file(options.path);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(options, file.errorString());
    if (!write(file, analysis, options) || file.error() != QFileDevice::NoError) {
        const QString why = file.error() == QFileDevice::NoError
                                ? QStringLiteral("the picture could not be made")
                                : file.errorString();
        file.cancelWriting();
        return cannotWrite(options, why);
    }
    if (!file.commit())
        return cannotWrite(options, file.errorString());
    return Nothing{};
}

} // namespace nv
