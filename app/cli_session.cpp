// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_session.h"

#include "app/cli_steps.h"
#include "app/interrupt.h"
#include "app/progress_line.h"
#include "core/opening/opening.h"
#include "core/sources/source.h"
#include "ui/settings.h"

#include <cstdio>
#include <fstream>
#include <iterator>

namespace nv {
namespace {

int statusOf(Errc code)
{
    switch (code) {
    case Errc::Cancelled:
        return kStatusInterrupted;
    case Errc::Internal:
        return kStatusFault;
    default:
        return kStatusUsage;
    }
}

/// A file name may hold anything; a message stays one line.
std::string oneLine(std::string text)
{
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
            c = ' ';
    return text;
}

Error inFile(const std::filesystem::path& path, const Error& error)
{
    return {Errc::BadArgument, path.string() + ": " + error.message, {}};
}

Status dispatch(const Options& options, const std::stop_token& stop, int& status)
{
    switch (options.command) {
    case Command::Analyze:
        return runAnalyze(options, stop, status);
    case Command::Compare:
        return runCompare(options, stop, status);
    case Command::Stats:
        return runStats(options, stop);
    case Command::Render:
        return runRender(options, stop);
    case Command::Save:
        return runSave(options, stop);
    case Command::Review:
        return runReview(options, stop);
    case Command::Window:
        break;
    }
    return Error{Errc::Internal, "The window is not a command.", {}};
}

} // namespace

int fail(const Error& error)
{
    const std::string line = "nsys-verdict: " + oneLine(error.message) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
    return statusOf(error.code);
}

int runCommand(const Options& options)
{
    const Interrupt interrupt;
    int status = 0;
    Status done = dispatch(options, interrupt.token(), status);
    if (interrupt.token().stop_requested() && !done)
        return kStatusInterrupted;
    return done ? status : fail(done.error());
}

Result<std::string> textOf(const std::filesystem::path& path, const std::string& what)
{
    std::error_code error;
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path, error))
        return Error{Errc::Io, "Cannot read the " + what + " of " + path.string() + ".", {}};
    return std::string{std::istreambuf_iterator<char>(file), {}};
}

Result<Thresholds> thresholdsOf(const Options& options)
{
    if (options.thresholds.empty())
        return Thresholds{};
    NV_TRY(text, textOf(options.thresholds, "thresholds"));
    Result<Thresholds> thresholds = parseThresholds(text);
    if (!thresholds)
        return inFile(options.thresholds, thresholds.error());
    return thresholds;
}

Result<NameRulesPtr> nameRulesOf(const Options& options)
{
    if (options.nameRules.empty())
        return NameRulesPtr();
    NV_TRY(text, textOf(options.nameRules, "name rules"));
    Result<NameRules> rules = NameRules::parse(text);
    if (!rules)
        return inFile(options.nameRules, rules.error());
    return NameRulesPtr(std::make_shared<const NameRules>(std::move(rules).value()));
}

LoadOptions loadOptionsOf(const Options& options)
{
    const Settings settings;
    LoadOptions load;
    load.path = options.trace;
    load.nsysPath = options.nsys.empty()
                        ? std::filesystem::path(settings.nsysPath().toStdU16String())
                        : options.nsys;
    load.range = options.loadRange;
    load.cacheBytes = static_cast<std::uint64_t>(settings.cacheGiB()) << 30U;
    if (!options.noCache)
        load.opened = {openedFolder(), load.cacheBytes};
    return load;
}

Result<TracePtr> openTrace(const Options& options, const std::stop_token& stop)
{
    Progress progress;
    const ProgressLine line(progress);
    LoadOptions load = loadOptionsOf(options);
    load.lanes = false; // a report draws nothing
    return loadTrace(load, stop, progress);
}

Result<AnalysisPtr> openAnalysis(const Options& options, const std::stop_token& stop)
{
    NV_TRY(thresholds, thresholdsOf(options));
    Progress progress;
    const ProgressLine line(progress);
    return openAnalysed(loadOptionsOf(options), thresholds, stop, progress);
}

void keepForNextTime(const Analysis& analysis, const Options& options, const std::stop_token& stop)
{
    (void)keepOpened(analysis, loadOptionsOf(options), stop).hasValue();
}

Result<Window> windowOf(const Options& options, const Analysis& analysis)
{
    if (options.window.empty())
        return defaultWindow(analysis);
    return resolveWindow(analysis, options.window);
}

Result<DeviceId> deviceOf(const Options& options, const TraceModel& trace)
{
    if (options.device.empty())
        return DeviceId::none();
    std::string known;
    for (std::size_t i = 0; i < trace.devices.size(); ++i) {
        if (trace.devices[i].label == options.device)
            return DeviceId(i);
        known += (known.empty() ? "" : ", ") + trace.devices[i].label;
    }
    return Error{
        Errc::NotFound,
        known.empty()
            ? "There is no device " + options.device + ": nothing ran on any device in this trace."
            : "There is no device " + options.device + " in this trace; it has " + known + ".",
        {}};
}

Result<std::vector<Gate>> gatesOf(const Options& options, GateForm form)
{
    std::vector<Gate> gates;
    gates.reserve(options.failIf.size());
    for (const std::string& text : options.failIf) {
        NV_TRY(gate, parseGate(text, form));
        gates.push_back(std::move(gate));
    }
    return gates;
}

void printGates(const std::vector<Gate>& gates, const std::vector<GateResult>& results)
{
    for (std::size_t i = 0; i < gates.size(); ++i) {
        const std::string line = gateLine(gates[i], results[i]) + "\n";
        std::fwrite(line.data(), 1, line.size(), stderr);
    }
}

} // namespace nv
