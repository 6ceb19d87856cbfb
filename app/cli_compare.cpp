// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_session.h"
#include "app/cli_steps.h"
#include "app/output_files.h"
#include "core/report/compare_report.h"

namespace nv {
namespace {

using Write = std::string (*)(const CompareInput&);

struct WantedComparison
{
    Write write;
    std::string target;
};

std::vector<WantedComparison> wantedComparisons(const Options& options)
{
    std::vector<WantedComparison> wanted;
    if (options.json)
        wanted.push_back({compareJson, *options.json});
    if (options.markdown)
        wanted.push_back({compareMarkdown, *options.markdown});
    if (options.html)
        wanted.push_back({compareHtml, *options.html});
    if (wanted.empty())
        wanted.push_back({compareMarkdown, std::string(kStdout)});
    return wanted;
}

/// The options with which the second trace is opened.
Options targetOptions(const Options& options)
{
    Options target = options;
    target.trace = options.target;
    if (!options.targetWindow.empty())
        target.window = options.targetWindow;
    return target;
}

Status writable(const std::vector<WantedComparison>& wanted, const Options& options)
{
    std::vector<std::string> targets;
    targets.reserve(wanted.size());
    for (const WantedComparison& one : wanted)
        targets.push_back(one.target);
    if (Status base = checkTargets(targets, options.trace); !base)
        return base;
    return checkTargets(targets, options.target);
}

} // namespace

Status runCompare(const Options& options, const std::stop_token& stop, int& status)
{
    NV_TRY(gates, gatesOf(options, GateForm::Compare));
    const std::vector<WantedComparison> wanted = wantedComparisons(options);
    if (Status allowed = writable(wanted, options); !allowed)
        return allowed;

    const Options other = targetOptions(options);
    NV_TRY(baseAnalysis, openAnalysis(options, stop));
    NV_TRY(targetAnalysis, openAnalysis(other, stop));
    NV_TRY(baseWindow, windowOf(options, *baseAnalysis));
    NV_TRY(targetWindow, windowOf(other, *targetAnalysis));
    const CompareSide base{*baseAnalysis, baseWindow};
    const CompareSide target{*targetAnalysis, targetWindow};
    NV_TRY(comparison, compare(base, target, stop));
    // Nothing to write about; a gate still gets its answer, that it cannot be judged.
    if (comparison.isRefused && gates.empty())
        return Error{Errc::NotFound, comparison.comparability, {}};
    NV_TRY(host, hostOverhead(*targetAnalysis, targetWindow, {}, stop));
    const CompareInput input{base, target, comparison, host, options.redact};

    const std::vector<GateResult> results =
        gates.empty() ? std::vector<GateResult>() : judgeGates(gates, compareJson(input));
    std::vector<Output> outputs;
    outputs.reserve(wanted.size());
    for (const WantedComparison& one : wanted)
        outputs.push_back({one.target, one.write(input)});
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};
    if (Status written = writeOutputs(outputs); !written)
        return written;
    printGates(gates, results);
    status = gateStatus(results);
    keepForNextTime(*baseAnalysis, options, stop);
    keepForNextTime(*targetAnalysis, other, stop);
    return Nothing{};
}

} // namespace nv
