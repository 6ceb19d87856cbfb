// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/kernel_bandwidth.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

void addTail(const KernelFigures& figures, const TailLimits& limits, DurationNs window,
             KernelRow& row)
{
    const DurationStats& stats = row.stats;
    const auto median = static_cast<double>(stats.p50);
    const bool isFew = stats.count < static_cast<std::uint64_t>(limits.systematicCount);
    const Ns high = isFew ? stats.p95 : stats.p99;
    row.outliers = static_cast<double>(stats.max) > limits.outlierMax * median;
    row.systematic = static_cast<double>(high) > limits.systematicP99 * median;
    if (window > 0)
        row.tailScore = figures.excess / static_cast<double>(window);
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
    const std::vector<KernelFigures>& figures = context.kernelFigures();
    std::vector<KernelRow> rows;
    for (std::size_t g = 0; g < figures.size(); ++g) {
        if (figures[g].stats.count == 0)
            continue;
        const KernelVariant& variant = model.kernelVariants[context.tables->kernelNames.firstOf[g]];
        KernelRow row;
        row.shortName = variant.shortName;
        row.demangled = variant.demangled;
        row.stats = figures[g].stats;
        addTail(figures[g], context.analysis.thresholds.tails, context.window.range.length(), row);
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
