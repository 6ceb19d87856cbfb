// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/api/api_panel.h"

#include "core/analysis/row_events.h"
#include "ui/document.h"
#include "ui/panels/api/api_table.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"

namespace nv {
namespace {

constexpr int kTotalColumn = 3;

} // namespace

ApiPanel::ApiPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
{
    view().setFirstSort(kTotalColumn, Qt::DescendingOrder);
    begin();
}

Table ApiPanel::rows(const Answer& answer) const
{
    return apiTable(answer);
}

QString ApiPanel::rule(const Answer& answer) const
{
    return keptRowsRule(answer.tables->window, tr("calls"), tr("call"));
}

QString ApiPanel::emptySentence(const Answer& answer) const
{
    return noCallSentence(answer);
}

std::optional<std::uint64_t> ApiPanel::rowOf(const Answer& answer, EventRef event) const
{
    const TraceModel& trace = answer.trace();
    const auto call = callOf(trace, event);
    if (!call || trace.calls.name[(*call)()].isNone())
        return std::nullopt;
    return apiRowId(apiRowName(trace, trace.calls.name[(*call)()]));
}

void ApiPanel::leadTo(const Answer& answer, std::size_t row)
{
    const auto call =
        longestCall(answer.trace(), answer.tables->window, answer.tables->api[row].name);
    if (call)
        document().reveal({EventKind::Call, call->value});
}

} // namespace nv
