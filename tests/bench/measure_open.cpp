// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure_open.h"

#include "core/opening/opening.h"
#include "core/sources/source.h"
#include "core/trace_maker/trace_maker.h"
#include "tests/bench/scan.h"
#include "tests/bench/statistics.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <chrono>
#include <fstream>
#include <malloc.h>
#include <numeric>
#include <thread>

namespace nv {
namespace {

using std::chrono::steady_clock;

/// Private memory of this process in bytes, as the system counts it.
double privateBytes()
{
    malloc_trim(0);
    std::ifstream smaps("/proc/self/smaps_rollup");
    double kilobytes = 0;
    for (std::string line; std::getline(smaps, line);)
        if (line.rfind("Private_", 0) == 0)
            kilobytes += std::strtod(line.c_str() + line.find(':') + 1, nullptr);
    return kilobytes * 1024;
}

/// The most that was resident since `forgetPeak`.
double peakBytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0)
            return std::strtod(line.c_str() + 6, nullptr) * 1024;
    return 0;
}

void forgetPeak()
{
    std::ofstream("/proc/self/clear_refs") << 5;
}

Result<TracePtr> open(const std::filesystem::path& path, const std::stop_token& stop = {})
{
    Progress progress;
    return loadTrace({path}, stop, progress);
}

std::uint64_t eventRows(const TraceModel& trace)
{
    std::uint64_t rows = 0;
    for (std::size_t t = 0; t < kTableKinds; ++t)
        if (static_cast<TableKind>(t) != TableKind::Overhead)
            rows += trace.counts[static_cast<TableKind>(t)];
    return rows;
}

/// Above that of a trace without events, per row: with the trace and its analysis held.
Status measureMemory(const std::filesystem::path& path, nlohmann::json& out)
{
    const QTemporaryDir folder;
    const std::filesystem::path empty =
        folder.filePath(QStringLiteral("empty.sqlite")).toStdString();
    if (const Status made = TraceMaker{}.writeTo(empty); !made)
        return made;
    Progress progress;
    {
        NV_TRY(trace, open(empty));
        NV_TRY(analysis, analyse(trace, {}, {}, progress));
        (void)analysis;
    }
    const double before = privateBytes();
    forgetPeak();
    const double residentBefore = peakBytes();
    NV_TRY(trace, open(path));
    const double openPeak = peakBytes();
    NV_TRY(analysis, analyse(trace, {}, {}, progress));
    const double peak = std::max(openPeak, peakBytes()) - residentBefore;
    const double resident = privateBytes() - before;
    const double rows = std::max<double>(1, static_cast<double>(eventRows(*trace)));
    (void)analysis;
    out["rows"] = eventRows(*trace);
    out["lanes"] = trace->lanes.size();
    out["bytes_per_row"] = resident / rows;
    out["peak_bytes_per_row"] = peak / rows;
    return Nothing{};
}

/// The longest of several cancels, each at another share of the time that opening takes.
double cancelMs(const std::filesystem::path& path, double openMs)
{
    double longest = 0;
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        std::stop_source stop;
        steady_clock::time_point ended;
        {
            std::jthread worker([&] {
                const auto result = open(path, stop.get_token());
                ended = steady_clock::now();
            });
            std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(openMs * share));
            stop.request_stop();
            const steady_clock::time_point asked = steady_clock::now();
            worker.join();
            if (ended > asked)
                longest = std::max(
                    longest, std::chrono::duration<double, std::milli>(ended - asked).count());
        }
    }
    return longest;
}

/// Opening what was opened before, with its analysis, against working both out.  Traces that are
/// too small to be kept have no figure.
Status measureAgain(const std::filesystem::path& path, const Analysis& first, int rounds,
                    double firstMs, nlohmann::json& out)
{
    const QTemporaryDir folder;
    LoadOptions options;
    options.path = path;
    options.opened.folder = folder.filePath(QStringLiteral("opened")).toStdString();
    out["keep_seconds"] = out["second_open_seconds"] = out["second_open_ratio"] = nullptr;
    if (eventRows(*first.trace) < options.opened.leastRows)
        return Nothing{};
    Progress progress;
    { // a model that was opened without a cache does not know by what it would be kept
        NV_TRY(analysis, openAnalysed(options, {}, {}, progress));
        Status kept = Nothing{};
        out["keep_seconds"] =
            milliseconds([&] { kept = keepOpened(*analysis, options, {}); }) / 1e3;
        if (!kept)
            return kept;
    }
    std::vector<double> again;
    for (int i = 0; i < rounds; ++i) {
        AnalysisPtr analysis;
        again.push_back(
            milliseconds([&] { analysis = openAnalysed(options, {}, {}, progress).value(); }));
        if (!analysis->wasKept)
            return Error{Errc::Internal, "What was kept was not found again.", {}};
    }
    out["second_open_seconds"] = medianOf(again) / 1e3;
    out["second_open_ratio"] = medianOf(again) / firstMs;
    return Nothing{};
}

} // namespace

Result<AnalysisPtr> measureOpening(const std::filesystem::path& path, int rounds,
                                   nlohmann::json& out)
{
    if (const Status measured = measureMemory(path, out); !measured)
        return measured.error();
    std::vector<double> opened;
    std::vector<double> scanned;
    std::vector<double> drawable; // lanes are there, figures are not
    std::vector<double> analysed;
    AnalysisPtr analysis;
    for (int i = 0; i < rounds; ++i) {
        analysis.reset(); // the memory of the round before
        Status scan = Nothing{};
        scanned.push_back(milliseconds([&] { scan = plainScan(path); }));
        if (!scan)
            return scan.error();
        std::optional<Result<TracePtr>> trace;
        opened.push_back(milliseconds([&] { trace = open(path); }));
        if (!*trace)
            return trace->error();
        Progress progress;
        const steady_clock::time_point begun = steady_clock::now();
        const auto early = [&](const AnalysisPtr&) {
            drawable.push_back(
                opened.back()
                + std::chrono::duration<double, std::milli>(steady_clock::now() - begun).count());
        };
        analysed.push_back(milliseconds(
            [&] { analysis = analyse(trace->value(), {}, {}, progress, early).value(); }));
    }
    std::vector<double> steady;
    for (int i = 0; i < rounds; ++i)
        steady.push_back(
            milliseconds([&] { (void)findSteadyState(*analysis->budget, {}).hasValue(); }));
    if (const Status again =
            measureAgain(path, *analysis, rounds, medianOf(opened) + medianOf(analysed), out);
        !again)
        return again.error();
    out["open_seconds"] = medianOf(opened) / 1e3;
    out["drawable_seconds"] = medianOf(drawable) / 1e3;
    out["scan_seconds"] = medianOf(scanned) / 1e3;
    out["open_ratio"] = medianOf(opened) / medianOf(scanned);
    out["analyse_ms"] = medianOf(analysed);
    out["steady_ms"] = medianOf(steady);
    out["cancel_ms"] = cancelMs(path, medianOf(opened));
    return analysis;
}

} // namespace nv
