// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/mpi_tables.h"
#include "core/analysis/stats/reports.h"

/// Time per MPI call and kind of call: total descending, ties by ascending kind and string id.
/// Source: nsys.md 2.17.
namespace nv {

Result<StatsTable> mpiEventSum(const TraceModel& trace, const StatsRequest& request,
                               const StatsFilter& filter, const std::stop_token& stop)
{
    const EventQuestion question{kMpiTables, "textId", kNoMpi};
    NV_TRY(groups, eventGroups(trace, request, question, filter, stop));
    StatsTable table;
    table.columns = sevenColumns("Instances");
    table.columns.insert(table.columns.end(), {{"Source"}, {"Name"}});
    appendEventRows(table, groups, [](StatsRow& row, const EventGroup& group) {
        row.emplace_back(std::string(kMpiTables.at(group.source).label));
        row.push_back(textCell(group.name));
    });
    return table;
}

} // namespace nv
