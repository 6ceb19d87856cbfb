// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/compare_split.h"

#include "ui/commands/commands.h"
#include "ui/panels/compare/side_strip.h"
#include "ui/panels/compare/time_link.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QVBoxLayout>

namespace nv {

namespace {

constexpr int kLeastTimeline = 120;

/// Without a parent: a splitter takes every child for a part of its own.
QWidget* newColumn(QWidget* strip, QWidget* below)
{
    auto* box = new QWidget;
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(strip);
    rows->addWidget(below, 1);
    return box;
}

} // namespace

CompareSplit::CompareSplit(QWidget* centre, TimelinePanel& base, ComparePair& pair, QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_pair(pair)
    , m_base(base)
    , m_baseStrip(new SideStrip(tr("A"), pair, pair.base(), nullptr))
{
    setChildrenCollapsible(false);
    m_baseStrip->hide();
    addWidget(newColumn(m_baseStrip, centre));
    connect(&pair, &ComparePair::begun, this, &CompareSplit::open);
    connect(&pair, &ComparePair::aboutToEnd, this, &CompareSplit::close);
}

CompareSplit::~CompareSplit()
{
    close(); // before the documents go
}

void CompareSplit::open()
{
    auto* strip = new SideStrip(tr("B"), m_pair, *m_pair.target(), nullptr);
    m_target = new TimelinePanel(*m_pair.target());
    m_target->setMinimumHeight(kLeastTimeline);
    m_below = newColumn(strip, m_target);
    addWidget(m_below);
    setSizes({1, 1}); // halves
    m_baseStrip->show();
    m_link = new TimeLink(m_pair, m_base.state(), m_target->state(), m_below);
    strip->addControls(*m_link);
    shareKeys();
    m_below->show();
}

/// Both timelines obey the same keys.
void CompareSplit::shareKeys()
{
    const Commands& first = m_base.state().commands();
    Commands& second = m_target->state().commands();
    const auto follow = [&first, &second] { second.setChosen(first.chosenKeys()); };
    follow();
    m_target->state().setWheelZooms(m_base.state().wheelZooms());
    connect(&first, &Commands::changed, &second, follow);
}

void CompareSplit::close()
{
    m_baseStrip->hide();
    delete m_below; // its timeline must not outlive the document
    m_below = nullptr;
    m_target = nullptr;
    m_link = nullptr;
}

} // namespace nv
