// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/render/page_picture.h"

#include "core/report/finding_text.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace nv {

namespace {

constexpr QSize kSize(1280, 640);
constexpr QSize kSideSize(1280, 420); ///< of each of two
constexpr double kPixelRatio = 2;
constexpr DurationNs kBeside = 25; ///< the part of the window that is shown at either side of it

TimeRange withWhatLiesBeside(TimeRange window, TimeRange all)
{
    const DurationNs beside = window.length() / kBeside;
    const DurationNs before = std::min(beside, lengthBetween(all.begin, window.begin));
    const DurationNs after = std::min(beside, lengthBetween(window.end, all.end));
    return {window.begin - static_cast<Ns>(before), window.end + static_cast<Ns>(after)};
}

Result<PagePicture> inBothThemes(std::vector<SidePicture> pictures)
{
    PagePicture out;
    for (const SidePicture& one : pictures) {
        out.width = one.options.size.width();
        out.height += one.options.size.height();
    }
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        for (SidePicture& one : pictures)
            one.options.theme = mode;
        NV_TRY(png, stackedBytes(pictures));
        (mode == Theme::Mode::Light ? out.light : out.dark) = png.toStdString();
    }
    return out;
}

PictureOptions sideOptions(const FindingStage& stage, TimeRange view, const Window& window)
{
    PictureOptions options;
    options.size = kSize;
    options.pixelRatio = kPixelRatio;
    options.window = window;
    options.version = stage.version;
    options.isRedacted = stage.isRedacted;
    options.showsOnlyActive = true;
    if (!view.isEmpty())
        options.view = view;
    return options;
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
    return inBothThemes({{analysis, options}});
}

std::vector<SidePicture> findingPictures(const FindingStage& stage, const Finding& finding)
{
    PictureOptions first = sideOptions(stage, finding.view, windowOf(*stage.analysis, finding));
    first.event = eventOf(*stage.analysis->trace, finding);
    first.look = stage.look;
    if (!finding.other || !stage.other)
        return {{stage.analysis, std::move(first)}};
    PictureOptions second =
        sideOptions(stage, finding.other->view,
                    windowOf(*stage.other, finding.other->window, finding.other->source));
    first.size = second.size = kSideSize;
    return {{stage.analysis, std::move(first)}, {stage.other, std::move(second)}};
}

Result<QByteArray> stackedBytes(const std::vector<SidePicture>& pictures)
{
    if (pictures.size() == 1)
        return pictureBytes(pictures.front().analysis, pictures.front().options);
    std::vector<QImage> sides;
    QSize size(0, 0);
    for (const SidePicture& one : pictures) {
        NV_TRY(png, pictureBytes(one.analysis, one.options));
        sides.push_back(QImage::fromData(png, "PNG"));
        size = {std::max(size.width(), sides.back().width()),
                size.height() + sides.back().height()};
    }
    QImage whole(size, QImage::Format_RGB32);
    QBuffer bytes;
    if (!whole.isNull()) {
        QPainter painter(&whole);
        int top = 0;
        for (const QImage& side : sides) {
            painter.drawImage(0, top, side);
            top += side.height();
        }
    }
    if (whole.isNull() || !bytes.open(QIODevice::WriteOnly) || !whole.save(&bytes, "PNG"))
        return Error{Errc::Io, "The picture of the timelines could not be made.", {}};
    return bytes.data();
}

Result<PagePicture> pagePicture(const FindingStage& stage, const Finding& finding)
{
    return inBothThemes(findingPictures(stage, finding));
}

} // namespace nv
