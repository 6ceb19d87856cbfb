// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QFrame>
#include <QTimer>

class QHBoxLayout;

namespace nv {

class TimeGestures;

/// What is often wanted of a window that was just set with the mouse, beside its end: zoom, keep,
/// compare, export.  Takes no keyboard and covers no more than it needs; it goes with the next press,
/// when the view or the window changes, and by itself after a while.
/// Thread: GUI thread.
class BrushBar : public QFrame
{
    Q_OBJECT
public:
    BrushBar(TimelineState& state, QWidget& canvas);

    /// A brush of these gestures brings it up.
    void follow(const TimeGestures& gestures) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void showBeside(double x);

    TimelineState& m_state;
    QWidget& m_canvas;
    QHBoxLayout* m_row;
    QTimer m_rest;
};

} // namespace nv
