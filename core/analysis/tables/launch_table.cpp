// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

LaunchRow rowOf(NameId demangled, const KernelFigures& of, bool haveCalls)
{
    const LaunchFigures& figures = of.launches;
    const auto n = static_cast<double>(figures.count);
    LaunchRow row;
    row.demangled = demangled;
    row.count = figures.count;
    row.apiAvg = figures.callSum / n;
    row.api = figures.callRanks;
    row.kernelAvg = figures.kernelSum / n;
    row.kernel =
        haveCalls ? DurationRanks{of.stats.p50, of.stats.p95, of.stats.p99} : figures.kernelRanks;
    if (figures.waited > 0) {
        row.queueAvg = figures.queueSum / static_cast<double>(figures.waited);
        row.queue = figures.queueRanks;
    }
    row.negativeLatency = figures.negative;
    row.beforeCall = figures.beforeCall;
    row.earliest = figures.earliest;
    return row;
}

} // namespace

std::vector<LaunchRow> launchTable(const TableContext& context)
{
    const TraceModel& model = context.model;
    const std::vector<KernelFigures>& figures = context.kernelFigures();

    struct Ranked
    {
        LaunchRow row;
        double kernelTotal = 0;
    };

    std::vector<Ranked> ranked;
    for (std::size_t g = 0; g < figures.size(); ++g) {
        if (figures[g].launches.count == 0)
            continue;
        const std::uint32_t variant = context.tables->kernelNames.firstOf[g];
        ranked.push_back({rowOf(model.kernelVariants[variant].demangled, figures[g],
                                context.tables->kernels[g].haveCalls),
                          figures[g].launches.kernelSum});
    }
    std::sort(ranked.begin(), ranked.end(), [&](const Ranked& a, const Ranked& b) {
        if (a.kernelTotal != b.kernelTotal)
            return a.kernelTotal > b.kernelTotal;
        return model.names.text(a.row.demangled) < model.names.text(b.row.demangled);
    });
    std::vector<LaunchRow> rows;
    rows.reserve(ranked.size());
    for (const Ranked& r : ranked)
        rows.push_back(r.row);
    return rows;
}

} // namespace nv
