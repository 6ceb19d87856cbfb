// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/aggregate.h"
#include "core/analysis/stats/nvtx_projection.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

/// The projected ranges of nvtx_gpu_proj_trace by name and style: total projected time descending,
/// ties by name, then style.  The mean level is that of the ranges that have one.
/// Source: nsys.md 2.14.
namespace nv {
namespace {

constexpr std::size_t kProjectedStyles = 2;

struct ProjectedGroup
{
    NameId name;
    NvtxStyle style = NvtxStyle::PushPop;
    std::vector<std::int64_t> durations; ///< projected
    std::int64_t rangeTime = 0;
    std::int64_t ops = 0;
    std::int64_t children = 0;
    std::int64_t levels = 0; ///< sum
    std::int64_t levelled = 0;
    Aggregate stats;

    void add(const NvtxProjection& projection, const ProjectedRange& projected)
    {
        const NvtxRange& range = projection.nvtx.ranges[projected.range];
        const std::int32_t level = projection.levels[projected.range];
        durations.push_back(projected.end - projected.start);
        rangeTime = addSaturated(rangeTime, range.end - range.start);
        ops += projected.ops;
        children += projected.children;
        levels += level == kNoLevel ? 0 : level;
        levelled += level == kNoLevel ? 0 : 1;
    }
};

Result<std::vector<ProjectedGroup>> projectedGroups(const NvtxProjection& projection,
                                                    const std::stop_token& stop)
{
    std::vector<ProjectedGroup> groups(projection.nvtx.names.size() * kProjectedStyles);
    for (std::size_t i = 0; i < projection.ranges.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const NvtxRange& range = projection.nvtx.ranges[projection.ranges[i].range];
        if (range.name.isNone())
            continue;
        ProjectedGroup& group =
            groups[range.name() * kProjectedStyles + static_cast<std::size_t>(range.style)];
        group.name = range.name;
        group.style = range.style;
        group.add(projection, projection.ranges[i]);
    }
    std::erase_if(groups, [](const ProjectedGroup& group) { return group.durations.empty(); });
    for (ProjectedGroup& group : groups)
        group.stats = aggregate(group.durations);
    std::sort(groups.begin(), groups.end(), [&](const ProjectedGroup& a, const ProjectedGroup& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        if (a.name != b.name)
            return nameLess(projection.nvtx.names, a.name, b.name);
        return a.style < b.style;
    });
    return groups;
}

StatsCell meanCell(std::int64_t sum, std::int64_t count)
{
    if (count == 0)
        return {};
    return roundedToTenth(static_cast<double>(sum) / static_cast<double>(count));
}

} // namespace

Result<StatsTable> nvtxGpuProjSum(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(projection, projectNvtx(trace, request, filter, stop));
    NV_TRY(groups, projectedGroups(projection, stop));
    StatsTable table;
    table.columns = {{"Range"},
                     {"Style"},
                     {"Total Proj Time", StatsUnit::Time},
                     {"Total Range Time", StatsUnit::Time},
                     {"Range Instances"},
                     {"Proj Avg", StatsUnit::Time},
                     {"Proj Med", StatsUnit::Time},
                     {"Proj Min", StatsUnit::Time},
                     {"Proj Max", StatsUnit::Time},
                     {"Proj StdDev", StatsUnit::Time},
                     {"Total GPU Ops"},
                     {"Avg GPU Ops"},
                     {"Avg Range Lvl"},
                     {"Avg Num Child"}};
    for (const ProjectedGroup& group : groups) {
        const Aggregate& a = group.stats;
        table.rows.push_back(
            {nameCell(projection.nvtx.names, group.name), std::string(styleText(group.style)),
             a.total, group.rangeTime, a.count, roundedToTenth(a.avg), roundedToTenth(a.median),
             a.min, a.max, roundedToTenth(a.stddev), group.ops, meanCell(group.ops, a.count),
             meanCell(group.levels, group.levelled), meanCell(group.children, a.count)});
    }
    return table;
}

} // namespace nv
