// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

struct Sums
{
    std::uint64_t count = 0;
    double api = 0;
    double queue = 0;
    double waited = 0; ///< launches with a queue time
    double kernel = 0;
    std::uint64_t negative = 0;
};

} // namespace

std::vector<LaunchRow> launchTable(const TableContext& context)
{
    const TraceModel& model = context.model;
    const OpTable& ops = model.ops;
    const CallTable& calls = model.calls;
    const VariantGroups groups = groupsByName(model);
    std::vector<Sums> sums(groups.firstOf.size());
    for (std::size_t k = 0; k < context.ops.kernels.size() && !shouldStop(context.stop, k); ++k) {
        const std::uint32_t op = context.ops.kernels[k];
        const CallIndex call = ops.call[op];
        if (call.isNone())
            continue;
        Sums& sum = sums[groups.groupOf[ops.variant[op]]];
        sum.count += 1;
        sum.api += static_cast<double>(calls.end[call()] - calls.start[call()]);
        sum.kernel += static_cast<double>(ops.end[op] - ops.start[op]);
        if (ops.start[op] < calls.end[call()]) {
            sum.negative += 1;
        } else {
            sum.queue += static_cast<double>(lengthBetween(calls.end[call()], ops.start[op]));
            sum.waited += 1;
        }
    }

    struct Ranked
    {
        LaunchRow row;
        double kernelTotal = 0;
    };

    std::vector<Ranked> ranked;
    for (std::size_t g = 0; g < sums.size(); ++g) {
        const Sums& sum = sums[g];
        if (sum.count == 0)
            continue;
        const auto n = static_cast<double>(sum.count);
        LaunchRow row;
        row.demangled = model.kernelVariants[groups.firstOf[g]].demangled;
        row.count = sum.count;
        row.apiAvg = sum.api / n;
        row.kernelAvg = sum.kernel / n;
        if (sum.waited > 0)
            row.queueAvg = sum.queue / sum.waited;
        row.negativeLatency = sum.negative;
        ranked.push_back({row, sum.kernel});
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
