// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_layout.h"
#include "ui/render/analysis_colors.h"
#include "ui/render/strip_painter.h"

#include <QElapsedTimer>
#include <QImage>

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace nv {

/// Pictures of rows, kept until view, size or colours change: hover, brush and selection repaint
/// without touching an event.  A *hurried* frame (on the screen, or while the view is dragged or
/// zoomed) builds rows only as long as its budget lasts and shows the others as they were, to be
/// stretched to the new view; the frames that follow catch up.
/// Shape: one image per visible row in device pixels.  Cost: a new row O(pixels · log n), a kept
/// one nothing.  Thread: GUI thread.
class StripCache
{
public:
    /// Forgets everything; null when nothing is open.
    void open(AnalysisPtr analysis, const AnalysisColors* colors);

    /// What all rows of a frame share.  `showsOutside`: a part of it lies outside the window.
    void beginFrame(const scene::TimeScale& scale, double pixelRatio, Theme::Mode mode,
                    bool isHurried = false, bool showsOutside = false);

    struct Picture
    {
        const QImage& image;   ///< null when a hurried frame had no time for a new row
        const QImage& outside; ///< the same as it looks outside the window; null: not known
        TimeRange view;        ///< what they show; not the frame's view when they are behind
    };

    /// `chart`: what is drawn where the row is no lane of the capture.
    Picture picture(const scene::LayoutRow& row, int height,
                    const scene::ChartLane* chart = nullptr);
    /// What this frame has of a row already; nothing is built.
    std::optional<Picture> kept(const scene::LayoutRow& row, int height) const;
    /// Drops rows that this frame did not ask for, once there are many.
    void endFrame();

    std::size_t builtInFrame() const { return m_built; }

    /// Some rows of this frame are behind: paint again.
    bool isBehind() const { return m_isBehind; }

private:
    struct Entry
    {
        QImage image;
        QImage outside;
        TimeRange view;
        int width = 0;
        int height = 0;
        std::uint64_t usedIn = 0;
    };

    AnalysisPtr m_analysis;
    const AnalysisColors* m_colors = nullptr;
    std::unique_ptr<StripPainter> m_painter;
    scene::TimeScale m_scale;
    std::map<std::pair<std::size_t, std::size_t>, Entry> m_entries; ///< by (lane, sub-row)
    scene::StripScratch m_scratch;
    scene::Strip m_strip;
    std::uint64_t m_frame = 0;
    std::size_t m_built = 0;
    QElapsedTimer m_sinceBegin;
    bool m_isHurried = false;
    bool m_showsOutside = false;
    bool m_isBehind = false;
};

/// Paints a row's picture on `scale`, which is its own or, when it is behind, another: then
/// stretched.
void paintPicture(QPainter& painter, const StripCache::Picture& picture,
                  const scene::TimeScale& scale, int top, WindowSide side = WindowSide::Inside);

/// Builds the strip of any row: events, the classes of a device, or a chart.
void buildStrip(const TraceModel& trace, const AnalysisColors& colors, const scene::LayoutRow& row,
                const scene::ChartLane* chart, const scene::TimeScale& scale, int height,
                int labelPx, scene::StripScratch& scratch, scene::Strip& out);

/// Whether a row shows nothing but that it is a heading.
bool isHeading(const TraceModel& trace, const scene::LaneLayout& layout, std::size_t lane);

inline constexpr int kLabelPx = 24; ///< narrower spans carry no text

} // namespace nv
