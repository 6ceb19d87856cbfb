// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/transfers/transfers_panel.h"

#include "core/analysis/row_events.h"
#include "ui/document.h"
#include "ui/panels/transfers/transfer_table.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"

#include <QLabel>
#include <QSplitter>

namespace nv {
namespace {

constexpr int kTotalColumn = 5;

} // namespace

TransfersPanel::TransfersPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
    , m_detail(new QLabel)
{
    view().setFirstSort(kTotalColumn, Qt::DescendingOrder);
    m_detail->setWordWrap(true);
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_detail->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_detail->setMargin(4);
    splitter().addWidget(m_detail);
    splitter().setStretchFactor(0, 1);
    splitter().setStretchFactor(1, 0);
    begin();
}

QString TransfersPanel::detailText() const
{
    return m_detail->text();
}

Table TransfersPanel::rows(const Answer& answer) const
{
    return transferTable(answer);
}

QString TransfersPanel::rule(const Answer& answer) const
{
    return keptRowsRule(answer.tables->window, tr("copies"), tr("copy"))
           + tr(", exposed time cut at the window");
}

QString TransfersPanel::emptySentence(const Answer& answer) const
{
    return noTransferSentence(answer);
}

std::optional<std::uint64_t> TransfersPanel::rowOf(const Answer& answer, EventRef event) const
{
    const TraceModel& trace = answer.trace();
    const auto op = opOf(trace, event);
    if (!op)
        return std::nullopt;
    const OpKind kind = trace.ops.kind[(*op)()];
    if (kind != OpKind::Memcpy && kind != OpKind::Memset)
        return std::nullopt;
    const CopyVariant& copy = trace.copy(*op);
    return transferRowId(kind == OpKind::Memset, copy.copyKind, copy.srcKind, copy.dstKind);
}

void TransfersPanel::leadTo(const Answer& answer, std::size_t row)
{
    const auto op =
        longestTransfer(answer.trace(), answer.tables->window, answer.tables->transfers[row]);
    if (op)
        document().reveal({EventKind::Op, op->value});
}

void TransfersPanel::showDetails(const Answer& answer, std::optional<std::size_t> row)
{
    const auto& all = answer.tables->transfers;
    if (!row && view().table().rowCount() > 0)
        row = view().table().tableRow(0);
    m_detail->setText(row ? perStepSentence(all[*row], answer.analysis->thresholds) : QString());
}

} // namespace nv
