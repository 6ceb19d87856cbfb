// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/aggregate.h"
#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/launch_join.h"
#include "core/analysis/stats/nvtx_rows.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

/// Time of kernels per NVTX range around their launch call: a kernel belongs to every range of the
/// call's thread that encloses the call.  Grouped by thread, range and kernel name; by range (NULL
/// first), thread, then total descending.  Totals are over pairs of kernel and range, so a kernel in
/// two nested ranges of one name counts twice in them and once in "Kern Inst".  A kernel in no range
/// stands under an empty one, without a call it has no thread either.
/// Where several threads announced a domain the real tool gives up; here its ranges bear the name of
/// the first announcement.  Source: nsys.md 2.12.
namespace nv {
namespace {

enum class GroupStyle : std::uint8_t
{
    None,
    PushPop,
    StartEnd,
};

struct GroupKey
{
    std::int64_t thread; ///< pid and tid only: machines merge
    std::uint32_t range; ///< NameId
    std::uint32_t kernel;
    GroupStyle style;
    friend bool operator==(const GroupKey&, const GroupKey&) = default;
};

struct GroupHash
{
    std::size_t operator()(const GroupKey& key) const
    {
        constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15ULL;
        std::uint64_t hash = static_cast<std::uint64_t>(key.thread) * kMix;
        hash = (hash ^ key.range) * kMix;
        hash = (hash ^ (hash >> 29U) ^ key.kernel) * kMix;
        hash = (hash ^ (hash >> 32U) ^ static_cast<std::uint64_t>(key.style)) * kMix;
        return hash ^ (hash >> 29U);
    }
};

struct RangeKernelGroup
{
    std::vector<std::int64_t> durations; ///< of the pairs
    std::vector<std::uint32_t> ranges;
    std::uint32_t lastKernel = 0;
    std::int64_t kernels = 0;

    void add(std::uint32_t kernel, std::uint32_t range, Ns duration)
    {
        if (kernels == 0 || lastKernel != kernel)
            ++kernels;
        lastKernel = kernel;
        if (range != kNoRange && (ranges.empty() || ranges.back() != range))
            ranges.push_back(range);
        durations.push_back(duration);
    }
};

struct RangeKernelRow
{
    GroupKey key;
    std::int64_t ranges;
    std::int64_t kernels;
    Aggregate stats;
};

class KernelsByRange
{
public:
    KernelsByRange(const TraceModel& trace, const NvtxRanges& nvtx, const KernelNames& names)
        : m_trace(trace)
        , m_nvtx(nvtx)
        , m_names(names)
    {}

    Status collect(const StatsFilter& filter, const std::stop_token& stop)
    {
        const std::vector<std::uint32_t> kernels = keptOps(m_trace, OpKind::Kernel, filter);
        NV_TRY(join, LaunchJoin::make(m_trace, keptCalls(m_trace, filter), stop));
        const std::vector<ThreadSpan> spans = join.spansOfCalls(kernels);
        NV_TRY(around, RangesAround::find(m_nvtx.spans(), spans, stop));
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            if (shouldStop(stop, i))
                return statsCancelled();
            const OpIndex kernel(kernels[i]);
            const auto launches = join.of(kernel);
            if (launches.empty())
                add(kernel, kNoThread, kNoRange);
            for (const LaunchJoin::Entry& launch : launches) {
                const std::int64_t thread = spans[launch.rank].thread;
                const auto ranges = around.of(launch.rank);
                if (ranges.empty())
                    add(kernel, thread, kNoRange);
                for (const std::uint32_t range : ranges)
                    add(kernel, thread, range);
            }
        }
        return Nothing{};
    }

