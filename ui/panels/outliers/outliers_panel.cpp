// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/outliers/outliers_panel.h"

#include "core/analysis/twin_comparison.h"
#include "ui/document.h"
#include "ui/panels/outliers/outlier_table.h"
#include "ui/panels/outliers/twin_view.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"

#include <QSplitter>

namespace nv {

OutliersPanel::OutliersPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
    , m_twins(new TwinView)
{
    splitter().addWidget(m_twins);
    splitter().setStretchFactor(0, 1);
    splitter().setStretchFactor(1, 0);
    connect(m_twins, &TwinView::picked, this,
            [this](const EventRef& event) { document().reveal(event); });
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

/// Without a highlighted row the first one is shown: it took the most.
void OutliersPanel::showDetails(const Answer& answer, std::optional<std::size_t> row)
{
    if (!row && view().table().rowCount() > 0)
        row = view().table().tableRow(0);
    if (!row) {
        m_job.cancel();
        m_twins->clear();
        return;
    }
    m_job.follow(
        [asked = answer, op = answer.tables->outliers[*row].op](const std::stop_token& stop) {
            return compareWithTwin(*asked.analysis, asked.tables->window, op, stop);
        },
        [this, asked = answer](const Result<std::optional<TwinComparison>>& both) {
            if (both && both.value() && asked.analysis->budget)
                m_twins->showTwins(asked.analysis, *both.value());
            else
                m_twins->clear();
        });
}

} // namespace nv
