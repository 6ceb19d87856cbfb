// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/duration_stats.h"
#include "core/analysis/tables/kernel_bandwidth.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

/// What launches much longer than their median cost together.
double excessOf(std::span<const Ns> durations, Ns p50, double limit)
{
    const auto median = static_cast<double>(p50);
    double excess = 0;
    for (const Ns duration : durations) {
        const auto value = static_cast<double>(duration);
        if (value > limit * median)
            excess += value - median;
    }
    return excess;
}

void addTail(std::span<const Ns> durations, const TailLimits& limits, DurationNs window,
             KernelRow& row)
{
    const DurationStats& stats = row.stats;
    const auto median = static_cast<double>(stats.p50);
    const bool isFew = stats.count < static_cast<std::uint64_t>(limits.systematicCount);
    const Ns high = isFew ? stats.p95 : stats.p99;
    row.outliers = static_cast<double>(stats.max) > limits.outlierMax * median;
    row.systematic = static_cast<double>(high) > limits.systematicP99 * median;
    if (window > 0)
        row.tailScore = excessOf(durations, stats.p50, limits.excess) / static_cast<double>(window);
}

/// Shares as nsys' Time %: of the listed rows, not of the window.
void addShares(std::vector<KernelRow>& rows)
{
    double sum = 0;
    for (const KernelRow& row : rows)
        sum += static_cast<double>(row.stats.total);
    for (KernelRow& row : rows)
        row.share = sum > 0 ? static_cast<double>(row.stats.total) / sum : 0.0;
}

} // namespace

std::vector<KernelRow> kernelTable(const TableContext& context)
{
    const TraceModel& model = context.model;
    const OpTable& ops = model.ops;
    const VariantGroups groups = groupsByName(model);
    std::vector<std::uint32_t> kernels = context.ops.kernels;
    sortByFileOrder(kernels, ops.fileOrder);
    GroupedDurations durations =
        groupDurations(kernels, ops.start.data(), ops.end.data(), groups.firstOf.size(),
                       [&](std::uint32_t op) { return groups.groupOf[ops.variant[op]]; });

    std::vector<KernelRow> rows;
    for (std::size_t g = 0; g < durations.groups() && !context.stop.stop_requested(); ++g) {
        const std::span<Ns> values = durations.of(g);
        if (values.empty())
            continue;
        const KernelVariant& variant = model.kernelVariants[groups.firstOf[g]];
        KernelRow row;
        row.shortName = variant.shortName;
        row.demangled = variant.demangled;
        row.stats = durationStats(values);
        addTail(values, context.analysis.thresholds.tails, context.window.range.length(), row);
        rows.push_back(row);
    }
    addShares(rows);
    addBandwidth(context, rows);
    std::sort(rows.begin(), rows.end(), [&](const KernelRow& a, const KernelRow& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        const std::string_view left = model.names.text(a.demangled);
        const std::string_view right = model.names.text(b.demangled);
        return left != right ? left < right : a.demangled < b.demangled;
    });
    return rows;
}

} // namespace nv
