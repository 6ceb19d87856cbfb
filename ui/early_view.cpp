// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/early_view.h"

#include "ui/annotations.h"
#include "ui/commands/commands.h"
#include "ui/lane_settings.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/settings.h"

#include <QVBoxLayout>

namespace nv {

EarlyView::EarlyView(const AnalysisPtr& early, Settings& settings, TimelinePanel& timeline,
                     QWidget* parent)
    : QWidget(parent)
{
    m_document.labels().restore(settings.nameRulesFile(), settings.usesNameRules());
    m_document.setThresholds(early->thresholds); // as it was analysed: nothing to judge anew
    m_document.setAnalysis(early);
    m_timeline = new TimelinePanel(m_document, this);
    keepLaneSettings(settings, m_timeline->state());
    m_timeline->state().setWheelZooms(timeline.state().wheelZooms());
    m_timeline->state().commands().setChosen(timeline.state().commands().chosenKeys());
    m_firstView = m_document.view().current();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_timeline);
}

EarlyView::~EarlyView()
{
    delete m_timeline; // before its document
}

void EarlyView::handOver(Document& whole)
{
    if (m_document.window().source != WindowSource::All)
        whole.setUserWindow(m_document.window().range);
    if (m_document.view().current() != m_firstView)
        whole.setView(m_document.view().current());
    if (m_document.selection())
        whole.select(m_document.selection());
    if (!m_document.annotations().isEmpty())
        whole.annotations().merge(m_document.annotations().session());
}

} // namespace nv
