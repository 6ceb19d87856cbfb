// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nvtx_at.h"
#include "core/analysis/tables/outlier_reason.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <limits>

namespace nv {

namespace {

double ratioOf(const LongLaunch& candidate)
{
    return candidate.p50 == 0
               ? std::numeric_limits<double>::infinity()
               : static_cast<double>(candidate.duration) / static_cast<double>(candidate.p50);
}

} // namespace

std::vector<OutlierRow> outlierTable(const TableContext& context)
{
    std::vector<LongLaunch> candidates;
    RecurringLaunches recurring(context);
    const std::vector<KernelFigures>& kernels = context.kernelFigures();
    for (std::size_t group = 0; group < kernels.size(); ++group) {
        const std::vector<LongLaunch>& launches = kernels[group].longLaunches;
        candidates.insert(candidates.end(), launches.begin(), launches.end());
        recurring.look(group, launches);
    }
    std::vector<OutlierRow> rows;
    if (candidates.empty() || context.stop.stop_requested())
        return rows;
    std::sort(candidates.begin(), candidates.end(), [](const LongLaunch& a, const LongLaunch& b) {
        const Ns left = a.duration - a.p50;
        const Ns right = b.duration - b.p50;
        return left != right ? left > right : a.op < b.op;
    });
    OutlierReasons reasons(context);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (i % 64 == 0 && context.stop.stop_requested())
            return {};
        const LongLaunch& candidate = candidates[i];
        const CallIndex launch = context.model.ops.call[candidate.op()];
        OutlierRow row;
        row.op = candidate.op;
        row.ratio = ratioOf(candidate);
        row.groupP50 = candidate.p50;
        if (!launch.isNone()) {
            const Ns at = context.model.calls.start[launch()];
            row.nvtx = rangeText(context.model,
                                 innermostRange(context.nests, context.threadOf(launch), at));
        }
        row.reason = reasons.reason(candidate.op, candidate.twin, recurring.sentence(candidate.op));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace nv
