// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/raw_rows.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>
#include <array>

/// Time per call of the operating system: the rows of class 27, which are calls and not the marks
/// of where recording began; grouped by the string id, total descending, ties by ascending id.
/// Source: nsys.md 2.15, 0.6.
namespace nv {
namespace {

constexpr std::int64_t kCallClass = 27;

/// NULL ids, which the model marks with the least number, come first.
bool isBefore(const CallName& a, const CallName& b)
{
    return a.stringId < b.stringId;
}

} // namespace

Result<StatsTable> osrtSum(const TraceModel& trace, const StatsRequest& request,
                           const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Osrt] == 0)
        return missingTable(request, "this trace holds no calls of the operating system");
    constexpr std::array<std::string_view, 1> kColumns = {"eventClass"};
    NV_TRY(classes, readRaw(trace, "OSRT_API", kColumns, stop));
    const bool hasClasses = classes && trace.fileRows->has("OSRT_API", "eventClass");
    const OsCallTable& calls = trace.osCalls;
    KeyedDurations durations(trace.osCallNames.size());
    const std::vector<std::uint32_t> rows = keptOsCalls(trace, filter);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::size_t call = rows[i];
        const std::size_t fileRow = calls.fileOrder[call];
        if (hasClasses && fileRow < classes->size()
            && integerAt(classes->columns[0], fileRow) != kCallClass)
            continue;
        durations.add(calls.name[call](), calls.end[call] - calls.start[call]);
    }
    std::int64_t sum = 0;
    std::vector<KeyedDurations::Group> groups = durations.finish(sum);
    std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        return isBefore(trace.osCallNames[a.key], trace.osCallNames[b.key]);
    });

    StatsTable table;
    table.columns = sevenColumns("Num Calls");
    table.columns.push_back({"Name"});
    for (const KeyedDurations::Group& group : groups) {
        StatsRow& row = table.rows.emplace_back();
        appendSeven(row, group.stats, sum);
        row.push_back(nameCell(trace, trace.osCallNames[group.key].text));
    }
    return table;
}

} // namespace nv
