// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_session.h"
#include "app/cli_steps.h"
#include "app/offscreen_gui.h"
#include "app/output_files.h"
#include "core/base/file_fingerprint.h"
#include "ui/review_text.h"

namespace nv {
namespace {

struct Wanted
{
    const Report* report;
    std::string target;
};

std::vector<Wanted> wantedOf(const Options& options)
{
    std::vector<Wanted> wanted;
    if (options.json)
        wanted.push_back({findReport("json"), *options.json});
    if (options.markdown)
        wanted.push_back({findReport("markdown"), *options.markdown});
    if (options.html)
        wanted.push_back({findReport("html"), *options.html});
    if (wanted.empty())
        wanted.push_back({findReport("markdown"), std::string(kStdout)});
    return wanted;
}

/// The page for a review: with a picture, and with --redact without anybody's names.
Result<std::string> pageOf(const Options& options, const AnalysisPtr& analysis,
                           const ReportInput& input, const std::stop_token& stop)
{
    NV_TRY(fingerprint, fingerprintText(options.trace, stop));
    const OffscreenGui gui;
    return reviewPageOf({analysis, input, QString::fromStdString(fingerprint),
                         QStringLiteral(NV_VERSION), gui.isThere()},
                        stop);
}

Status writeReports(const Options& options, const std::vector<Wanted>& wanted,
                    const AnalysisPtr& analysis, const ReportInput& input, const std::string& json,
                    const std::stop_token& stop)
{
    std::vector<Output> outputs;
    for (const Wanted& one : wanted) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "Stopped.", {}};
        if (one.report->id == "html") {
            NV_TRY(page, pageOf(options, analysis, input, stop));
            outputs.push_back({one.target, std::move(page)});
            continue;
        }
        outputs.push_back({one.target, one.report->id == "json" && !json.empty()
                                           ? json
                                           : one.report->write(input)});
    }
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};
    return writeOutputs(outputs);
}

/// Gates were given but the steady state they are about was not found.
Status cannotJudge(const std::vector<Gate>& gates, const Error& error, int& status)
{
    printGates(gates,
               std::vector<GateResult>(gates.size(), {GateState::NotJudgeable, "no steady state"}));
    fail(error);
    status = kStatusNotJudgeable;
    return Nothing{};
}

} // namespace

Status runAnalyze(const Options& options, const std::stop_token& stop, int& status)
{
    NV_TRY(gates, gatesOf(options, GateForm::Analyze));
    const std::vector<Wanted> wanted = wantedOf(options);
    std::vector<std::string> targets;
    targets.reserve(wanted.size());
    for (const Wanted& one : wanted)
        targets.push_back(one.target);
    if (Status writable = checkTargets(targets, options.trace); !writable)
        return writable;

    NV_TRY(nameRules, nameRulesOf(options));
    NV_TRY(analysis, openAnalysis(options, stop));
    NV_TRY(device, deviceOf(options, *analysis->trace));
    Result<Window> window = windowOf(options, *analysis);
    if (!window && options.window == "steady" && !gates.empty()
        && window.error().code == Errc::NotFound)
        return cannotJudge(gates, window.error(), status);
    if (!window)
        return window.error();

    NV_TRY(tables, windowTables(*analysis, window.value(), device, stop));
    NV_TRY(host, hostOverhead(*analysis, window.value(), {}, stop));
    const WindowBudget budget = windowBudget(*analysis->budget, window.value().range, device,
                                             analysis->thresholds.classes.active);
    const Verdict verdict = fullVerdict(*analysis, budget, tables);
    const ReportInput input{*analysis, tables, verdict, host, device, options.redact, nameRules};

    const std::string json = gates.empty() ? std::string() : jsonReport(input);
    const std::vector<GateResult> results =
        gates.empty() ? std::vector<GateResult>() : judgeGates(gates, json);
    if (Status written = writeReports(options, wanted, analysis, input, json, stop); !written)
        return written;
    printGates(gates, results);
    status = gateStatus(results);
    keepForNextTime(*analysis, options, stop);
    return Nothing{};
}

} // namespace nv
