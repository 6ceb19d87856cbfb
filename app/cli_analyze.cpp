// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_session.h"
#include "app/cli_steps.h"
#include "app/output_files.h"
#include "core/report/report.h"

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

Status writeReports(const std::vector<Wanted>& wanted, const ReportInput& input,
                    const std::string& json, const std::stop_token& stop)
{
    std::vector<Output> outputs;
    for (const Wanted& one : wanted) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "Stopped.", {}};
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
    if (Status written = writeReports(wanted, input, json, stop); !written)
        return written;
    printGates(gates, results);
    status = gateStatus(results);
    return Nothing{};
}

} // namespace nv
