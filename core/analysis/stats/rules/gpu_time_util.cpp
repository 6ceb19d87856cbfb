// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/aggregate.h"
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/rules/gpu_ops.h"
#include "core/base/progress.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

/// Stretches in which less than threshold= percent (50) of the time was used: the span of a
/// process's operations on a device in chunks= parts (30), neighbouring parts below the threshold
/// put together.  Least used first, then shortest.  Operations that overlap add up, so that more
/// than 100 percent are possible.
/// As in the real tool rows= cuts before the rows are sorted: what is left are the first runs of all
/// devices, not the least used ones.  Source: nsys.md 4.7.
namespace nv {
namespace {

constexpr std::int64_t kThreshold = 50;
constexpr std::int64_t kChunks = 30;
constexpr std::int64_t kMostChunks = 1000;

struct Chunk
{
    double start = 0;
    double end = 0;
    double busy = 0; ///< ns
};

/// Parts of equal length but the last; fewer than asked for where their rounded length is used up.
std::vector<Chunk> chunksOf(const GpuOps& group, std::int64_t count)
{
    const auto lo = static_cast<double>(group.first);
    const auto hi = static_cast<double>(group.last);
    const double size =
        std::ceil(static_cast<double>(group.last - group.first) / static_cast<double>(count));
    std::vector<Chunk> chunks;
    for (std::int64_t i = 0; i < count; ++i) {
        const double start = lo + static_cast<double>(i) * size;
        const double end = std::min(start + size, hi);
        if (!(start < end))
            break;
        chunks.push_back({start, end, 0});
    }
    return chunks;
}

bool addWork(const GpuOps& group, std::vector<Chunk>& chunks, const std::stop_token& stop)
{
    for (std::size_t i = 0; i < group.ops.size(); ++i) {
        if (shouldStop(stop, i))
            return false;
        const auto start = static_cast<double>(group.ops[i].start);
        const auto end = static_cast<double>(group.ops[i].end);
        auto chunk = std::partition_point(chunks.begin(), chunks.end(),
                                          [&](const Chunk& c) { return c.end <= start; });
        for (; chunk != chunks.end() && chunk->start < end; ++chunk)
            chunk->busy += std::min(end, chunk->end) - std::max(start, chunk->start);
    }
    return true;
}

struct Run
{
    std::int64_t leftOut = 0; ///< chunks above the threshold before it: the real tool's group
    const GpuOps* group = nullptr;
    Ns start = 0;
    Ns duration = 0;
    double inUse = 0;
};

class RunBuilder
{
public:
    void add(const Chunk& chunk, double percent)
    {
        if (m_length == 0)
            m_start = chunk.start;
        m_end = chunk.end;
        m_length += chunk.end - chunk.start;
        m_weighted += (chunk.end - chunk.start) * percent;
    }

    std::optional<Run> finish(std::int64_t leftOut, const GpuOps& group)
    {
        if (m_length == 0)
            return std::nullopt;
        const Run run{leftOut, &group, static_cast<Ns>(m_start), static_cast<Ns>(m_end - m_start),
                      roundedToTenth(m_weighted / m_length)};
        *this = {};
        return run;
    }

private:
    double m_start = 0;
    double m_end = 0;
    double m_length = 0;
    double m_weighted = 0;
};

void addRuns(const GpuOps& group, const std::vector<Chunk>& chunks, double threshold,
             std::vector<Run>& runs)
{
    RunBuilder builder;
    std::int64_t leftOut = 0;
    const auto finish = [&] {
        if (const auto run = builder.finish(leftOut, group))
            runs.push_back(*run);
    };
    for (const Chunk& chunk : chunks) {
        const double percent = chunk.busy / (chunk.end - chunk.start) * 100;
        if (percent < threshold) {
            builder.add(chunk, percent);
            continue;
        }
        finish();
        ++leftOut;
    }
    finish();
}

/// The first rows= runs in the real tool's inner order, then sorted for the reader.
void cutAndSort(const StatsRequest& request, std::vector<Run>& runs)
{
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
        return std::tie(a.leftOut, a.group->device, a.group->pid)
               < std::tie(b.leftOut, b.group->device, b.group->pid);
    });
    runs.resize(ruleRows(request, runs.size()));
    std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) {
        return std::tie(a.inUse, a.duration) < std::tie(b.inUse, b.duration);
    });
}

} // namespace

Result<StatsTable> gpuTimeUtil(const TraceModel& trace, const StatsRequest& request,
                               const StatsFilter& filter, const std::stop_token& stop)
{
    const std::int64_t count = request.number("chunks", kChunks);
    if (count < 0 || count > kMostChunks)
        return Error{Errc::BadArgument,
                     "\"" + request.text + "\" asks for chunks that are not between 1 and 1000.",
                     {}};
    const auto threshold = static_cast<double>(request.number("threshold", kThreshold));
    NV_TRY(own, ruleFilter(trace, request, filter));
    NV_TRY(groups, gpuOps(trace, request, own, stop));
    std::vector<Run> runs;
    for (const GpuOps& group : groups) {
        std::vector<Chunk> chunks = chunksOf(group, count);
        if (!addWork(group, chunks, stop))
            return statsCancelled();
        addRuns(group, chunks, threshold, runs);
    }
    cutAndSort(request, runs);
    StatsTable table;
    table.columns = {{"Row#"},
                     {"In-Use", StatsUnit::Percent},
                     {"Duration", StatsUnit::Time},
                     {"Start", StatsUnit::Time},
                     {"PID"},
                     {"Device ID"},
                     {"Context ID"}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = runs[i];
        table.rows.push_back({static_cast<std::int64_t>(i) + 1, run.inUse, run.duration, run.start,
                              run.group->pid, run.group->device, run.group->context});
    }
    return table;
}

} // namespace nv
