// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reports/report_answer.h"

#include "core/analysis/stats/events_of_row.h"
#include "core/analysis/stats/report_group.h"
#include "ui/panels/reports/report_table.h"
#include "ui/table/event_names.h"
#include "ui/table/table_panel.h"

#include <exception>

namespace nv {
namespace {

constexpr std::size_t kBins = 24; // as in the Kernels panel: a device's clock ticks in tens of ns

Error cancelled()
{
    return {Errc::Cancelled, "The report was cancelled.", {}};
}

Result<ReportAnswer> answer(const ReportQuestion& question, const NameRulesPtr& rules,
                            const std::stop_token& stop)
{
    NV_TRY(made, makeStats(*question.analysis->trace, question.request,
                           windowStatsFilter(question.window), stop));
    ReportAnswer out;
    out.asked = question;
    out.rows = reportRows(question.analysis, std::move(made), stop);
    if (!out.rows)
        return cancelled();
    out.table = reportTable(question.request.report->name, out.rows, rules);
    out.arrangement = arrangeReport(*out.rows, question.arranging, stop);
    if (stop.stop_requested())
        return cancelled();
    return out;
}

} // namespace

Result<ReportAnswer> answerReport(const ReportQuestion& question, const NameRulesPtr& rules,
                                  const std::stop_token& stop)
{
    try {
        return answer(question, rules, stop);
    } catch (const std::exception& fault) {
        return Error{Errc::Internal, "The report could not be made; choose a narrower window.",
                     fault.what()};
    }
}

Result<RowAnswer> answerRow(const ReportQuestion& question, const ReportRowsPtr& rows,
                            std::size_t row, const std::stop_token& stop)
{
    const TraceModel& trace = *question.analysis->trace;
    NV_TRY(events, eventsOfRow(trace, question.request, windowStatsFilter(question.window),
                               rows->table, row, stop));
    NV_TRY(spread, durationSpread(trace, std::move(events.events), kBins, stop));
    return RowAnswer{std::make_shared<const DurationSpread>(std::move(spread)), events.stretch};
}

QString noReportSentence(const ReportQuestion& question, const Error& error)
{
    const QString sentence = QString::fromStdString(error.message);
    if (error.code != Errc::MissingTable)
        return sentence.toHtmlEscaped();
    return neverRecorded(sentence, fromUtf8(captureFor(*question.request.report)));
}

} // namespace nv
