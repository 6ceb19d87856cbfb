// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QMenu>

#include <optional>

namespace nv {

class TimelinePanel;

/// View > Lanes: what is on the sheet, in which order and how high.  Pin and hide mean the lane
/// under the pointer, else that of the selection.  Thread: GUI thread.
class LaneMenu : public QMenu
{
    Q_OBJECT
public:
    explicit LaneMenu(TimelinePanel& panel, QWidget* parent = nullptr);

private:
    void refresh();
    void togglePin();
    void hideInHand();
    void moveInHand(bool isDown);

    TimelineState& m_state;
    QAction* m_onlyActive;
    QAction* m_pin;
    QAction* m_unpin;
    QAction* m_hide;
    QAction* m_up;
    QAction* m_down;
    QAction* m_showHidden;
};

/// "Pin row", "Hide lane", "Move up" and "Move down" for a lane of a context menu.
void addLaneActions(QMenu& menu, TimelineState& state, std::size_t lane);

/// The menu of the right button on the lane tree; without a lane what concerns them all.
void execLaneMenu(TimelineState& state, std::optional<std::size_t> lane, QPoint global,
                  QWidget* parent);

} // namespace nv
