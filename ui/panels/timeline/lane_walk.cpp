// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/lane_walk.h"

#include "ui/panels/timeline/lane_labels.h"
#include "ui/theme.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace nv {

namespace {

class LaneMark : public QWidget
{
public:
    explicit LaneMark(QWidget* labels)
        : QWidget(labels)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        QPen pen(Theme::current().color(Role::Accent), 2);
        pen.setJoinStyle(Qt::MiterJoin);
        painter.setPen(pen);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

/// The first event that begins in the view, else the last one before it.
std::optional<EventRef> eventOf(const TraceModel& trace, const Lane& lane, Ns viewBegin)
{
    if (lane.rows.empty() || lane.rows.front().events.empty())
        return std::nullopt;
    const RowList& events = lane.rows.front().events;
    const TimeColumns columns = timeColumns(trace, lane.events);
    auto at = std::partition_point(events.begin(), events.end(),
                                   [&](std::uint32_t i) { return columns.start[i] < viewBegin; });
    if (at == events.end())
        --at;
    return EventRef{lane.events, *at};
}

} // namespace

LaneWalk::LaneWalk(TimelineState& state, LaneLabels& labels, QWidget& canvas)
    : QObject(&labels)
    , m_state(state)
    , m_labels(labels)
    , m_canvas(canvas)
    , m_mark(new LaneMark(&labels))
{
    labels.setFocusPolicy(Qt::TabFocus);
    labels.installEventFilter(this);
    connect(&m_state, &TimelineState::layoutChanged, this, &LaneWalk::place);
    connect(&m_state, &TimelineState::scrolled, this, &LaneWalk::place);
}

const scene::LayoutRow* LaneWalk::row() const
{
    const auto rows = m_state.layout().rows();
    const auto found = std::ranges::find_if(rows, [this](const scene::LayoutRow& r) {
        return m_lane && r.lane == *m_lane && r.isFirst();
    });
    return found == rows.end() ? nullptr : &*found;
}

QRect LaneWalk::headOf(const scene::LayoutRow& row) const
{
    return {0, m_state.rows().yOf(row), m_labels.width() - 1, row.height + scene::kLaneGap};
}

/// At the lane of the selection, else at the first one.
void LaneWalk::enter()
{
    const auto rows = m_state.layout().rows();
    if (rows.empty())
        return;
    const std::optional<std::size_t> inHand = m_state.laneInHand();
    const bool isShown = inHand && std::ranges::any_of(rows, [&](const scene::LayoutRow& r) {
                             return r.lane == *inHand;
                         });
    choose(isShown ? *inHand : rows.front().lane);
}

void LaneWalk::leave()
{
    m_lane.reset();
    m_state.setPointedLane(std::nullopt);
    place();
}

void LaneWalk::choose(std::size_t lane)
{
    m_lane = lane;
    m_state.setPointedLane(lane);
    const scene::LayoutRow* at = row();
    if (at != nullptr && !m_state.rows().isWhole(*at)) {
        const int band = m_state.rows().bandHeight();
        const bool isAbove = m_state.rows().yOf(*at) < band;
        m_state.setScrollY(isAbove ? at->y - band : at->bottom() - m_state.canvasSize().height());
    }
    const scene::ChartLane* chart = m_state.layout().chart(lane);
    m_labels.setAccessibleDescription(QString::fromStdString(
        chart != nullptr ? chart->label : m_state.trace()->lanes[lane].label));
    place();
}

void LaneWalk::place()
{
    const scene::LayoutRow* at = row();
    const bool isShown =
        at != nullptr && m_labels.hasFocus()
        && (m_state.rows().isInBand(*at) || m_state.rows().yOf(*at) >= m_state.rows().bandHeight());
    if (isShown)
        m_mark->setGeometry(headOf(*at));
    m_mark->setVisible(isShown);
}

void LaneWalk::move(bool isDown)
{
    const auto rows = m_state.layout().rows();
    const scene::LayoutRow* at = row();
    if (at == nullptr) {
        enter(); // what was marked is gone
        return;
    }
    std::optional<std::size_t> next;
    for (const scene::LayoutRow& r : rows) {
        if (!r.isFirst())
            continue;
        if (isDown && r.y > at->y) {
            next = r.lane;
            break;
        }
        if (!isDown && r.y < at->y)
            next = r.lane;
    }
    if (next)
        choose(*next);
}

/// What cannot be folded leads to its heading.
void LaneWalk::fold(bool isFolded)
{
    const scene::LaneLayout& layout = m_state.layout();
    if (layout.isCollapsible(*m_lane) && layout.isCollapsed(*m_lane) != isFolded) {
        m_state.toggleLane(*m_lane);
        return;
    }
    if (!isFolded)
        return;
    const std::vector<Lane>& lanes = m_state.trace()->lanes;
    if (layout.chart(*m_lane) != nullptr) {
        choose(layout.headingOf(*m_lane));
        return;
    }
    for (std::size_t lane = *m_lane; lane-- > 0;) {
        if (lanes[lane].depth < lanes[*m_lane].depth) {
            choose(lane);
            return;
        }
    }
}

void LaneWalk::goToEvent()
{
    std::optional<EventRef> event; // what was measured has none
    if (m_state.layout().chart(*m_lane) == nullptr)
        event = eventOf(*m_state.trace(), m_state.trace()->lanes[*m_lane],
                        m_state.document().view().current().begin);
    if (!event) {
        if (m_state.layout().isCollapsible(*m_lane))
            m_state.toggleLane(*m_lane);
        return;
    }
    m_state.document().reveal(*event);
    m_canvas.setFocus(Qt::OtherFocusReason);
}

bool LaneWalk::press(int key)
{
    if (m_state.trace() == nullptr || !m_lane)
        return false;
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        move(key == Qt::Key_Down);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        fold(key == Qt::Key_Left);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        goToEvent();
        return true;
    case Qt::Key_Escape:
        m_canvas.setFocus(Qt::OtherFocusReason);
        return true;
    default:
        return false;
    }
}

/// The menu key asks for the lane that is marked, wherever Qt thinks the keyboard is.
bool LaneWalk::openMenu(const QContextMenuEvent& event)
{
    const scene::LayoutRow* at = row();
    if (event.reason() != QContextMenuEvent::Keyboard || at == nullptr)
        return false;
    const QPoint where = headOf(*at).center();
    QContextMenuEvent there(QContextMenuEvent::Other, where, m_labels.mapToGlobal(where));
    QCoreApplication::sendEvent(&m_labels, &there);
    return true;
}

bool LaneWalk::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
        if (m_state.trace() != nullptr)
            enter();
        break;
    case QEvent::FocusOut:
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
            leave();
        break;
    case QEvent::Resize:
        place();
        break;
    case QEvent::KeyPress: {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (m_labels.isCarrying())
            break; // Esc puts the lane back
        if ((key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && press(key.key()))
            return true;
        break;
    }
    case QEvent::ContextMenu:
        if (openMenu(*static_cast<QContextMenuEvent*>(event)))
            return true;
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace nv
