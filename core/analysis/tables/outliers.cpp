// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nvtx_at.h"
#include "core/analysis/tables/outlier_reason.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <limits>

namespace nv {

namespace {

struct Candidate
{
    OpIndex op;
    OpIndex twin;
    Ns duration = 0;
    Ns p50 = 0;
};

/// The kept kernels of each group, ascending within it.
std::vector<std::vector<std::uint32_t>> kernelsByGroup(const TableContext& context)
{
    const VariantGroups groups = groupsByNameAndShape(context.model);
    std::vector<std::vector<std::uint32_t>> members(groups.firstOf.size());
    for (const std::uint32_t op : context.ops.kernels)
        members[groups.groupOf[context.model.ops.variant[op]]].push_back(op);
    return members;
}

/// `ops` are reordered.
void addCandidates(const TableContext& context, std::vector<std::uint32_t>& ops,
                   std::vector<Candidate>& candidates)
{
    const TailLimits& limits = context.analysis.thresholds.tails;
    if (static_cast<std::int64_t>(ops.size()) < limits.groupSize || ops.empty())
        return;
    const OpTable& table = context.model.ops;
    const auto durationOf = [&](std::uint32_t op) { return table.end[op] - table.start[op]; };
    const std::size_t rank = (ops.size() + 1) / 2 - 1; // nearest rank of 50 %
    const auto middle = ops.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(ops.begin(), middle, ops.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Ns left = durationOf(a);
        const Ns right = durationOf(b);
        return left != right ? left < right : a < b;
    });
    const std::uint32_t twin = *middle;
    const Ns p50 = durationOf(twin);
    for (auto op = middle; op != ops.end(); ++op) {
        const Ns duration = durationOf(*op);
        const bool isLong =
            static_cast<double>(duration) > limits.outlierRatio * static_cast<double>(p50);
        if (isLong && duration - p50 >= limits.outlierMinNs)
            candidates.push_back({OpIndex(*op), OpIndex(twin), duration, p50});
    }
}

double ratioOf(const Candidate& candidate)
{
    return candidate.p50 == 0
               ? std::numeric_limits<double>::infinity()
               : static_cast<double>(candidate.duration) / static_cast<double>(candidate.p50);
}

} // namespace

std::vector<OutlierRow> outlierTable(TableContext& context)
{
    std::vector<Candidate> candidates;
    for (std::vector<std::uint32_t>& ops : kernelsByGroup(context)) {
        if (context.stop.stop_requested())
            return {};
        addCandidates(context, ops, candidates);
    }
    std::vector<OutlierRow> rows;
    if (candidates.empty())
        return rows;
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        const Ns left = a.duration - a.p50;
        const Ns right = b.duration - b.p50;
        return left != right ? left > right : a.op < b.op;
    });
    OutlierReasons reasons(context);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (i % 64 == 0 && context.stop.stop_requested())
            return {};
        const Candidate& candidate = candidates[i];
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
        row.reason = reasons.reason(candidate.op, candidate.twin);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace nv
