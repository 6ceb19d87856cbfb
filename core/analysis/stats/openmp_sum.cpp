// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/event_sum.h"
#include "core/analysis/stats/reports.h"

#include <array>

/// Time per kind of OpenMP event and name: total descending.  The order of ties is another one at
/// each run of the real tool; here they ascend by kind and string id.
/// Source: asked of the real tool with made-up events.
namespace nv {
namespace {

constexpr std::array<EventSource, 18> kOpenMpTables = {{
    {"OPENMP_EVENT_KIND_CANCEL", "cancel"},
    {"OPENMP_EVENT_KIND_CRITICAL_SECTION", "critical section"},
    {"OPENMP_EVENT_KIND_DISPATCH", "dispatch"},
    {"OPENMP_EVENT_KIND_FLUSH", "flush"},
    {"OPENMP_EVENT_KIND_LOCK_DESTROY", "lock destroy"},
    {"OPENMP_EVENT_KIND_LOCK_INIT", "lock init"},
    {"OPENMP_EVENT_KIND_MASTER", "master"},
    {"OPENMP_EVENT_KIND_MUTEX_RELEASED", "mutex released"},
    {"OPENMP_EVENT_KIND_MUTEX_WAIT", "mutex wait"},
    {"OPENMP_EVENT_KIND_PARALLEL", "parallel"},
    {"OPENMP_EVENT_KIND_REDUCTION", "reduction"},
    {"OPENMP_EVENT_KIND_SYNC_REGION", "sync region"},
    {"OPENMP_EVENT_KIND_SYNC_REGION_WAIT", "sync region wait"},
    {"OPENMP_EVENT_KIND_TASK", "task"},
    {"OPENMP_EVENT_KIND_TASK_CREATE", "task create"},
    {"OPENMP_EVENT_KIND_TASK_SCHEDULE", "task schedule"},
    {"OPENMP_EVENT_KIND_THREAD", "thread"},
    {"OPENMP_EVENT_KIND_WORKSHARE", "workshare"},
}};

} // namespace

Result<StatsTable> openmpSum(const TraceModel& trace, const StatsRequest& request,
                             const StatsFilter& filter, const std::stop_token& stop)
{
    const EventQuestion question{kOpenMpTables, "nameId", "this trace holds no OpenMP events"};
    NV_TRY(groups, eventGroups(trace, request, question, filter, stop));
    StatsTable table;
    table.columns = sevenColumns("Count");
    table.columns.push_back({"Name"});
    appendEventRows(table, groups, [](StatsRow& row, const EventGroup& group) {
        row.push_back(textCell(group.name));
    });
    return table;
}

} // namespace nv
