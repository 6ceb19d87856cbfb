// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/time_gestures.h"

#include <QWidget>

namespace nv {

/// The time axis above the lanes, with the steps and the bar of the window; above it the flags of
/// marks and named ranges, when there are any.  The same mouse as the canvas; in addition the bar
/// can be carried as a whole, and a double-click on it zooms to it.  A click on a flag chooses it, a
/// double-click on that of a range makes it the window.
/// Thread: GUI thread.
class TimeRuler : public QWidget
{
    Q_OBJECT
public:
    explicit TimeRuler(TimelineState& state, QWidget* parent = nullptr);

    TimeGestures& gestures() { return m_gestures; }

    QSize sizeHint() const override;

signals:
    void heightChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRect flagArea() const;
    QRect axis() const;
    void annotationsChanged();
    void choose(QPointF at);
    void paintPointer(QPainter& painter);

    TimelineState& m_state;
    TimeGestures m_gestures;
};

} // namespace nv
