// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/strip_cache.h"

#include "core/scene/chart_strip.h"

#include <QPainter>

#include <cmath>

namespace nv {

namespace {

constexpr std::size_t kMostEntries = 96;
constexpr qint64 kBuildBudgetNs = 3'500'000; ///< of the 8 ms of a frame

} // namespace

bool isHeading(const TraceModel& trace, const scene::LaneLayout& layout, std::size_t lane)
{
    if (const scene::ChartLane* chart = layout.chart(lane))
        return chart->series == nullptr;
    return trace.lanes[lane].kind == LaneKind::Process;
}

void buildStrip(const TraceModel& trace, const AnalysisColors& colors, const scene::LayoutRow& row,
                const scene::ChartLane* chart, const scene::TimeScale& scale, int height,
                int labelPx, scene::StripScratch& scratch, scene::Strip& out)
{
    if (chart != nullptr) {
        if (chart->series)
            scene::buildChartStrip(*chart->series, scale, height, out);
        return;
    }
    const Lane& lane = trace.lanes[row.lane];
    if (lane.kind == LaneKind::Device)
        scene::buildClassStrip(colors, lane.device, scale, height, out);
    else
        scene::buildEventStrip(trace, lane, row.row, colors, scale, height, labelPx, scratch, out);
}

void paintPicture(QPainter& painter, const StripCache::Picture& picture,
                  const scene::TimeScale& scale, int top, WindowSide side)
{
    const QImage& image = side == WindowSide::Inside ? picture.image : picture.outside;
    if (image.isNull())
        return;
    if (picture.view == scale.view && image.width() == scale.width) {
        painter.drawImage(0, top, image);
        return;
    }
    // Only what both show: a picture stretched beyond the screen would cost its whole length.
    const TimeRange common = picture.view.intersect(scale.view);
    if (common.isEmpty())
        return;
    const scene::TimeScale own{picture.view, image.width()};
    const double height = image.height();
    const auto columns = [&common](const scene::TimeScale& of) {
        return std::pair(of.xOf(common.begin), of.xOf(common.end));
    };
    const auto [from, to] = columns(scale);
    const auto [sourceFrom, sourceTo] = columns(own);
    painter.drawImage(QRectF(from, top, to - from, height), image,
                      QRectF(sourceFrom, 0, sourceTo - sourceFrom, height));
}

void StripCache::open(AnalysisPtr analysis, const AnalysisColors* colors)
{
    m_analysis = std::move(analysis);
    m_colors = colors;
    m_painter.reset();
    m_entries.clear();
}

void StripCache::beginFrame(const scene::TimeScale& scale, double pixelRatio, Theme::Mode mode,
                            bool isHurried, bool showsOutside)
{
    m_sinceBegin.start();
    m_isHurried = isHurried;
    m_showsOutside = showsOutside;
    m_isBehind = false;
    m_scale = scale;
    m_built = 0;
    ++m_frame;
    const bool isSame =
        m_painter && m_painter->mode() == mode && m_painter->pixelRatio() == pixelRatio;
    if (isSame)
        return;
    m_painter = std::make_unique<StripPainter>(m_analysis->trace, mode, pixelRatio);
    m_entries.clear();
}

StripCache::Picture StripCache::picture(const scene::LayoutRow& row, int height,
                                        const scene::ChartLane* chart)
{
    Entry& entry = m_entries[{row.lane, row.row}];
    entry.usedIn = m_frame;
    const bool fits = entry.width == m_scale.width && entry.height == height
                      && !(m_showsOutside && entry.outside.isNull());
    if (fits && entry.view == m_scale.view)
        return {entry.image, entry.outside, entry.view};
    const bool mayWait = m_isHurried && m_built > 0;
    if (mayWait && m_sinceBegin.nsecsElapsed() > kBuildBudgetNs) {
        m_isBehind = true;
        return {entry.image, entry.outside, entry.view};
    }
    buildStrip(*m_analysis->trace, *m_colors, row, chart, m_scale, height,
               static_cast<int>(std::lround(kLabelPx * m_painter->pixelRatio())), m_scratch,
               m_strip);
    m_painter->render(m_strip, entry.image);
    if (m_showsOutside)
        m_painter->render(m_strip, entry.outside, WindowSide::Outside);
    else
        entry.outside = {};
    entry.view = m_scale.view;
    entry.width = m_scale.width;
    entry.height = height;
    ++m_built;
    return {entry.image, entry.outside, entry.view};
}

std::optional<StripCache::Picture> StripCache::kept(const scene::LayoutRow& row, int height) const
{
    const auto at = m_entries.find({row.lane, row.row});
    if (at == m_entries.end() || at->second.usedIn != m_frame || at->second.height != height)
        return std::nullopt;
    const Entry& entry = at->second;
    return std::optional<Picture>(std::in_place, Picture{entry.image, entry.outside, entry.view});
}

void StripCache::endFrame()
{
    if (m_entries.size() <= kMostEntries)
        return;
    std::erase_if(m_entries, [this](const auto& item) { return item.second.usedIn != m_frame; });
}

} // namespace nv
