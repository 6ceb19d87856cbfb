// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"
#include "core/analysis/iteration_facts.h"
#include "core/analysis/steps.h"
#include "core/analysis/thresholds.h"
#include "core/base/progress.h"

#include <functional>
#include <memory>

/// Everything that is computed once per opened trace and asked per window afterwards.
/// Cost: O(n log n) to make.  Errors: only Cancelled.
/// Thread: immutable; hand out as AnalysisPtr to the window, its workers and the command line
/// alike.
namespace nv {

struct TableIndex;

struct Analysis
{
    TracePtr trace;
    std::shared_ptr<const BudgetIndex> budget;
    SteadyState steady;
    Thresholds thresholds;
    /// Calls of two classes, ascending by start: their conditions by count answer with the brush.
    std::vector<CallIndex> compileCalls;
    std::vector<CallIndex> allocCalls;
    Iterations iterations; ///< as the ranks mark them, else the steps of the steady state
    std::vector<IterationFacts> iterationFacts; ///< one per row
    bool wasKept = false;                       ///< taken from the cache of opened traces
    bool isEarly = false;    ///< lanes can be drawn; budget, steps and iterations are not known yet
    std::vector<Note> notes; ///< the trace's own and those that need an analysis, worst first
    /// What the tables of every window rest on; null: each window makes its own.
    std::shared_ptr<const TableIndex> tables;
};

using AnalysisPtr = std::shared_ptr<const Analysis>;

/// Takes what lanes can be drawn with while the rest is worked out.
using EarlyAnalysis = std::function<void(const AnalysisPtr&)>;

/// `early` is called on the thread of the caller, once, before the long part.
Result<AnalysisPtr> analyse(const TracePtr& trace, const Thresholds& thresholds,
                            const std::stop_token& stop, Progress& progress,
                            const EarlyAnalysis& early = {});

} // namespace nv
