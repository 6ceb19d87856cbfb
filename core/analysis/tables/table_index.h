// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/tables/alone_times.h"
#include "core/analysis/tables/first_launches.h"
#include "core/analysis/tables/gap_counts.h"
#include "core/analysis/tables/kept_rows.h"
#include "core/analysis/tables/name_sequences.h"
#include "core/analysis/tables/stream_gaps.h"
#include "core/analysis/tables/whole_figures.h"

#include <memory>

/// What the tables of every window of a trace rest on, computed once.
/// Shape: durations by name, gaps summed up in blocks, stretches in which copies ran alone, nests of
/// calls and ranges, first launches.  Unit: ns.
/// Cost: build O(n log n) on all cores; a few bytes a row.  Errors: only Cancelled.
/// Thread: immutable after build; part of the Analysis, or of a single device for one question.
namespace nv {

struct TableIndex
{
    /// `analysis` needs its trace, budget and thresholds; the trace and the budget are kept.
    static Result<std::shared_ptr<const TableIndex>> build(const Analysis& analysis, DeviceId only,
                                                           const std::stop_token& stop);

    /// For an index over all devices that was kept with its trace (table_archive.h): what it was
    /// made of.
    void setSources(TracePtr of, std::shared_ptr<const BudgetIndex> budgetOf,
                    const BudgetLimits& limitsOf);

    GapSources gapSources() const { return {*trace, *budget, limits, nests, kernelNames.groupOf}; }

    TracePtr trace;
    std::shared_ptr<const BudgetIndex> budget;
    BudgetLimits limits;
    DeviceId only; ///< kernels, copies, stream gaps are those of this device; none: of all

    VariantGroups kernelNames;
    BaseGroups callBases;
    EventNests nests;
    RowReach opReach;
    RowReach callReach;
    std::vector<KernelSequence> kernels; ///< by group of kernelNames
    std::vector<NameSequence> calls;     ///< by group of callBases
    WholeFigures whole;
    PackedValues copies;         ///< rows
    PackedValues sets;           ///< rows
    PackedValues compileCalls;   ///< rows
    std::vector<GapBlocks> gaps; ///< by device
    StreamGaps streamGaps;
    AloneTimes alone;
    FirstLaunches firstLaunches;
    GraphMode graphMode = GraphMode::None;
};

} // namespace nv
