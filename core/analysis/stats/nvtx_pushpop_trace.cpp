// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/nvtx_rows.h"
#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>

/// The push/pop ranges of every thread as trees: by start, of equal starts the shorter first, then
/// level by level.  A range's parent is the shortest other one around it on its thread.
/// As in the real tool two ranges with the same edges are each other's parents, and so they and all
/// in them are left out.  Of equally short parents the one with the lowest rowid is taken (the real
/// tool's choice depends on the shape of its index).  Where several threads announced a domain the
/// real tool gives up; here its ranges bear the name of the first announcement.
/// Source: nsys.md 2.9, 2.11.
namespace nv {
namespace {

struct PushPopTrees
{
    NvtxRanges nvtx;
    RangePositions parents;
    std::vector<std::int32_t> levels;
    std::vector<std::int64_t> children;
    std::vector<Ns> childTime;
    RangePositions order; ///< the rows
};

Ns durationOf(const NvtxRange& range)
{
    return range.end - range.start;
}

/// Ranks of the ranges walked level by level: parents in their order, their children by rowid.
std::vector<std::uint32_t> ranksByLevel(const PushPopTrees& trees)
{
    const std::size_t n = trees.parents.size();
    std::vector<std::size_t> firstChild(n + 1);
    for (std::size_t i = 0; i < n; ++i)
        firstChild[i + 1] = firstChild[i] + static_cast<std::size_t>(trees.children[i]);
    std::vector<std::size_t> next(firstChild.begin(), firstChild.end() - 1);
    RangePositions children(firstChild[n]);
    RangePositions queue;
    for (std::uint32_t i = 0; i < n; ++i) {
        if (trees.parents[i] != kNoRange)
            children[next[trees.parents[i]]++] = i;
        else
            queue.push_back(i);
    }
    std::vector<std::uint32_t> ranks(n);
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t i = queue[at];
        ranks[i] = static_cast<std::uint32_t>(at);
        queue.insert(queue.end(), children.begin() + static_cast<std::ptrdiff_t>(firstChild[i]),
                     children.begin() + static_cast<std::ptrdiff_t>(firstChild[i + 1]));
    }
    return ranks;
}

void orderRows(PushPopTrees& trees)
{
    const std::vector<std::uint32_t> ranks = ranksByLevel(trees);
    for (std::uint32_t i = 0; i < trees.levels.size(); ++i)
        if (trees.levels[i] != kNoLevel)
            trees.order.push_back(i);
    std::sort(trees.order.begin(), trees.order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const NvtxRange& x = trees.nvtx.ranges[a];
        const NvtxRange& y = trees.nvtx.ranges[b];
        if (x.start != y.start)
            return x.start < y.start;
        return x.end != y.end ? x.end < y.end : ranks[a] < ranks[b];
    });
}

Result<PushPopTrees> treesOf(NvtxRanges nvtx, const std::stop_token& stop)
{
    PushPopTrees trees;
    const std::size_t n = nvtx.ranges.size();
    if (nvtx.lengthsKnown) {
        const std::vector<ThreadSpan> spans = nvtx.spans();
        NV_TRY(parents, tightestAround(spans, stop));
        trees.parents = std::move(parents);
        trees.levels = levelsOf(spans, trees.parents);
    } else {
        trees.parents.assign(n, kNoRange);
        trees.levels.assign(n, 0);
    }
    trees.children.resize(n);
    trees.childTime.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t parent = trees.parents[i];
        if (parent == kNoRange)
            continue;
        ++trees.children[parent];
        trees.childTime[parent] = addSaturated(trees.childTime[parent], durationOf(nvtx.ranges[i]));
    }
    trees.nvtx = std::move(nvtx);
    orderRows(trees);
    return trees;
}

StatsRow pushPopRow(const PushPopTrees& trees, std::uint32_t i)
{
    const NvtxRange& range = trees.nvtx.ranges[i];
    const std::uint32_t parent = trees.parents[i];
    StatsRow row;
    row.emplace_back(range.start);
    if (trees.nvtx.lengthsKnown) {
        row.emplace_back(range.end);
        row.emplace_back(durationOf(range));
        row.emplace_back(trees.childTime[i]);
        row.emplace_back(durationOf(range) - trees.childTime[i]);
    } else {
        row.insert(row.end(), {{}, {}, std::int64_t{0}, {}});
    }
    row.push_back(nameCell(trees.nvtx.names, range.name));
    row.push_back(pidCell(range.thread));
    row.push_back(tidCell(range.thread));
    row.emplace_back(std::int64_t{trees.levels[i]});
    row.emplace_back(trees.children[i]);
    row.emplace_back(range.rowId);
    row.push_back(parent == kNoRange ? StatsCell() : trees.nvtx.ranges[parent].rowId);
    row.emplace_back(rangeStack(trees.nvtx.ranges, trees.parents, i));
    if (range.name.isNone())
        row.emplace_back();
    else
        row.emplace_back(std::string(2 * static_cast<std::size_t>(trees.levels[i]), '-')
                         + std::string(trees.nvtx.names.text(range.name)));
    return row;
}

} // namespace

Result<StatsTable> nvtxPushPopTrace(const TraceModel& trace, const StatsRequest& request,
                                    const StatsFilter& filter, const std::stop_token& stop)
{
    NvtxQuery query;
    query.startEnd = false;
    query.acrossThreads = true;
    NV_TRY(nvtx, readNvtxRanges(trace, request, query, filter, stop));
    NV_TRY(trees, treesOf(std::move(nvtx), stop));
    StatsTable table;
    table.columns = {{"Start", StatsUnit::Time},
                     {"End", StatsUnit::Time},
                     {"Duration", StatsUnit::Time},
                     {"DurChild", StatsUnit::Time},
                     {"DurNonChild", StatsUnit::Time},
                     {"Name"},
                     {"PID"},
                     {"TID"},
                     {"Lvl"},
                     {"NumChild"},
                     {"RangeId"},
                     {"ParentId"},
                     {"RangeStack"},
                     {"NameTree"}};
    table.events = trees.order.size();
    table.eventRow = [kept = std::make_shared<const PushPopTrees>(std::move(trees))](
                         std::size_t i) { return pushPopRow(*kept, kept->order[i]); };
    return table;
}

} // namespace nv
