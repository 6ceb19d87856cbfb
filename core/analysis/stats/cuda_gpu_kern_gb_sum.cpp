// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

/// Time per kernel name, grid and block; order as cuda_gpu_kern_sum, what is still equal by
/// ascending grid and block.  Source: nsys.md 2.2.
namespace nv {
namespace {

struct GridLaunch
{
    std::size_t name = 0;
    std::uint32_t shape = 0; ///< among the distinct shapes
    friend auto operator<=>(const GridLaunch&, const GridLaunch&) = default;
};

/// Per variant the number of its shape, and back a variant that has it.
struct Shapes
{
    std::vector<std::uint32_t> ofVariant;
    std::vector<const KernelVariant*> variants;

    explicit Shapes(const TraceModel& trace)
    {
        GroupKeys<std::optional<LaunchShape>> shapes;
        for (const KernelVariant& variant : trace.kernelVariants) {
            ofVariant.push_back(static_cast<std::uint32_t>(shapes.of(variant.shape)));
            if (shapes.size() > variants.size())
                variants.push_back(&variant);
        }
    }
};

} // namespace

Result<StatsTable> cudaGpuKernGbSum(const TraceModel& trace, const StatsRequest& request,
                                    const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Kernel] == 0)
        return kernelsMissing(trace, request);
    NV_TRY(names, KernelNames::make(trace, request, stop));
    const Shapes shapes(trace);
    GroupKeys<GridLaunch> launches;
    KeyedDurations durations;
    const std::vector<std::uint32_t> rows = keptOps(trace, OpKind::Kernel, filter);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::size_t op = rows[i];
        const GridLaunch launch{names.keyOf(op), shapes.ofVariant[trace.ops.variant[op]]};
        durations.add(launches.of(launch), trace.ops.end[op] - trace.ops.start[op]);
    }
    std::int64_t sum = 0;
    std::vector<KeyedDurations::Group> groups = durations.finish(sum);
    std::sort(groups.begin(), groups.end(), [&](const auto& a, const auto& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        if (a.stats.count != b.stats.count)
            return a.stats.count < b.stats.count;
        const GridLaunch& one = launches.key(a.key);
        const GridLaunch& other = launches.key(b.key);
        if (one.name != other.name)
            return names.isBefore(one.name, other.name);
        return shapes.variants[one.shape]->shape < shapes.variants[other.shape]->shape;
    });

    StatsTable table;
    table.columns = sevenColumns("Instances");
    table.columns.insert(table.columns.end(), {{"GridXYZ"}, {"BlockXYZ"}, {"Name"}});
    for (const KeyedDurations::Group& group : groups) {
        const GridLaunch& launch = launches.key(group.key);
        StatsRow& row = table.rows.emplace_back();
        appendSeven(row, group.stats, sum);
        row.push_back(gridCell(*shapes.variants[launch.shape]));
        row.push_back(blockCell(*shapes.variants[launch.shape]));
        row.push_back(names.cell(launch.name));
    }
    return table;
}

} // namespace nv
