// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_steps.h"
#include "app/offscreen_gui.h"
#include "app/output_files.h"
#include "core/base/file_fingerprint.h"
#include "core/session/session_file.h"
#include "ui/pack_folder.h"
#include "ui/render/pack_pdf.h"
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
