// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/event_sum.h"
#include "core/analysis/stats/reports.h"

#include <array>

/// Time per OpenACC construct, NAME@FILE:LINE where it has a file: grouped by that text, NULL where a
/// part of it is; total descending, ties by ascending text with NULL first.
/// Source: asked of the real tool with made-up events.
namespace nv {
namespace {

constexpr std::array<EventSource, 3> kOpenAccTables = {{
    {"CUPTI_ACTIVITY_KIND_OPENACC_DATA", "data"},
    {"CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH", "launch"},
    {"CUPTI_ACTIVITY_KIND_OPENACC_OTHER", "other"},
}};

std::optional<std::string> constructText(std::optional<std::string_view> name,
                                         const EventPlace& place)
{
    if (!name || (place.hasFile && (!place.file || !place.line)))
        return std::nullopt;
    std::string text(*name);
    if (place.hasFile)
        text += "@" + std::string(*place.file) + ":" + std::to_string(*place.line);
    return text;
}

} // namespace

Result<StatsTable> openaccSum(const TraceModel& trace, const StatsRequest& request,
                              const StatsFilter& filter, const std::stop_token& stop)
{
    const EventQuestion question{kOpenAccTables, "nameId", "this trace holds no OpenACC events",
                                 constructText};
    NV_TRY(groups, eventGroups(trace, request, question, filter, stop));
    StatsTable table;
    table.columns = sevenColumns("Num Calls");
    table.columns.push_back({"Name"});
    appendEventRows(table, groups, [](StatsRow& row, const EventGroup& group) {
        row.push_back(textCell(group.name));
    });
    return table;
}

} // namespace nv
