// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/time_gestures.h"

#include <QWidget>

namespace nv {

/// The time axis above the lanes, with the steps and the bar of the window.  The same mouse as the
/// canvas; in addition the bar can be carried as a whole, and a double-click on it zooms to it.
/// Thread: GUI thread.
class TimeRuler : public QWidget
{
    Q_OBJECT
public:
    explicit TimeRuler(TimelineState& state, QWidget* parent = nullptr);

    TimeGestures& gestures() { return m_gestures; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void paintPointer(QPainter& painter);

    TimelineState& m_state;
    TimeGestures m_gestures;
};

} // namespace nv
