// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/timeline_panel.h"

#include "ui/format.h"
#include "ui/panels/timeline/brush_bar.h"
#include "ui/panels/timeline/lane_labels.h"
#include "ui/panels/timeline/lane_line.h"
#include "ui/panels/timeline/lane_walk.h"
#include "ui/panels/timeline/mark_keys.h"
#include "ui/panels/timeline/overview_strip.h"
#include "ui/panels/timeline/time_ruler.h"
#include "ui/panels/timeline/timeline_canvas.h"
#include "ui/panels/timeline/timeline_keys.h"
#include "ui/render/strip_painter.h"
#include "ui/render/time_axis.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace nv {

namespace {

constexpr int kLaneLineHeight = kAxisHeight / 2; ///< beside the bar of the window

} // namespace

TimelinePanel::TimelinePanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_state(new TimelineState(document, this))
    , m_overview(new OverviewStrip(*m_state, this))
    , m_ruler(new TimeRuler(*m_state, this))
    , m_labels(new LaneLabels(*m_state, this))
    , m_line(new LaneLine(*m_state, this))
    , m_canvas(new TimelineCanvas(*m_state, this))
    , m_scroll(new QScrollBar(Qt::Vertical, this))
    , m_keys(new TimelineKeys(
          *m_state, [this](EventRef event) { m_canvas->zoomTo(event); },
          [this] { return m_canvas->gestures().cancel() || m_ruler->gestures().cancel(); }, this))
{
    addMarkCommands(*m_state, [this](std::uint64_t range) { m_ruler->editName(range); });
    auto* bar = new BrushBar(*m_state, *m_canvas);
    bar->follow(m_canvas->gestures());
    bar->follow(m_ruler->gestures());
    new LaneWalk(*m_state, *m_labels, *m_canvas);
    setTabOrder(m_canvas, m_labels);
    setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_canvas);
    setAccessibleName(tr("Timeline with its lanes"));
    m_scroll->setAccessibleName(tr("Scroll the lanes"));
    m_canvas->installEventFilter(this);
    m_ruler->installEventFilter(this);
    m_overview->installEventFilter(this);
    connect(m_state, &TimelineState::headWidthChanged, this, &TimelinePanel::arrange);
    connect(m_ruler, &TimeRuler::heightChanged, this, &TimelinePanel::arrange);
    connect(m_line, &LaneLine::neededChanged, this, &TimelinePanel::arrange);
    connect(m_line, &LaneLine::left, m_canvas, [this] { m_canvas->setFocus(); });
    connect(m_state, &TimelineState::layoutChanged, this, &TimelinePanel::updateScrollBar);
    connect(m_state, &TimelineState::scrolled, this, &TimelinePanel::updateScrollBar);
    connect(m_scroll, &QScrollBar::valueChanged, m_state, &TimelineState::setScrollY);
    connect(&document, &Document::viewChanged, this, qOverload<>(&QWidget::update));
}

TimelinePanel::~TimelinePanel() = default;

void TimelinePanel::arrange()
{
    const int left = m_state->headWidth();
    const int bar = m_scroll->sizeHint().width();
    const int right = std::max(width() - left - bar, 0);
    const int overview = m_overview->height();
    const int top = overview + m_ruler->height();
    const int rest = std::max(height() - top, 0);
    m_overview->setGeometry(left, 0, right, overview);
    m_ruler->setGeometry(left, overview, right, m_ruler->height());
    m_line->setGeometry(0, top - kLaneLineHeight, left - 1, kLaneLineHeight);
    m_line->setVisible(m_line->isNeeded());
    m_labels->setGeometry(0, top, left, rest);
    m_canvas->setGeometry(left, top, right, rest);
    m_scroll->setGeometry(left + right, top, bar, rest);
    updateScrollBar();
    update();
}

void TimelinePanel::openLaneFilter()
{
    m_line->openFilter();
}

void TimelinePanel::updateScrollBar()
{
    m_scroll->setRange(0, m_state->maxScrollY());
    m_scroll->setPageStep(std::max(m_canvas->height(), 1));
    m_scroll->setSingleStep(scene::rowHeight(m_state->layout().density()) + scene::kLaneGap);
    m_scroll->setValue(m_state->scrollY());
    m_scroll->setEnabled(m_state->maxScrollY() > 0);
}

void TimelinePanel::resizeEvent(QResizeEvent* /*event*/)
{
    arrange();
}

/// The corner beside overview and ruler: what the one shows and what the other.
void TimelinePanel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = Theme::current();
    painter.fillRect(rect(), theme.color(Role::Panel));
    const int left = m_state->headWidth();
    painter.fillRect(left - 1, 0, 1, height(), theme.color(Role::Line));
    const TraceModel* trace = m_state->trace();
    if (trace == nullptr)
        return;
    painter.setFont(laneFont(1.0));
    const auto line = [&](const QString& what, DurationNs length, int y, int height) {
        const QRect room(8, y, left - 16, height);
        painter.setPen(theme.color(Role::TextMuted));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, what);
        painter.setPen(theme.color(Role::Text));
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                         format::duration(static_cast<double>(length)));
    };
    line(tr("capture"), trace->extent.length(), 0, m_overview->height());
    line(tr("view"), m_state->document().view().current().length(), m_overview->height(),
         m_ruler->height() - (m_line->isNeeded() ? kLaneLineHeight : 0));
}

void TimelinePanel::keyPressEvent(QKeyEvent* event)
{
    if (!m_keys->press(*event))
        QWidget::keyPressEvent(event);
}

void TimelinePanel::keyReleaseEvent(QKeyEvent* event)
{
    if (!m_keys->release(*event))
        QWidget::keyReleaseEvent(event);
}

bool TimelinePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_canvas->setFocus(Qt::MouseFocusReason);
    else if (event->type() == QEvent::FocusOut && watched == m_canvas)
        m_keys->releaseAll();
    return QWidget::eventFilter(watched, event);
}

} // namespace nv
