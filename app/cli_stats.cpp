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
    } else {
        filter.time = options.loadRange; // also for what a report reads from the file
    }
    return options.filterNvtx.empty() ? Result<StatsFilter>(filter)
                                      : nvtxStatsFilter(trace, options.filterNvtx);
}

/// The unit of --timeunit beats the format's own, as in the real tool.
Result<StatsFormat> formatOf(const Options& options)
{
    NV_TRY(format, parseStatsFormat(options.format.empty() ? "table" : options.format));
    if (!options.timeunit.empty()) {
        NV_TRY(unit, parseStatsTimeUnit(options.timeunit));
        format.units.time = unit;
    }
    return format;
}

std::string formatted(const StatsTable& table, const StatsRequest& request,
                      const StatsFormat& format)
{
    switch (format.form) {
    case StatsForm::Csv:
        return statsCsv(table, format.units);
    case StatsForm::Json:
        return statsJson(table, format.units);
    case StatsForm::Table:
        break;
    }
    return statsText(table, request.report->title, request.text, format.units);
}

Status writeToStdout(const std::vector<Made>& made)
{
    std::string all;
    for (const Made& one : made)
        all += (all.empty() || one.text.empty() ? "" : "\n") + one.text;
    return writeStdout(all);
}

Status writeToFolder(const Options& options, StatsForm form, const std::vector<Made>& made)
{
    const std::string ending = form == StatsForm::Csv    ? ".csv"
                               : form == StatsForm::Json ? ".json"
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
    NV_TRY(format, formatOf(options));
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
        made.push_back({request, formatted(table.value(), request, format)});
    }
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Stopped.", {}};
    const bool toStdout = options.output.empty() || options.output == kStdout;
    return toStdout ? writeToStdout(made) : writeToFolder(options, format.form, made);
}

} // namespace nv
