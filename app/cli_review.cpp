// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_steps.h"
#include "app/offscreen_gui.h"
#include "app/output_files.h"
#include "core/base/file_fingerprint.h"
#include "core/scene/lane_order.h"
#include "core/session/lane_choice_text.h"
#include "core/session/session_file.h"
#include "ui/pack_folder.h"
#include "ui/render/pack_pdf.h"
#include "ui/render/picture.h"
#include "ui/review_pack.h"

namespace nv {
namespace {

std::string nameOf(const std::filesystem::path& path)
{
    return path.filename().string();
}

Result<Session> sessionOf(const Options& options)
{
    NV_TRY(text, textOf(options.session, "findings"));
    return parseSession(text);
}

/// Pictures and figures hold for the trace they were made on only.
Status checkTrace(const Session& session, const FileFingerprint& trace, const Options& options)
{
    if (session.findings.empty())
        return Error{Errc::NotFound, nameOf(options.session) + " holds no finding.", {}};
    if (session.trace.size != 0 && session.trace != trace)
        return Error{Errc::BadArgument,
                     "The findings of " + nameOf(options.session)
                         + " were made on another trace: " + session.traceName + ".",
                     {}};
    return Nothing{};
}

/// The second trace of the findings that compare with one, where it lies beside the first; null
/// where it does not: they are shown without it, and say so.
AnalysisPtr otherAnalysis(const Session& session, const Options& options,
                          const std::stop_token& stop)
{
    for (const Finding& finding : session.findings) {
        if (!finding.other)
            continue;
        Options beside = options;
        beside.trace =
            options.trace.parent_path() / std::filesystem::path(finding.other->file).filename();
        beside.loadRange.reset(); // of the first trace's clock
        std::error_code error;
        if (beside.trace == options.trace || !std::filesystem::is_regular_file(beside.trace, error))
            continue;
        if (auto analysis = openAnalysis(beside, stop))
            return std::move(analysis).value();
    }
    return nullptr;
}

/// Lanes as they were chosen for this trace, from the session.
std::optional<TimelineLook> lookOf(const Session& session, const TraceModel& trace)
{
    const LaneChoice lanes = lanesOf(session.others);
    if (lanes.isEmpty())
        return std::nullopt;
    TimelineLook look{lanesAtFirst(trace), {}};
    scene::applyChoice(look.lanes, trace.lanes, lanes);
    return look;
}

Status writeAll(const Options& options, const Pack& pack)
{
    std::vector<Output> outputs;
    if (options.html)
        outputs.push_back({*options.html, packPage(pack)});
    if (options.pdf)
        outputs.push_back({*options.pdf, packPdf(pack).toStdString()});
    if (options.markdown)
        if (const QString wrong =
                writePack(pack, PackForm::Markdown, QString::fromStdString(*options.markdown));
            !wrong.isEmpty())
            return Error{Errc::Io, wrong.toStdString(), {}};
    return writeOutputs(outputs);
}

} // namespace

Status runReview(const Options& options, const std::stop_token& stop)
{
    std::vector<std::string> targets;
    for (const auto& target : {options.html, options.pdf})
        if (target)
            targets.push_back(*target);
    if (Status writable = checkTargets(targets, options.trace); !writable)
        return writable;
    NV_TRY(session, sessionOf(options));
    NV_TRY(trace, FileFingerprint::of(options.trace, stop));
    if (Status fits = checkTrace(session, trace, options); !fits)
        return fits;
    NV_TRY(rules, nameRulesOf(options));
    NV_TRY(analysis, openAnalysis(options, stop));

    const OffscreenGui gui;
    PackRequest request;
    request.analysis = analysis;
    if (gui.isThere()) {
        request.other = otherAnalysis(session, options, stop);
        request.look = lookOf(session, *analysis->trace);
    }
    request.findings = session.findings;
    request.nameRules = rules;
    request.fingerprint = QString::fromStdString(trace.text());
    request.version = QStringLiteral(NV_VERSION);
    request.isRedacted = options.redact;
    request.hasPictures = gui.isThere();
    NV_TRY(pack, makePack(request, stop));
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};
    return writeAll(options, pack);
}

} // namespace nv
