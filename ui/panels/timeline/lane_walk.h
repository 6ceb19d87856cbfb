// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QPointer>

class QContextMenuEvent;
class QKeyEvent;

namespace nv {

class LaneLabels;

/// The lane tree by keys, once Tab has brought the keyboard there: up and down walk the lanes, left
/// and right fold and unfold, Enter goes to the first event of the lane in the view, the menu key
/// opens the menu of the lane.  The lane that is marked is the one that keys mean: pin, hide.
/// Thread: GUI thread.
class LaneWalk : public QObject
{
    Q_OBJECT
public:
    /// `labels` is the tree, `canvas` gets the keyboard with Enter.
    LaneWalk(TimelineState& state, LaneLabels& labels, QWidget& canvas);

    /// Nullopt while the tree has not the keyboard.
    std::optional<std::size_t> lane() const { return m_lane; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(int key);
    bool openMenu(const QContextMenuEvent& event);
    void enter();
    void leave();
    void choose(std::size_t lane);
    void move(bool isDown);
    void fold(bool isFolded);
    void goToEvent();
    void place();
    const scene::LayoutRow* row() const;
    QRect headOf(const scene::LayoutRow& row) const;

    TimelineState& m_state;
    LaneLabels& m_labels;
    QWidget& m_canvas;
    QWidget* m_mark; ///< the frame around the lane, above the tree
    std::optional<std::size_t> m_lane;
};

} // namespace nv