    std::vector<RangeKernelRow> rows()
    {
        std::vector<RangeKernelRow> rows;
        rows.reserve(m_groups.size());
        for (auto& [key, group] : m_groups) {
            std::sort(group.ranges.begin(), group.ranges.end());
            const auto last = std::unique(group.ranges.begin(), group.ranges.end());
            rows.push_back(
                {key, last - group.ranges.begin(), group.kernels, aggregate(group.durations)});
        }
        std::sort(
            rows.begin(), rows.end(),
            [this](const RangeKernelRow& a, const RangeKernelRow& b) { return isBefore(a, b); });
        return rows;
    }

private:
    void add(OpIndex kernel, std::int64_t thread, std::uint32_t range)
    {
        GroupKey key{kNoThread, NameId::kNone, 0, GroupStyle::None};
        if (thread != kNoThread)
            key.thread = thread & kPidAndTid;
        if (range != kNoRange) {
            const NvtxRange& nvtx = m_nvtx.ranges[range];
            key.range = nvtx.name.value;
            key.style =
                nvtx.style == NvtxStyle::PushPop ? GroupStyle::PushPop : GroupStyle::StartEnd;
        }
        key.kernel = static_cast<std::uint32_t>(m_names.keyOf(kernel()));
        m_groups[key].add(kernel.value, range,
                          m_trace.ops.end[kernel()] - m_trace.ops.start[kernel()]);
    }

    bool isBefore(const RangeKernelRow& a, const RangeKernelRow& b) const
    {
        if (a.key.range != b.key.range)
            return nameLess(m_nvtx.names, rangeName(a), rangeName(b));
        if (a.key.thread != b.key.thread) // kNoThread is the least
            return a.key.thread < b.key.thread;
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        if (a.key.style != b.key.style)
            return a.key.style < b.key.style;
        return m_names.isBefore(a.key.kernel, b.key.kernel);
    }

    static NameId rangeName(const RangeKernelRow& row)
    {
        return row.key.range == NameId::kNone ? NameId::none() : NameId(row.key.range);
    }

    static constexpr std::int64_t kPidAndTid = 0xFFFFFFFFFFFF;

    const TraceModel& m_trace;
    const NvtxRanges& m_nvtx;
    const KernelNames& m_names;
    std::unordered_map<GroupKey, RangeKernelGroup, GroupHash> m_groups;
};

StatsTable tableOf(const std::vector<RangeKernelRow>& rows, const NvtxRanges& nvtx,
                   const KernelNames& names)
{
    StatsTable table;
    table.columns = {{"NVTX Range"},
                     {"Style"},
                     {"PID"},
                     {"TID"},
                     {"NVTX Inst"},
                     {"Kern Inst"},
                     {"Total Time", StatsUnit::Time},
                     {"Avg", StatsUnit::Time},
                     {"Med", StatsUnit::Time},
                     {"Min", StatsUnit::Time},
                     {"Max", StatsUnit::Time},
                     {"StdDev", StatsUnit::Time},
                     {"Kernel Name"}};
    for (const RangeKernelRow& row : rows) {
        const bool hasRange = row.key.style != GroupStyle::None;
        const NvtxStyle style =
            row.key.style == GroupStyle::StartEnd ? NvtxStyle::StartEnd : NvtxStyle::PushPop;
        const NameId range =
            row.key.range == NameId::kNone ? NameId::none() : NameId(row.key.range);
        table.rows.push_back({nameCell(nvtx.names, range),
                              hasRange ? StatsCell(std::string(styleText(style))) : StatsCell(),
                              pidCell(row.key.thread), tidCell(row.key.thread), row.ranges,
                              row.kernels, row.stats.total, roundedToTenth(row.stats.avg),
                              roundedToTenth(row.stats.median), row.stats.min, row.stats.max,
                              roundedToTenth(row.stats.stddev), names.cell(row.key.kernel)});
    }
    return table;
}

} // namespace

Result<StatsTable> nvtxKernSum(const TraceModel& trace, const StatsRequest& request,
                               const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Kernel] == 0)
        return kernelsMissing(trace, request);
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    NV_TRY(nvtx, readNvtxRanges(trace, request, {}, filter, stop));
    NV_TRY(names, KernelNames::make(trace, request, stop));
    KernelsByRange kernels(trace, nvtx, names);
    if (Status collected = kernels.collect(filter, stop); !collected)
        return collected.error();
    return tableOf(kernels.rows(), nvtx, names);
}

} // namespace nv
