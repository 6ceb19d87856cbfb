// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/nvtx_projection.h"
#include "core/analysis/stats/reports.h"

#include <memory>

/// NVTX ranges as the GPU saw them: from the start of the first operation they launched to the end
/// of the last.  Rows ascend by RangeId: the real tool means to sort otherwise and does not.  Ranges
/// without a name are left out, yet count as children.
/// Two ranges with the same edges are each other's parents, as in the real tool: for them and all in
/// them Lvl, ParentId and RangeStack are empty.  Of equally short parents the one with the lowest
/// rowid is taken (the real tool's choice depends on the shape of its index).  Where several threads
/// announced a domain the real tool gives up; here its ranges bear the name of the first
/// announcement.  Source: nsys.md 2.13.
namespace nv {
namespace {

StatsRow projectedRow(const NvtxProjection& projection, const ProjectedRange& projected)
{
    const NvtxRange& range = projection.nvtx.ranges[projected.range];
    StatsRow row{nameCell(projection.nvtx.names, range.name),
                 projected.start,
                 projected.end - projected.start,
                 range.start,
                 range.end - range.start,
                 std::string(styleText(range.style)),
                 pidCell(range.thread),
                 tidCell(range.thread),
                 projected.ops};
    const std::int32_t level = projection.levels[projected.range];
    const std::uint32_t parent = projection.parents[projected.range];
    const bool isPlaced = level != kNoLevel;
    row.push_back(isPlaced ? StatsCell(std::int64_t{level}) : StatsCell());
    row.emplace_back(projected.children);
    row.emplace_back(range.rowId);
    row.push_back(isPlaced && parent != kNoRange ? StatsCell(projection.nvtx.ranges[parent].rowId)
                                                 : StatsCell());
    row.push_back(isPlaced ? StatsCell(
                      rangeStack(projection.nvtx.ranges, projection.parents, projected.range))
                           : StatsCell());
    return row;
}

} // namespace

Result<StatsTable> nvtxGpuProjTrace(const TraceModel& trace, const StatsRequest& request,
                                    const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(projection, projectNvtx(trace, request, filter, stop));
    StatsTable table;
    table.columns = {{"Name"},
                     {"Projected Start", StatsUnit::Time},
                     {"Projected Duration", StatsUnit::Time},
                     {"Orig Start", StatsUnit::Time},
                     {"Orig Duration", StatsUnit::Time},
                     {"Style"},
                     {"PID"},
                     {"TID"},
                     {"NumGPUOps"},
                     {"Lvl"},
                     {"NumChild"},
                     {"RangeId"},
                     {"ParentId"},
                     {"RangeStack"}};
    std::erase_if(projection.ranges, [&](const ProjectedRange& range) {
        return projection.nvtx.ranges[range.range].name.isNone();
    });
    table.events = projection.ranges.size();
    table.eventRow = [kept = std::make_shared<const NvtxProjection>(std::move(projection))](
                         std::size_t i) { return projectedRow(*kept, kept->ranges[i]); };
    return table;
}

} // namespace nv
