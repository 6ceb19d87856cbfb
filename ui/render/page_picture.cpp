// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/page_picture.h"

#include "core/report/finding_text.h"

namespace nv {

namespace {

constexpr QSize kSize(1280, 640);
constexpr double kPixelRatio = 2;
constexpr DurationNs kBeside = 25; ///< the part of the window that is shown at either side of it

TimeRange withWhatLiesBeside(TimeRange window, TimeRange all)
{
    const DurationNs beside = window.length() / kBeside;
    const DurationNs before = std::min(beside, lengthBetween(all.begin, window.begin));
    const DurationNs after = std::min(beside, lengthBetween(window.end, all.end));
    return {window.begin - static_cast<Ns>(before), window.end + static_cast<Ns>(after)};
}

Result<PagePicture> inBothThemes(const AnalysisPtr& analysis, PictureOptions options)
{
    PagePicture out;
    out.width = options.size.width();
    out.height = options.size.height();
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        options.theme = mode;
        NV_TRY(png, pictureBytes(analysis, options));
        (mode == Theme::Mode::Light ? out.light : out.dark) = png.toStdString();
    }
    return out;
}

} // namespace

Result<PagePicture> pagePicture(const AnalysisPtr& analysis, const Window& window,
                                const QString& version, bool isRedacted,
                                const std::optional<TimelineLook>& look)
{
    PictureOptions options;
    options.size = kSize;
    options.pixelRatio = kPixelRatio;
    options.window = window;
    options.version = version;
    options.isRedacted = isRedacted;
    options.look = look;
    if (!window.range.isEmpty())
        options.view = withWhatLiesBeside(window.range, analysis->trace->extent);
    return inBothThemes(analysis, options);
}

PictureOptions findingPicture(const Analysis& analysis, const Finding& finding,
                              const QString& version, bool isRedacted)
{
    PictureOptions options;
    options.size = kSize;
    options.pixelRatio = kPixelRatio;
    options.window = windowOf(analysis, finding);
    options.version = version;
    options.isRedacted = isRedacted;
    options.event = eventOf(*analysis.trace, finding);
    options.showsOnlyActive = true;
    if (!finding.view.isEmpty())
        options.view = finding.view;
    return options;
}

Result<PagePicture> pagePicture(const AnalysisPtr& analysis, const Finding& finding,
                                const QString& version, bool isRedacted)
{
    return inBothThemes(analysis, findingPicture(*analysis, finding, version, isRedacted));
}

} // namespace nv
