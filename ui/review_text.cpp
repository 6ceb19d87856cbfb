// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/review_text.h"

#include "core/analysis/redaction.h"
#include "core/base/file_fingerprint.h"
#include "core/report/review_page.h"
#include "ui/render/page_picture.h"

namespace nv {

namespace {

Result<std::string> pageOf(const ReviewRequest& request, const AnalysisPtr& analysis,
                           const ReportInput& input, const std::stop_token& stop)
{
    ReviewPage page;
    page.fingerprint = request.fingerprint.toStdString();
    page.version = request.version.toStdString();
    if (request.hasPicture) {
        NV_TRY(picture,
               pagePicture(analysis, input.window(), request.version, input.redact, request.look));
        page.picture = std::move(picture);
    }
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};
    return reviewPage(input, page);
}

} // namespace

Result<std::string> reviewPageOf(const ReviewRequest& request, const std::stop_token& stop)
{
    const ReportInput& input = request.input;
    if (!input.redact)
        return pageOf(request, request.analysis, input, stop);
    const Placeholders placeholders(input.trace());
    const AnalysisPtr analysis = redacted(input.analysis, placeholders);
    const WindowTables tables = redacted(input.tables, placeholders);
    const HostOverhead host = redacted(input.host, placeholders);
    const Verdict verdict = fullVerdict(*analysis, input.verdict.budget, tables);
    return pageOf(request, analysis, {*analysis, tables, verdict, host, input.only, true}, stop);
}

Result<std::string> reviewPageOf(const AnalysisPtr& analysis, const Window& window,
                                 const NameRulesPtr& rules, bool isRedacted, const QString& file,
                                 const QString& version, const std::stop_token& stop,
                                 const std::optional<TimelineLook>& look)
{
    NV_TRY(fingerprint, fingerprintText(std::filesystem::path(file.toStdU16String()), stop));
    NV_TRY(tables, windowTables(*analysis, window, {}, stop));
    NV_TRY(host, hostOverhead(*analysis, window, {}, stop));
    const WindowBudget budget =
        windowBudget(*analysis->budget, window.range, {}, analysis->thresholds.classes.active);
    const Verdict verdict = fullVerdict(*analysis, budget, tables);
    const ReportInput input{*analysis, tables, verdict, host, {}, isRedacted, rules};
    return reviewPageOf({analysis, input, QString::fromStdString(fingerprint), version, true, look},
                        stop);
}

} // namespace nv
