// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/steps/steps_panel.h"

#include "core/scene/event_view.h"
#include "ui/document.h"
#include "ui/format.h"
#include "ui/panels/steps/step_table.h"
#include "ui/plot/step_chart.h"
#include "ui/table/table_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>

#include <algorithm>

namespace nv {
namespace {

constexpr int kStepColumn = 0;
constexpr int kSmallPixels = 12;
constexpr int kChartPixels = 116; ///< fewer, and the ticks of its axis run into each other

} // namespace

StepsPanel::StepsPanel(Document& from, QWidget* parent)
    : TablePanel(from, parent)
    , m_proof(new QLabel)
    , m_chart(new StepChart)
{
    view().setFirstSort(kStepColumn, Qt::AscendingOrder);
    m_proof->setTextFormat(Qt::PlainText);
    m_proof->setWordWrap(true);
    m_proof->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_proof->setContentsMargins(12, 6, 12, 4);
    QFont font = m_proof->font();
    font.setPixelSize(kSmallPixels);
    m_proof->setFont(font);
    m_proof->setObjectName(QStringLiteral("proof"));
    auto* above = new QWidget;
    auto* row = new QHBoxLayout(above);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_proof->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* scroll = new QScrollArea; // a low dock has no room for all of it
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_proof);
    row->addWidget(scroll, 2);
    row->addWidget(m_chart, 3);
    above->setMinimumHeight(kChartPixels);
    splitter().insertWidget(0, above);
    splitter().setStretchFactor(0, 1);
    splitter().setStretchFactor(1, 2);
    connect(m_chart, &StepChart::pointPicked, this, [this](std::size_t point) {
        if (answer().analysis && point < answer().analysis->iterations.rows.size())
            leadTo(answer(), point);
    });
    begin();
}

QString StepsPanel::proof() const
{
    return m_proof->text();
}

Table StepsPanel::rows(const Answer& answer) const
{
    return stepTable(answer);
}

QString StepsPanel::rule(const Answer&) const
{
    return tr("every step of the capture, the window is shaded");
}

QString StepsPanel::emptySentence(const Answer& answer) const
{
    return noStepSentence(answer);
}

/// The step of the rank that an event belongs to, by its start.
std::optional<std::uint64_t> StepsPanel::rowOf(const Answer& answer, EventRef event) const
{
    const Ns start = scene::rangeOf(answer.trace(), event).begin;
    const auto& rows = answer.analysis->iterations.rows;
    std::optional<std::uint64_t> found;
    for (std::size_t i = 0; i < rows.size() && rows[i].range.begin <= start; ++i)
        if (start < rows[i].periodEnd)
            found = i;
    return found;
}

void StepsPanel::leadTo(const Answer& answer, std::size_t row)
{
    document().revealRange(answer.analysis->iterations.rows[row].period());
}

void StepsPanel::showDetails(const Answer& answer, std::optional<std::size_t> row)
{
    const TimeRange window = answer.tables->window.range;
    if (m_charted != answer.analysis || m_chartedWindow != window) {
        m_charted = answer.analysis;
        m_chartedWindow = window;
        m_proof->setText(proofText(answer));
        m_proof->setToolTip(format::wrapped(proofText(answer))); // a low dock cuts it
        showChart(answer);
    }
    m_chart->mark(row);
}

void StepsPanel::showChart(const Answer& answer)
{
    const Analysis& analysis = *answer.analysis;
    StepChart::Picture picture;
    picture.points.reserve(analysis.iterations.rows.size());
    for (std::size_t i = 0; i < analysis.iterations.rows.size(); ++i)
        picture.points.push_back({analysis.iterations.rows[i].range.begin,
                                  analysis.iterations.rows[i].period().length(),
                                  !analysis.iterationFacts[i].regular.value_or(true)});
    picture.warmupEnd = analysis.steady.warmupEnd;
    picture.window = answer.tables->window.range;
    if (analysis.steady.found)
        picture.median = analysis.steady.p50;
    picture.extent = analysis.trace->extent;
    m_chart->show(std::move(picture));
}

} // namespace nv
