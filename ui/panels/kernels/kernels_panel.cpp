// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/kernels/kernels_panel.h"

#include "core/analysis/duration_spread.h"
#include "core/analysis/row_events.h"
#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/kernels/kernel_table.h"
#include "ui/table/event_names.h"
#include "ui/table/spread_view.h"
#include "ui/table/table_view.h"

#include <QSplitter>

namespace nv {
namespace {

// Clocks of GPUs tick in tens of ns: finer bins of a short kernel would show a comb.
constexpr std::size_t kBins = 24;
constexpr int kTotalColumn = 2;
constexpr int kNameLength = 32;

Result<SpreadPtr> launchSpread(const Answer& asked, NameId kernel, const std::stop_token& stop)
{
    NV_TRY(launches, launchesOf(asked.trace(), asked.tables->window, kernel, stop));
    NV_TRY(spread, durationSpread(asked.trace(), std::move(launches), kBins, stop));
    return std::make_shared<const DurationSpread>(std::move(spread));
}

} // namespace

KernelsPanel::KernelsPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
    , m_spread(new SpreadView)
{
    view().setFirstSort(kTotalColumn, Qt::DescendingOrder);
    splitter().addWidget(m_spread);
    splitter().setStretchFactor(0, 3);
    splitter().setStretchFactor(1, 1);
    connect(m_spread, &SpreadView::eventPicked, this,
            [this](const EventRef& event) { document().reveal(event); });
    begin();
}

DurationPlot& KernelsPanel::plot() const
{
    return m_spread->plot();
}

Table KernelsPanel::rows(const Answer& answer) const
{
    return kernelTable(answer);
}

QString KernelsPanel::rule(const Answer& answer) const
{
    return keptRowsRule(answer.tables->window, QStringLiteral("launches"),
                        QStringLiteral("launch"));
}

QString KernelsPanel::emptySentence(const Answer& answer) const
{
    return noKernelSentence(answer);
}

std::optional<std::uint64_t> KernelsPanel::rowOf(const Answer& answer, EventRef event) const
{
    const auto op = opOf(answer.trace(), event);
    if (!op || answer.trace().ops.kind[(*op)()] != OpKind::Kernel)
        return std::nullopt;
    return answer.trace().kernel(*op).demangled.value;
}

void KernelsPanel::leadTo(const Answer& answer, std::size_t row)
{
    const auto op =
        longestLaunch(answer.trace(), answer.tables->window, answer.tables->kernels[row].demangled);
    if (op)
        document().reveal({EventKind::Op, op->value});
}

/// Without a highlighted row the first one is shown: it is what the window is made of.
void KernelsPanel::showDetails(const Answer& answer, std::optional<std::size_t> row)
{
    if (!row && view().table().rowCount() > 0)
        row = view().table().tableRow(0);
    if (!row) {
        m_job.cancel();
        m_spread->clear();
        return;
    }
    const KernelRow kernel = answer.tables->kernels[*row];
    m_job.follow(
        [asked = answer, kernel](const std::stop_token& stop) {
            return launchSpread(asked, kernel.demangled, stop);
        },
        [this, asked = answer, kernel](const Result<SpreadPtr>& spread) {
            const QString name = fromUtf8(asked.trace().names.display(kernel.shortName));
            if (spread)
                m_spread->showSpread(asked.analysis, spread.value(),
                                     tr("launches of %1").arg(format::middle(name, kNameLength)));
        });
}

} // namespace nv
