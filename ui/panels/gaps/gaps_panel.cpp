// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/gaps/gaps_panel.h"

#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/gaps/gap_tables.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"

#include <QSplitter>

#include <algorithm>

namespace nv {
namespace {

constexpr int kLengthColumn = 1;
constexpr int kCauseTotalColumn = 2;

} // namespace

GapsPanel::GapsPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
    , m_buckets(new TableView)
    , m_causes(new TableView)
{
    view().setFirstSort(kLengthColumn, Qt::DescendingOrder);
    m_buckets->setFirstSort(0, Qt::AscendingOrder);
    m_causes->setFirstSort(kCauseTotalColumn, Qt::DescendingOrder);
    auto* summary = new QSplitter(Qt::Horizontal);
    summary->setChildrenCollapsible(false);
    summary->addWidget(m_causes);
    summary->addWidget(m_buckets);
    summary->setStretchFactor(0, 2);
    summary->setStretchFactor(1, 3);
    splitter().insertWidget(0, summary);
    splitter().setStretchFactor(0, 1);
    splitter().setStretchFactor(1, 1);
    begin();
}

Table GapsPanel::rows(const Answer& answer) const
{
    return gapTable(answer);
}

QString GapsPanel::rule(const Answer&) const
{
    return tr("whole gaps that overlap it, totals cut at its edges");
}

QString GapsPanel::emptySentence(const Answer& answer) const
{
    return noGapSentence(answer);
}

QString GapsPanel::remark(const Answer& answer) const
{
    const std::uint64_t listed = answer.tables->gaps.top.size();
    const std::uint64_t all = gapCount(answer.tables->gaps);
    if (all <= listed)
        return {};
    return tr("showing the %1 longest of %2 gaps, narrow the window to see the others")
        .arg(format::count(listed), format::count(all));
}

std::optional<std::uint64_t> GapsPanel::rowOf(const Answer& answer, EventRef event) const
{
    const auto& gaps = answer.tables->gaps.top;
    const auto op = opOf(answer.trace(), event);
    const auto it = std::find_if(gaps.begin(), gaps.end(), [&](const GapRow& row) {
        const bool isLaunch =
            event.kind == EventKind::Call && row.gap.launch == CallIndex(event.index);
        return isLaunch || (op && row.gap.after == *op);
    });
    return it == gaps.end() ? std::nullopt : std::optional(gapRowId(*it));
}

void GapsPanel::leadTo(const Answer& answer, std::size_t row)
{
    document().revealRange(answer.tables->gaps.top[row].whole);
}

void GapsPanel::showDetails(const Answer& answer, std::optional<std::size_t>)
{
    m_buckets->table().setTable(gapBucketTable(answer));
    m_causes->table().setTable(gapCauseTable(answer));
}

} // namespace nv
