// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/step_transfers.h"

#include "core/analysis/step_ranges.h"
#include "core/base/progress.h"

#include <map>

namespace nv {

std::string stepTransferName(bool isMemset, const CopyVariant& copy)
{
    if (isMemset)
        return "memset " + memoryKindLabel(copy.dstKind);
    return copyKindLabel(copy.copyKind) + ", " + memoryKindLabel(copy.srcKind) + " to "
           + memoryKindLabel(copy.dstKind);
}

Ns stepTimeOf(const TraceModel& trace, const ChosenSteps& chosen, OpIndex op)
{
    const CallIndex call = trace.ops.call[op()];
    return chosen.areOnHost && !call.isNone() ? trace.calls.start[call()] : trace.ops.start[op()];
}

std::vector<std::vector<StepTransferRow>>
stepTransfers(const TraceModel& trace, const ChosenSteps& chosen, const std::stop_token& stop)
{
    const RankOfProcess rankOf(trace, chosen.ranks);
    std::vector<TimeCover> covers;
    for (const RankPeriods& rank : chosen.ranks)
        covers.emplace_back(rank.periods);
    std::vector<std::map<std::string, StepTransferRow>> sums(covers.size());
    const OpTable& ops = trace.ops;
    for (std::size_t i = 0; i < ops.size() && !shouldStop(stop, i); ++i) {
        const bool isMemset = ops.kind[i] == OpKind::Memset;
        if (!isMemset && ops.kind[i] != OpKind::Memcpy)
            continue;
        const OpIndex op(i);
        const std::size_t rank = rankOf(trace.processOf(op));
        if (rank == kNoRank || !covers[rank].contains(stepTimeOf(trace, chosen, op)))
            continue;
        const CopyVariant& copy = trace.copy(op);
        StepTransferRow& row = sums[rank][stepTransferName(isMemset, copy)];
        ++row.count;
        row.bytes = addSaturated(row.bytes, std::max<Bytes>(copy.bytes, 0));
        row.total = addSaturated(row.total, ops.end[i] - ops.start[i]);
    }
    std::vector<std::vector<StepTransferRow>> out(sums.size());
    for (std::size_t r = 0; r < sums.size(); ++r)
        for (auto& [name, row] : sums[r]) {
            row.name = name;
            out[r].push_back(row);
        }
    return out;
}

} // namespace nv
