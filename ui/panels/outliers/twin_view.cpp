// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/outliers/twin_view.h"

#include "ui/format.h"
#include "ui/panels/outliers/twin_picture.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/table/table_view.h"
#include "ui/window_text.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>

namespace nv {
namespace {

struct Figure
{
    QString what;
    QString own;
    QString twin;
};

using Figures = std::vector<Figure>;

QString duration(std::optional<DurationNs> length)
{
    return length ? format::duration(static_cast<double>(*length)) : QString();
}

QString latency(const EventDetails& details)
{
    return details.launch ? format::duration(static_cast<double>(details.launch->latency))
                          : QString();
}

QString callTook(const EventDetails& details)
{
    return details.launch ? duration(details.launch->duration) : QString();
}

QString stepOf(const Analysis& analysis, const EventDetails& details)
{
    return details.step ? stepNumberText(analysis.iterations.rows[*details.step]) : QString();
}

QString innermost(const TraceModel& trace, const EventDetails& details)
{
    return details.ranges.empty()
               ? QString()
               : fromUtf8(trace.names.display(trace.ranges.text[details.ranges.back()()]));
}

QString place(const Surroundings& around)
{
    return around.placeInStep ? format::percent(*around.placeInStep) : QString();
}

Figures figuresOf(const Analysis& analysis, const TwinComparison& both)
{
    const TraceModel& trace = *analysis.trace;
    const auto tr = [](const char* text) { return TwinView::tr(text); };
    return {
        {tr("duration"), duration(both.own.range.length()), duration(both.twin.range.length())},
        {tr("kernels beside it"), format::count(both.aroundOwn.kernelsBeside),
         format::count(both.aroundTwin.kernelsBeside)},
        {tr("copies beside it"), format::count(both.aroundOwn.copiesBeside),
         format::count(both.aroundTwin.copiesBeside)},
        {tr("stream idle before"), duration(both.aroundOwn.idleBefore),
         duration(both.aroundTwin.idleBefore)},
        {tr("call took"), callTook(both.own), callTook(both.twin)},
        {tr("latency"), latency(both.own), latency(both.twin)},
        {tr("step"), stepOf(analysis, both.own), stepOf(analysis, both.twin)},
        {tr("place in step"), place(both.aroundOwn), place(both.aroundTwin)},
        {tr("NVTX range"), innermost(trace, both.own), innermost(trace, both.twin)},
    };
}

} // namespace

Table twinTable(const AnalysisPtr& analysis, const TwinComparison& comparison)
{
    const auto figures = std::make_shared<const Figures>(figuresOf(*analysis, comparison));
    const QString why = QStringLiteral("Not known for this launch.");
    Table table;
    table.rows = figures->size();
    table.id = [](std::size_t i) { return std::uint64_t{i}; };
    const auto column = [&](const char* title, int width, QString Figure::*which) {
        return textColumn(
            {QString::fromLatin1(title), {}, {}, width},
            [figures, which](std::size_t i) { return (*figures)[i].*which; }, why);
    };
    table.columns.push_back(column("what", 120, &Figure::what));
    table.columns.push_back(column("this launch", 92, &Figure::own));
    table.columns.push_back(column("median twin", 92, &Figure::twin));
    table.columns.push_back(wide(remarkColumn(
        {QStringLiteral("differs"), {}, QStringLiteral("Which figures are not the same."), 52},
        [figures](std::size_t i) {
            const Figure& figure = (*figures)[i];
            return figure.own == figure.twin ? QString() : QStringLiteral("yes");
        })));
    return table;
}

TwinView::TwinView(QWidget* parent)
    : QWidget(parent)
    , m_picture(new TwinPicture)
    , m_figures(new TableView)
{
    m_figures->setAccessibleName(tr("Figures of the launch and its median twin"));
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_picture);
    column->addStretch(1);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(m_figures);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);
    connect(m_picture, &TwinPicture::picked, this, &TwinView::picked);
    hide();
}

void TwinView::showTwins(const AnalysisPtr& analysis, const TwinComparison& comparison)
{
    m_picture->showTwins(analysis, comparison);
    m_figures->table().setTable(twinTable(analysis, comparison));
    setVisible(true);
}

void TwinView::clear()
{
    m_picture->clear();
    m_figures->table().setTable({});
    hide();
}

} // namespace nv
