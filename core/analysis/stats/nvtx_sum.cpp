// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/nvtx_rows.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

/// Time per NVTX range, of both styles or of one: grouped by the name with its domain; total
/// descending, ties by name (NULL first), then style.  An open range lasts to the latest event of
/// the table; where no event has an end, nothing is known but the counts.
/// As in the real tool a range counts once per announcement of its domain: twice where two threads
/// announced it.  Source: nsys.md 2.9, 2.10.
namespace nv {
namespace {

constexpr std::size_t kStyles = 2;

struct RangeGroup
{
    NameId name;
    NvtxStyle style;
    Aggregate stats;
};

std::size_t keyOf(const NvtxRange& range, const NameTable& names)
{
    const std::size_t name = range.name.isNone() ? names.size() : range.name();
    return name * kStyles + static_cast<std::size_t>(range.style);
}

std::vector<RangeGroup> groupsOf(const NvtxRanges& nvtx, KeyedDurations& durations,
                                 std::int64_t& sum)
{
    std::vector<RangeGroup> groups;
    for (const KeyedDurations::Group& group : durations.finish(sum)) {
        const std::size_t name = group.key / kStyles;
        groups.push_back({name == nvtx.names.size() ? NameId::none() : NameId(name),
                          static_cast<NvtxStyle>(group.key % kStyles), group.stats});
    }
    std::sort(groups.begin(), groups.end(), [&](const RangeGroup& a, const RangeGroup& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        if (a.name != b.name)
            return nameLess(nvtx.names, a.name, b.name);
        return a.style < b.style;
    });
    return groups;
}

/// The seven columns of ranges of which nothing is known but how many there are.
void appendUnknown(StatsRow& row, std::int64_t count)
{
    row.resize(row.size() + 2); // share, total
    row.emplace_back(count);
    row.resize(row.size() + 4); // mean, median, least, greatest
    row.emplace_back(0.0);
}

Result<StatsTable> rangeSum(const TraceModel& trace, const StatsRequest& request, NvtxQuery query,
                            const StatsFilter& filter, const std::stop_token& stop)
{
    query.acrossThreads = true;
    query.closedByAnyEvent = true;
    query.mayEndBeforeStart = true;
    query.announcements = Announcements::Each;
    NV_TRY(nvtx, readNvtxRanges(trace, request, query, filter, stop));
    KeyedDurations durations((nvtx.names.size() + 1) * kStyles);
    for (std::size_t i = 0; i < nvtx.ranges.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const NvtxRange& range = nvtx.ranges[i];
        durations.add(keyOf(range, nvtx.names), range.end - range.start);
    }
    const bool showsStyle = query.pushPop && query.startEnd;
    StatsTable table;
    table.columns = sevenColumns("Instances");
    if (showsStyle)
        table.columns.push_back({"Style"});
    table.columns.push_back({"Range"});
    std::int64_t sum = 0;
    for (const RangeGroup& group : groupsOf(nvtx, durations, sum)) {
        StatsRow& row = table.rows.emplace_back();
        if (nvtx.lengthsKnown)
            appendSeven(row, group.stats, sum);
        else
            appendUnknown(row, group.stats.count);
        if (showsStyle)
            row.emplace_back(std::string(styleText(group.style)));
        row.push_back(nameCell(nvtx.names, group.name));
    }
    return table;
}

} // namespace

Result<StatsTable> nvtxSum(const TraceModel& trace, const StatsRequest& request,
                           const StatsFilter& filter, const std::stop_token& stop)
{
    return rangeSum(trace, request, {}, filter, stop);
}

Result<StatsTable> nvtxPushPopSum(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop)
{
    NvtxQuery query;
    query.startEnd = false;
    return rangeSum(trace, request, query, filter, stop);
}

Result<StatsTable> nvtxStartEndSum(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop)
{
    NvtxQuery query;
    query.pushPop = false;
    return rangeSum(trace, request, query, filter, stop);
}

} // namespace nv
