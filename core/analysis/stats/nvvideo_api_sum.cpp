// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/event_sum.h"
#include "core/analysis/stats/reports.h"
#include "core/trace/api_name.h"

#include <array>

/// Time per call of the video encoder, decoder and JPEG interfaces: grouped by interface and string
/// id, total descending, ties in the order of the interfaces here, then by ascending id.
/// Source: asked of the real tool with made-up events.
namespace nv {
namespace {

// One label: ties keep the order of the list.
constexpr std::array<EventSource, 3> kVideoTables = {{
    {"NVVIDEO_ENCODER_API", ""},
    {"NVVIDEO_DECODER_API", ""},
    {"NVVIDEO_JPEG_API", ""},
}};
constexpr std::array<const char*, kVideoTables.size()> kTypes = {"Encoder", "Decoder", "JPEG"};

} // namespace

Result<StatsTable> nvvideoApiSum(const TraceModel& trace, const StatsRequest& request,
                                 const StatsFilter& filter, const std::stop_token& stop)
{
    const EventQuestion question{kVideoTables, "nameId", "this trace holds no calls of NvVideo"};
    NV_TRY(groups, eventGroups(trace, request, question, filter, stop));
    StatsTable table;
    table.columns = sevenColumns("Num Calls");
    table.columns.insert(table.columns.end(), {{"Event Type"}, {"Name"}});
    appendEventRows(table, groups, [](StatsRow& row, const EventGroup& group) {
        row.emplace_back(std::string(kTypes.at(group.source)));
        row.push_back(group.name ? StatsCell(std::string(nsysStrippedName(*group.name)))
                                 : StatsCell());
    });
    return table;
}

} // namespace nv
