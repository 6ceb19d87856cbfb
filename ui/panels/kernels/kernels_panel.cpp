// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/kernels/kernels_panel.h"

#include "core/analysis/duration_spread.h"
#include "core/analysis/row_events.h"
#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/kernels/bytes_input.h"
#include "ui/panels/kernels/kernel_table.h"
#include "ui/table/event_names.h"
#include "ui/table/spread_view.h"
#include "ui/table/table_view.h"

#include <QInputDialog>
#include <QMenu>
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
    connect(&from.labels(), &NameLabels::changed, this, [this] {
        if (answer().tables)
            present(answer());
    });
    view().setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&view(), &QWidget::customContextMenuRequested, this, &KernelsPanel::showRowMenu);
    begin();
}

DurationPlot& KernelsPanel::plot() const
{
    return m_spread->plot();
}

void KernelsPanel::showRowMenu(const QPoint& where)
{
    const QModelIndex index = view().indexAt(where);
    if (index.isValid())
        rowMenu(view().table().tableRow(index.row()))->popup(view().viewport()->mapToGlobal(where));
}

QMenu* KernelsPanel::rowMenu(std::size_t row)
{
    const KernelRow& kernel = answer().tables->kernels[row];
    const QString name = fromUtf8(answer().trace().names.display(kernel.demangled));
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Bytes per launch …"), this, [this, name] { askBytes(name); });
    QAction* forget = menu->addAction(tr("&Forget its bytes per launch"), this,
                                      [this, name] { setBytes(name, std::nullopt); });
    forget->setEnabled(document().thresholds().bytesPerLaunch.contains(name.toStdString()));
    return menu;
}

void KernelsPanel::askBytes(const QString& kernel)
{
    const auto& given = document().thresholds().bytesPerLaunch;
    const auto found = given.find(kernel.toStdString());
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Bytes per launch"));
    dialog->setLabelText(tr("What a launch of %1 reads and writes in memory, as 12 MiB or 3.5 GB")
                             .arg(format::middle(kernel, kNameLength)));
    dialog->setTextValue(found == given.end() ? QString() : QString::number(found->second));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, kernel](const QString& text) {
        if (const auto bytes = readBytes(text))
            setBytes(kernel, bytes);
    });
    dialog->open();
}

void KernelsPanel::setBytes(const QString& kernel, std::optional<Bytes> bytes)
{
    Thresholds thresholds = document().thresholds();
    if (bytes)
        thresholds.bytesPerLaunch[kernel.toStdString()] = *bytes;
    else
        thresholds.bytesPerLaunch.erase(kernel.toStdString());
    document().setThresholds(thresholds);
}

Table KernelsPanel::rows(const Answer& answer) const
{
    return kernelTable(answer, document().labels().rules());
}

QString KernelsPanel::rule(const Answer& answer) const
{
    return keptRowsRule(answer.tables->window, QStringLiteral("launches"),
                        QStringLiteral("launch"));
}

QString KernelsPanel::remark(const Answer& answer) const
{
    return familiesSentence(answer, document().labels().rules());
}

QString KernelsPanel::emptySentence(const Answer& answer) const
{
    return noKernelSentence(answer.trace());
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
