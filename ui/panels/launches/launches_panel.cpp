// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/launches/launches_panel.h"

#include "core/analysis/row_events.h"
#include "ui/document.h"
#include "ui/panels/launches/launch_table.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"

namespace nv {
namespace {

constexpr int kCountColumn = 1;

} // namespace

LaunchesPanel::LaunchesPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
{
    view().setFirstSort(kCountColumn, Qt::DescendingOrder);
    begin();
}

Table LaunchesPanel::rows(const Answer& answer) const
{
    return launchTable(answer);
}

QString LaunchesPanel::rule(const Answer& answer) const
{
    return keptRowsRule(answer.tables->window, tr("launches whose kernel"), tr("launch"));
}

QString LaunchesPanel::remark(const Answer& answer) const
{
    return launchRemark(answer);
}

QString LaunchesPanel::emptySentence(const Answer& answer) const
{
    return noLaunchSentence(answer);
}

std::optional<std::uint64_t> LaunchesPanel::rowOf(const Answer& answer, EventRef event) const
{
    const auto op = opOf(answer.trace(), event);
    if (!op || answer.trace().ops.kind[(*op)()] != OpKind::Kernel)
        return std::nullopt;
    return answer.trace().kernel(*op).demangled.value;
}

void LaunchesPanel::leadTo(const Answer& answer, std::size_t row)
{
    const auto op = longestLaunch(answer.trace(), answer.tables->window,
                                  answer.tables->launches[row].demangled);
    if (op)
        document().reveal({EventKind::Op, op->value});
}

} // namespace nv
