// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_steps.h"
#include "app/offscreen_gui.h"
#include "app/output_files.h"
#include "ui/render/picture.h"

namespace nv {
namespace {

Result<std::optional<TimeRange>> viewOf(const Options& options, const TraceModel& trace)
{
    if (options.view.empty())
        return std::optional<TimeRange>();
    NV_TRY(filter, parseTimeFilter(options.view));
    const TimeRange view{filter.begin.value_or(trace.all.begin),
                         filter.end.value_or(trace.all.end)};
    if (view.isEmpty())
        return Error{Errc::BadArgument,
                     "--view " + options.view + " is empty: its start is not before its end.",
                     {}};
    return std::optional<TimeRange>(view);
}

} // namespace

Status runRender(const Options& options, const std::stop_token& stop)
{
    if (Status writable = checkTargets({options.output}, options.trace); !writable)
        return writable;
    NV_TRY(analysis, openAnalysis(options, stop));
    NV_TRY(window, windowOf(options, *analysis));
    NV_TRY(view, viewOf(options, *analysis->trace));
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};

    const OffscreenGui gui;
    PictureOptions picture;
    picture.path = QString::fromStdString(options.output);
    picture.size = QSize(options.size.width, options.size.height);
    picture.theme = options.dark ? Theme::Mode::Dark : Theme::Mode::Light;
    picture.view = view;
    picture.window = window;
    picture.version = QStringLiteral(NV_VERSION);
    picture.isRedacted = options.redact;
    Status drawn = renderPicture(analysis, picture);
    keepForNextTime(*analysis, options, stop);
    return drawn;
}

} // namespace nv
