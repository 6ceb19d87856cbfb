// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/stats/stats_table.h"
#include "ui/table/table_model.h"

#include <memory>
#include <stop_token>
#include <vector>

/// The rows of a report for the screen: who each is, and in which order they stand.
/// Everything here runs on a worker and is polled for a stop, because a trace report has a row per
/// event, made when it is looked at.  Cost: each row once, sorting O(n log n) on 8-byte keys; texts are compared once per distinct one.
/// Thread: pure.
namespace nv {

struct ReportRows
{
    AnalysisPtr analysis; ///< what rows made one at a time look into
    StatsTable table;
    std::vector<std::uint64_t> ids; ///< from names, places and starts: a row is the same row in the
                                    ///< next window
};

using ReportRowsPtr = std::shared_ptr<const ReportRows>;

/// Null when it was stopped.
ReportRowsPtr reportRows(const AnalysisPtr& analysis, StatsTable table,
                         const std::stop_token& stop);

/// Sorted by a column (NULL last in both directions, ties in the report's order), without the rows
/// in which no text and no id contains the filter.
Arrangement arrangeReport(const ReportRows& rows, const Arranging& how,
                          const std::stop_token& stop);

} // namespace nv
