// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_session.h"
#include "app/cli_steps.h"
#include "app/output_files.h"
#include "core/analysis/stats/registry.h"
#include "core/analysis/stats/stats_format.h"
#include "core/base/text.h"

namespace nv {
namespace {

namespace fs = std::filesystem;

struct Made
{
    StatsRequest request;
    std::string text;
};

Result<std::vector<StatsRequest>> requestsOf(const Options& options)
{
    std::vector<StatsRequest> requests;
    for (const std::string& name : options.reports) {
        NV_TRY(request, parseStatsRequest(name));
        requests.push_back(std::move(request));
    }
    return requests;
}

/// A range beats a time, as in the real tool; a time that cannot be read is refused all the same.
Result<StatsFilter> filterOf(const Options& options, const TraceModel& trace)
{
    StatsFilter filter;
    if (!options.filterTime.empty()) {
        NV_TRY(time, parseTimeFilter(options.filterTime));
        filter = timeStatsFilter(time);
    }
    return options.filterNvtx.empty() ? Result<StatsFilter>(filter)
                                      : nvtxStatsFilter(trace, options.filterNvtx);
}

std::string formatted(const StatsTable& table, const StatsRequest& request,
                      const std::string& format, StatsTimeUnit unit)
{
    if (format == "csv")
        return statsCsv(table, unit);
    if (format == "json")
        return statsJson(table, unit);
    return statsText(table, request.report->title, request.text, unit);
}

Status writeToStdout(const std::vector<Made>& made)
{
    std::string all;
    for (const Made& one : made)
        all += (all.empty() ? "" : "\n") + one.text;
    return writeStdout(all);
}

Status writeToFolder(const Options& options, const std::vector<Made>& made)
{
    const std::string ending = options.format == "csv"    ? ".csv"
                               : options.format == "json" ? ".json"
                                                          : ".txt";
    const fs::path folder = options.output;
    std::vector<Output> outputs;
    outputs.reserve(made.size());
    for (const Made& one : made)
        outputs.push_back({(folder
                            / (options.trace.stem().string() + "_"
                               + text::replaced(one.request.text, ":", "_") + ending))
                               .string(),
                           one.text});
    if (outputs.empty())
        return Nothing{};
    std::error_code error;
    const bool isNew = fs::create_directories(folder, error);
    if (error)
        return Error{Errc::Io,
                     "Cannot create the folder " + folder.string() + ": " + error.message() + ".",
                     {}};
    Status written = writeOutputs(outputs);
    if (!written && isNew)
        fs::remove(folder, error); // only when it is empty
    return written;
}

} // namespace

Status runStats(const Options& options, const std::stop_token& stop)
{
    NV_TRY(requests, requestsOf(options));
    StatsTimeUnit unit = StatsTimeUnit::Nanoseconds;
    if (!options.timeunit.empty()) {
        NV_TRY(parsed, parseStatsTimeUnit(options.timeunit));
        unit = parsed;
    }
    NV_TRY(trace, openTrace(options, stop));
    NV_TRY(filter, filterOf(options, *trace));
    std::vector<Made> made;
    for (const StatsRequest& request : requests) {
        Result<StatsTable> table = makeStats(*trace, request, filter, stop);
        if (!table && table.error().code == Errc::MissingTable) {
            fail(table.error()); // one line; the other reports are still made
            continue;
        }
        if (!table)
            return table.error();
        made.push_back({request, formatted(table.value(), request, options.format, unit)});
    }
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};
    const bool toStdout = options.output.empty() || options.output == kStdout;
    return toStdout ? writeToStdout(made) : writeToFolder(options, made);
}

} // namespace nv
