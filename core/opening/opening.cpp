// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/opening/opening.h"

#include "core/analysis/analysis_archive.h"
#include "core/analysis/tables/table_archive.h"
#include "core/trace/trace_cache.h"

namespace nv {
namespace {

/// The analysis that belongs to a trace from the cache; null when there is none.
AnalysisPtr keptAnalysis(const TracePtr& trace, const Thresholds& thresholds,
                         const LoadOptions& options)
{
    if (!trace->key || !trace->wasKept)
        return nullptr;
    auto analysis = std::make_shared<Analysis>();
    auto budget = std::make_shared<BudgetIndex>();
    auto tables = std::make_shared<TableIndex>();
    if (!TraceCache(options.opened)
             .findBeside(*trace->key, thresholdsJson(thresholds),
                         [&](ArchiveReader& in) { in(*budget, *analysis, *tables); }))
        return nullptr;
    budget->setTrace(trace);
    analysis->trace = trace;
    analysis->thresholds = thresholds;
    tables->setSources(trace, budget, thresholds.budget);
    analysis->budget = std::move(budget);
    analysis->tables = std::move(tables);
    analysis->wasKept = true;
    return analysis;
}

/// A cache must never be what fills the disk.
bool hasRoom(const LoadOptions& options)
{
    constexpr std::uintmax_t kLeaveBytes = std::uintmax_t{4} << 30U;
    std::filesystem::path folder = options.opened.folder;
    std::error_code ec;
    while (!std::filesystem::exists(folder, ec) && folder.has_relative_path())
        folder = folder.parent_path();
    return std::filesystem::space(folder, ec).available >= kLeaveBytes && !ec;
}

} // namespace

Result<AnalysisPtr> openAnalysed(const LoadOptions& options, const Thresholds& thresholds,
                                 const std::stop_token& stop, Progress& progress,
                                 const EarlyAnalysis& early)
{
    NV_TRY(trace, loadTrace(options, stop, progress));
    if (AnalysisPtr kept = keptAnalysis(trace, thresholds, options)) {
        progress.stage = Stage::Done;
        return kept;
    }
    return analyse(trace, thresholds, stop, progress, early);
}

Status keepOpened(const Analysis& analysis, const LoadOptions& options, const std::stop_token& stop)
{
    const TraceModel& trace = *analysis.trace;
    if (!trace.key || !hasRoom(options))
        return Nothing{};
    const TraceCache cache(options.opened);
    if (!trace.wasKept)
        if (Status kept = cache.keep(trace, stop); !kept)
            return kept;
    if (analysis.wasKept || analysis.tables == nullptr)
        return Nothing{};
    return cache.keepBeside(
        *trace.key, thresholdsJson(analysis.thresholds), stop,
        [&](ArchiveWriter& out) { out(*analysis.budget, analysis, *analysis.tables); });
}

} // namespace nv
