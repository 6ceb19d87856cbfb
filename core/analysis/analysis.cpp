// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analysis.h"

#include "core/analysis/quality.h"
#include "core/analysis/steady_notes.h"
#include "core/analysis/tables/table_index.h"

#include <algorithm>
#include <functional>

namespace nv {
namespace {

/// Rows of the call table ascend by start, so both lists do.
Status listCalls(Analysis& analysis, const std::stop_token& stop)
{
    for (std::size_t i = 0; i < analysis.trace->calls.size(); ++i) {
        if (shouldStop(stop, i))
            return Error{Errc::Cancelled, "Stopped.", {}};
        const ApiClass cls = analysis.budget->callClass(CallIndex(i));
        if (cls == ApiClass::Compile)
            analysis.compileCalls.emplace_back(i);
        else if (cls == ApiClass::Alloc)
            analysis.allocCalls.emplace_back(i);
    }
    return Nothing{};
}

/// To draw lanes with: nothing that is not known is claimed.
AnalysisPtr withoutRuns(std::shared_ptr<const BudgetIndex> budget, const Thresholds& thresholds)
{
    auto analysis = std::make_shared<Analysis>();
    analysis->trace = budget->trace();
    analysis->budget = std::move(budget);
    analysis->thresholds = thresholds;
    analysis->steady.reason = "The capture is still being analysed.";
    analysis->isEarly = true;
    return analysis;
}

} // namespace

Result<AnalysisPtr> analyse(const TracePtr& trace, const Thresholds& thresholds,
                            const std::stop_token& stop, Progress& progress,
                            const EarlyAnalysis& early)
{
    constexpr std::uint64_t kSteps = 5;
    progress.stage = Stage::Analysing;
    progress.total = kSteps;
    progress.done = 0;
    auto analysis = std::make_shared<Analysis>();
    analysis->trace = trace;
    analysis->thresholds = thresholds;
    BudgetIndex::Early whenClassified;
    if (early)
        whenClassified = [&](std::shared_ptr<const BudgetIndex> known) {
            early(withoutRuns(std::move(known), thresholds));
        };
    NV_TRY(budget, BudgetIndex::build(trace, thresholds.budget, stop, whenClassified));
    analysis->budget = std::move(budget);
    ++progress.done;
    if (Status listed = listCalls(*analysis, stop); !listed)
        return listed.error();
    ++progress.done;
    NV_TRY(steady, findSteadyState(*analysis->budget, stop));
    analysis->steady = std::move(steady);
    analysis->iterations = findIterations(*trace, analysis->steady, stop);
    analysis->iterationFacts = iterationFacts(*trace, analysis->steady, analysis->compileCalls,
                                              analysis->iterations, stop);
    ++progress.done;
    NV_TRY(tables, TableIndex::build(*analysis, {}, stop));
    analysis->tables = std::move(tables);
    ++progress.done;
    NV_TRY(notes, qualityNotes(*analysis->budget, stop));
    analysis->notes = std::move(notes);
    if (auto note = warmUpNote(*trace, analysis->steady)) // worst first
        analysis->notes.insert(std::ranges::upper_bound(analysis->notes, note->severity,
                                                        std::greater{}, &Note::severity),
                               std::move(*note));
    ++progress.done;
    progress.stage = Stage::Done;
    return AnalysisPtr(std::move(analysis));
}

} // namespace nv
