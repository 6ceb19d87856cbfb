// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/outliers/outliers_panel.h"

#include "ui/document.h"
#include "ui/panels/outliers/outlier_table.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"

namespace nv {

OutliersPanel::OutliersPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
{
    begin(); // in the order of the answer: by what each launch took more than its like
}

Table OutliersPanel::rows(const Answer& answer) const
{
    return outlierTable(answer);
}

QString OutliersPanel::rule(const Answer& answer) const
{
    return keptRowsRule(answer.tables->window, tr("launches"), tr("launch"));
}

QString OutliersPanel::emptySentence(const Answer& answer) const
{
    return noOutlierSentence(answer);
}

std::optional<std::uint64_t> OutliersPanel::rowOf(const Answer& answer, EventRef event) const
{
    const auto op = opOf(answer.trace(), event);
    return op ? std::optional(std::uint64_t{op->value}) : std::nullopt;
}

void OutliersPanel::leadTo(const Answer& answer, std::size_t row)
{
    document().reveal({EventKind::Op, answer.tables->outliers[row].op.value});
}

} // namespace nv
