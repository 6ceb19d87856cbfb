// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

class QKeyEvent;

namespace nv {

/// The keys of the timeline: survey.md C2.  W S zoom and A D pan while held, faster the longer, by
/// the place of the key where the platform tells it; everything else acts once per press.
/// Thread: GUI thread.
class TimelineKeys : public QObject
{
    Q_OBJECT
public:
    /// `zoomTo` brings an event to full width; `cancelDrag` ends a drag of the mouse, if one runs.
    TimelineKeys(TimelineState& state, std::function<void(EventRef)> zoomTo,
                 std::function<bool()> cancelDrag, QObject* parent);

    /// Each returns whether the key means something here.
    bool press(const QKeyEvent& event);
    bool release(const QKeyEvent& event);
    void releaseAll();

private:
    bool hold(const QKeyEvent& event);
    bool viewKey(int key, Qt::KeyboardModifiers modifiers);
    bool windowKey(int key, Qt::KeyboardModifiers modifiers);
    bool selectionKey(int key);
    void moveHeld(double seconds);
    void tick();
    void escape();
    void centreThenFit();
    void follow(std::optional<EventRef> target);
    void stepOnRow(bool isNext);
    std::optional<EventRef> firstInView() const;
    void moveWindowByStep(bool isBack);
    void nextGap();

    TimelineState& m_state;
    std::function<void(EventRef)> m_zoomTo;
    std::function<bool()> m_cancelDrag;
    QTimer m_tick;
    QElapsedTimer m_sinceHeld;
    QElapsedTimer m_sinceTick;
    int m_held = 0; ///< Qt::Key of W, A, S, D; 0 none
};

} // namespace nv
