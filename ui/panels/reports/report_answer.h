// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/duration_spread.h"
#include "core/analysis/name_rules.h"
#include "core/analysis/stats/registry.h"
#include "core/analysis/window.h"
#include "ui/panels/reports/report_rows.h"

#include <memory>
#include <optional>
#include <stop_token>

/// The questions of the Reports dock, asked on a worker.
/// Errors: Cancelled; MissingTable where the trace holds nothing of the report; Internal, with a
/// sentence, for a fault.  Thread: pure.
namespace nv {

struct ReportQuestion
{
    AnalysisPtr analysis;
    Window window;
    StatsRequest request;
    Arranging arranging;
};

struct ReportAnswer
{
    ReportQuestion asked;
    ReportRowsPtr rows;
    Table table;
    Arrangement arrangement;
};

Result<ReportAnswer> answerReport(const ReportQuestion& question, const NameRulesPtr& rules,
                                  const std::stop_token& stop);

/// What stands behind a row, and how its durations are spread.
struct RowAnswer
{
    std::shared_ptr<const DurationSpread> spread; ///< never null
    std::optional<TimeRange> stretch;
};

Result<RowAnswer> answerRow(const ReportQuestion& question, const ReportRowsPtr& rows,
                            std::size_t row, const std::stop_token& stop);

/// Why there is no table, in words for the place of the table; rich text.
QString noReportSentence(const ReportQuestion& question, const Error& error);

} // namespace nv
