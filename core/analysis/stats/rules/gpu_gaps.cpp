// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/rules/gpu_ops.h"
#include "core/base/progress.h"

#include <algorithm>
#include <numeric>
#include <tuple>

/// Stretches of more than gap= ms (500) in which a process ran nothing on a device, between its
/// first operation and its last: see what the threads did then.  Longest first, then by start,
/// process, device.  A gap of exactly that length is not listed, whatever the real tool's help says.
/// The work of another process does not count as busy; an operation of no length splits a gap.  The
/// context is that of the operation that ended.  Source: nsys.md 4.6.
namespace nv {
namespace {

constexpr std::int64_t kGapMs = 500;
constexpr DurationNs kNsPerMs = 1'000'000;

struct IdleTime
{
    DurationNs duration = 0;
    Ns start = 0;
    std::int64_t pid = 0;
    std::int64_t device = 0;
    std::int64_t context = 0;
};

/// The length that a gap must exceed; one nobody can exceed when it is beyond all time.
DurationNs threshold(const StatsRequest& request)
{
    const std::int64_t ms = std::max<std::int64_t>(0, request.number("gap", kGapMs));
    DurationNs ns = 0;
    if (__builtin_mul_overflow(static_cast<DurationNs>(ms), kNsPerMs, &ns))
        return std::numeric_limits<DurationNs>::max();
    return ns;
}

bool addGaps(const GpuOps& group, DurationNs longerThan, std::vector<IdleTime>& gaps,
             const std::stop_token& stop)
{
    std::vector<std::uint32_t> order(group.ops.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(group.ops[a].start, a) < std::tie(group.ops[b].start, b);
    });
    std::uint32_t latest = order.front(); // the last in the list of those that end last
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (shouldStop(stop, i))
            return false;
        const GpuOp& op = group.ops[order[i]];
        const GpuOp& before = group.ops[latest];
        const DurationNs idle = lengthBetween(before.end, op.start);
        if (idle > longerThan)
            gaps.push_back({idle, before.end, group.pid, group.device, before.context});
        if (std::tie(op.end, order[i]) > std::tie(before.end, latest))
            latest = order[i];
    }
    return true;
}

} // namespace

Result<StatsTable> gpuGaps(const TraceModel& trace, const StatsRequest& request,
                           const StatsFilter& filter, const std::stop_token& stop)
{
    NV_TRY(own, ruleFilter(trace, request, filter));
    NV_TRY(groups, gpuOps(trace, request, own, stop));
    std::vector<IdleTime> gaps;
    for (const GpuOps& group : groups)
        if (!addGaps(group, threshold(request), gaps, stop))
            return statsCancelled();
    std::sort(gaps.begin(), gaps.end(), [](const IdleTime& a, const IdleTime& b) {
        return std::tie(b.duration, a.start, a.pid, a.device)
               < std::tie(a.duration, b.start, b.pid, b.device);
    });
    StatsTable table;
    table.columns = {{"Row#"},
                     {"Duration", StatsUnit::Time},
                     {"Start", StatsUnit::Time},
                     {"PID"},
                     {"Device ID"},
                     {"Context ID"}};
    for (std::size_t i = 0; i < ruleRows(request, gaps.size()); ++i) {
        const IdleTime& gap = gaps[i];
        const auto duration =
            static_cast<std::int64_t>(std::min(gap.duration, static_cast<DurationNs>(kMaxNs)));
        table.rows.push_back({static_cast<std::int64_t>(i) + 1, duration, gap.start, gap.pid,
                              gap.device, gap.context});
    }
    return table;
}

} // namespace nv
