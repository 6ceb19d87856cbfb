// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/spread_view.h"

#include "ui/format.h"
#include "ui/table/elided_label.h"
#include "ui/table/event_list.h"
#include "ui/table/table_view.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace nv {
namespace {

constexpr int kDurationColumn = 1;
constexpr std::size_t kMostListed = 20'000;
constexpr int kListWidth = 310;

} // namespace

SpreadView::SpreadView(QWidget* parent)
    : QWidget(parent)
    , m_plot(new DurationPlot)
{
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_plot);
    splitter->addWidget(newList());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kListWidth, kListWidth});
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(m_plot, &DurationPlot::binsPicked, this, &SpreadView::listBins);
}

QWidget* SpreadView::newList()
{
    m_side = new QWidget;
    m_caption = new ElidedLabel;
    auto* close = new QToolButton;
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the list (Esc)"));
    close->setAccessibleName(tr("Close the list"));
    connect(close, &QToolButton::clicked, this, [this] { m_plot->pick(std::nullopt); });
    auto* head = new QHBoxLayout;
    head->addWidget(m_caption, 1);
    head->addWidget(close);
    m_list = new TableView;
    m_list->setFirstSort(kDurationColumn, Qt::DescendingOrder);
    m_list->table().setMaxRows(kMostListed);
    auto* layout = new QVBoxLayout(m_side);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    connect(m_list, &TableView::rowPicked, this, [this](int row) {
        if (m_listed)
            emit eventPicked((*m_listed)[m_list->table().tableRow(row)]);
    });
    m_side->hide();
    return m_side;
}

void SpreadView::showSpread(const AnalysisPtr& analysis, const SpreadPtr& spread,
                            const QString& what)
{
    m_analysis = analysis;
    m_spread = spread;
    m_plot->showDurations(what, spread->histogram, spread->stats);
    listBins(m_plot->picked());
}

void SpreadView::clear()
{
    m_spread.reset();
    m_plot->clear();
    listBins(std::nullopt);
}

void SpreadView::listBins(std::optional<DurationPlot::Bins> bins)
{
    m_side->setVisible(bins.has_value() && m_spread);
    if (!bins || !m_spread) {
        m_listed.reset();
        m_caption->setLine({});
        m_list->table().setTable({});
        return;
    }
    m_listed = std::make_shared<const std::vector<EventRef>>(
        eventsInBins(*m_analysis->trace, *m_spread, bins->first, bins->last));
    const auto edge = [this](std::size_t i) {
        return format::duration(static_cast<double>(m_spread->histogram.edges[i]));
    };
    QString line =
        tr("%1 of %2 to %3")
            .arg(format::count(m_listed->size()), edge(bins->first), edge(bins->last + 1));
    if (m_listed->size() > kMostListed)
        line += tr(" · showing the %1 longest").arg(format::count(kMostListed));
    m_caption->setLine(line);
    m_list->table().setTable(eventTable(m_analysis, m_listed));
}

QString SpreadView::listText() const
{
    return m_caption->text();
}

} // namespace nv
