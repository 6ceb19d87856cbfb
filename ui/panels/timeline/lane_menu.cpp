// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/lane_menu.h"

#include "ui/commands/commands.h"
#include "ui/format.h"
#include "ui/panels/timeline/timeline_panel.h"

#include <QActionGroup>

#include <array>

namespace nv {

namespace {

QString pinText(const TimelineState& state, std::size_t lane)
{
    const scene::LaneLayout& layout = state.layout();
    return layout.isPinned(layout.pinOf(lane)) ? QObject::tr("Unpin row") : QObject::tr("Pin row");
}

void togglePinOf(TimelineState& state, std::size_t lane)
{
    const scene::LaneLayout& layout = state.layout();
    const std::size_t pin = layout.pinOf(lane);
    state.pinLane(pin, !layout.isPinned(pin));
}

QString hiddenText(const TimelineState& state)
{
    const std::size_t hidden = state.layout().hiddenCount();
    return hidden == 0 ? QObject::tr("Show hidden lanes")
                       : QObject::tr("Show hidden lanes (%1)").arg(format::count(hidden));
}

/// One of several, ticked as the state says whenever the menu opens.
template <class Value, std::size_t kCount>
void addChoice(QMenu& menu, const std::array<std::pair<QString, Value>, kCount>& entries,
               const std::function<Value()>& now, const std::function<void(Value)>& choose)
{
    auto* group = new QActionGroup(&menu);
    for (const auto& [text, value] : entries) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(action, &QAction::triggered, &menu,
                         [choose, value = value] { choose(value); });
        const auto tick = [action, now, value = value] { action->setChecked(now() == value); };
        QObject::connect(&menu, &QMenu::aboutToShow, action, tick);
        tick();
    }
}

void addOrderMenu(QMenu& menu, TimelineState& state)
{
    using Entry = std::pair<QString, LaneOrder>;
    addChoice<LaneOrder, 3>(
        *menu.addMenu(QObject::tr("&Order of lanes")),
        {Entry{QObject::tr("As &recorded"), LaneOrder::Recorded},
         Entry{QObject::tr("By &activity in the window"), LaneOrder::ByActivity},
         Entry{QObject::tr("By &hand"), LaneOrder::ByHand}},
        [&state] { return state.laneOrder(); },
        [&state](LaneOrder order) { state.setLaneOrder(order); });
}

void addHeightMenu(QMenu& menu, TimelineState& state)
{
    using scene::RowDensity;
    using Entry = std::pair<QString, RowDensity>;
    addChoice<RowDensity, 3>(
        *menu.addMenu(QObject::tr("Row hei&ght")),
        {Entry{QObject::tr("&Small"), RowDensity::Compact},
         Entry{QObject::tr("&Normal"), RowDensity::Normal},
         Entry{QObject::tr("&Large"), RowDensity::Tall}},
        [&state] { return state.layout().density(); },
        [&state](RowDensity density) { state.setDensity(density); });
}

QAction* addOnlyActive(QMenu& menu, TimelineState& state)
{
    QAction* action = menu.addAction(QObject::tr("Only what is &active in the window"));
    action->setCheckable(true);
    action->setChecked(state.showsOnlyActive());
    QObject::connect(action, &QAction::triggered, &state, &TimelineState::setOnlyActive);
    return action;
}

void addFolds(QMenu& menu, TimelineState& state)
{
    menu.addAction(QObject::tr("&Collapse all"), &state, [&state] { state.setAllCollapsed(true); });
    menu.addAction(QObject::tr("&Expand all"), &state, [&state] { state.setAllCollapsed(false); });
}

} // namespace

