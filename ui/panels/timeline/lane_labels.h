// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QWidget>

namespace nv {

/// The tree at the left: what each row is, collapse and expand, a menu to hide, pin and sort.  Its
/// right edge is dragged to make it wider.  Thread: GUI thread.
class LaneLabels : public QWidget
{
    Q_OBJECT
public:
    explicit LaneLabels(TimelineState& state, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    const scene::LayoutRow* rowAt(QPoint at) const;
    QRect headOf(const scene::LayoutRow& row) const;
    bool isOnEdge(QPoint at) const;

    TimelineState& m_state;
    bool m_isResizing = false;
};

} // namespace nv
