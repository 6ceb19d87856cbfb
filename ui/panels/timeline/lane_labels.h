// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/heading_summaries.h"
#include "ui/panels/timeline/timeline_state.h"

#include <QWidget>

namespace nv {

/// The tree at the left: what each row is, collapse and expand, a menu to hide, pin and sort.  A lane
/// is dragged to another place by its name; the right edge to make the tree wider.
/// Thread: GUI thread.
class LaneLabels : public QWidget
{
    Q_OBJECT
public:
    explicit LaneLabels(TimelineState& state, QWidget* parent = nullptr);

    const HeadingSummaries& summaries() const { return m_summaries; }

    /// A lane is being moved by its name.
    bool isCarrying() const { return m_isCarrying; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    const scene::LayoutRow* rowAt(QPoint at) const;
    QRect headOf(const scene::LayoutRow& row) const;
    bool isOnEdge(QPoint at) const;
    void carryTo(QPoint at);
    void paintDrop(QPainter& painter);
    void endCarry();

    /// Where a lane that is carried would stand.
    struct Drop
    {
        std::size_t target = 0;
        bool isBehind = false;
        int y = 0; ///< of the line that shows it
    };

    std::optional<Drop> dropAt(QPoint at) const;
    QString tipOf(const scene::LayoutRow& row) const;
    void paintHead(QPainter& painter, const scene::LayoutRow& row);

    TimelineState& m_state;
    HeadingSummaries m_summaries;
    bool m_isResizing = false;
    std::optional<std::size_t> m_pressed; ///< the lane whose name is held down
    QPoint m_pressedAt;
    bool m_isCarrying = false;
    std::optional<Drop> m_drop;
};

} // namespace nv