LaneMenu::LaneMenu(TimelinePanel& panel, QWidget* parent)
    : QMenu(tr("&Lanes"), parent)
    , m_state(panel.state())
{
    QAction* filter =
        addAction(tr("&Filter lanes …"), &panel, [&panel] { panel.openLaneFilter(); });
    filter->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F));
    m_onlyActive = addOnlyActive(*this, m_state);
    addSeparator();
    m_pin = addAction(tr("Pin row"), this, &LaneMenu::togglePin);
    m_pin->setObjectName(QStringLiteral("lane.pin"));
    m_pin->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
    m_unpin = addAction(tr("&Unpin all rows"), &m_state, &TimelineState::unpinLanes);
    m_hide = addAction(tr("&Hide lane"), this, &LaneMenu::hideInHand);
    m_showHidden = addAction(QString(), &m_state, &TimelineState::showHiddenLanes);
    m_showHidden->setObjectName(QStringLiteral("lane.show-hidden"));
    m_up = addAction(tr("Move u&p"), this, [this] { moveInHand(false); });
    m_up->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up));
    m_down = addAction(tr("Move &down"), this, [this] { moveInHand(true); });
    m_down->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Down));
    addSeparator();
    addOrderMenu(*this, m_state);
    addHeightMenu(*this, m_state);
    addSeparator();
    addFolds(*this, m_state);
    connect(&m_state, &TimelineState::lanesChosen, this, &LaneMenu::refresh);
    connect(&m_state, &TimelineState::laneInHandChanged, this, &LaneMenu::refresh);
    refresh();
}

void LaneMenu::refresh()
{
    const std::optional<std::size_t> lane = m_state.laneInHand();
    m_onlyActive->setChecked(m_state.showsOnlyActive());
    m_pin->setEnabled(lane.has_value());
    m_pin->setText(lane ? pinText(m_state, *lane) : tr("Pin row"));
    m_unpin->setEnabled(m_state.layout().pinnedHeight() > 0);
    m_hide->setEnabled(lane.has_value());
    m_up->setEnabled(lane.has_value());
    m_down->setEnabled(lane.has_value());
    m_showHidden->setText(hiddenText(m_state));
    m_showHidden->setEnabled(m_state.layout().hiddenCount() > 0);
}

void LaneMenu::togglePin()
{
    if (const std::optional<std::size_t> lane = m_state.laneInHand())
        togglePinOf(m_state, *lane);
}

void LaneMenu::hideInHand()
{
    if (const std::optional<std::size_t> lane = m_state.laneInHand())
        m_state.hideLane(*lane);
}

void LaneMenu::moveInHand(bool isDown)
{
    if (const std::optional<std::size_t> lane = m_state.laneInHand())
        m_state.moveLaneBy(*lane, isDown);
}

void addLaneActions(QMenu& menu, TimelineState& state, std::size_t lane)
{
    menu.addAction(state.commands().entry(pinText(state, lane), QStringLiteral("lane.pin")), &state,
                   [&state, lane] { togglePinOf(state, lane); });
    menu.addAction(QObject::tr("Hide lane"), &state, [&state, lane] { state.hideLane(lane); });
    for (const bool isDown : {false, true}) {
        QAction* move =
            menu.addAction(isDown ? QObject::tr("Move down\tCtrl+Shift+Down")
                                  : QObject::tr("Move up\tCtrl+Shift+Up"),
                           &state, [&state, lane, isDown] { state.moveLaneBy(lane, isDown); });
        move->setEnabled(scene::laneBeside(state.layout(), lane, isDown).has_value());
    }
}

void execLaneMenu(TimelineState& state, std::optional<std::size_t> lane, QPoint global,
                  QWidget* parent)
{
    QMenu menu(parent);
    if (lane) {
        addLaneActions(menu, state, *lane);
        if (state.layout().isCollapsible(*lane))
            menu.addAction(state.layout().isCollapsed(*lane) ? QObject::tr("Expand")
                                                             : QObject::tr("Collapse"),
                           &state, [&state, lane] { state.toggleLane(*lane); });
        menu.addSeparator();
    }
    QAction* hidden = menu.addAction(hiddenText(state), &state, &TimelineState::showHiddenLanes);
    hidden->setEnabled(state.layout().hiddenCount() > 0);
    QAction* unpin =
        menu.addAction(QObject::tr("Unpin all rows"), &state, &TimelineState::unpinLanes);
    unpin->setEnabled(state.layout().pinnedHeight() > 0);
    addOnlyActive(menu, state);
    menu.addSeparator();
    addOrderMenu(menu, state);
    addHeightMenu(menu, state);
    menu.addSeparator();
    addFolds(menu, state);
    menu.exec(global);
}

} // namespace nv
