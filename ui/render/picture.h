// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/trace/lane.h"
#include "ui/render/timeline_look.h"
#include "ui/theme.h"

#include <QSize>
#include <QString>

#include <optional>

class QPainter;

namespace nv {

/// The timeline as a file for a review: the same scene as on the screen, with a caption line.
/// Shape: PNG, SVG or PDF by the extension of `path`; axis, lanes, window, caption from top to
/// bottom.  Rows are as high as they can be and still all fit; what does not fit is counted.
/// Errors: BadArgument for an extension or size that cannot be; Io when the file cannot be written,
/// in which case nothing is left behind (it is written under another name and renamed).
/// Thread: any thread with a QGuiApplication in the process; needs no display.
struct PictureOptions
{
    QString path;
    QSize size{1280, 720};
    Theme::Mode theme = Theme::Mode::Light;
    std::optional<TimeRange> view; ///< the whole of the window `all` when absent
    std::optional<Window> window;  ///< the default window when absent
    QString version;               ///< of the program, for the caption
    double pixelRatio = 1;         ///< of PNG: device pixels per pixel of `size`
    bool isRedacted = false;       ///< without names of processes and threads
    std::optional<EventRef> event; ///< outlined as a selection is
    bool showsOnlyActive =
        false; ///< where not all lanes fit, those that do nothing in the window go
    /// Lanes and colours as somebody chose them for this trace; absent: as they are at first.
    std::optional<TimelineLook> look{};
};

/// The lanes of a trace as they are at first, with the charts of the file, where it has any; a file
/// that cannot be read has none.
scene::LaneLayout lanesAtFirst(const TraceModel& trace);

Status renderPicture(const AnalysisPtr& analysis, const PictureOptions& options);
/// The bytes of a PNG; `path` does not matter.
Result<QByteArray> pictureBytes(const AnalysisPtr& analysis, const PictureOptions& options);

/// The caption of a picture: trace, window, verdict, version.
QString pictureCaption(const Analysis& analysis, const Window& window, const QString& version);

} // namespace nv
