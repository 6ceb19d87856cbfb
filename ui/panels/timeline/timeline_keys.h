// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/timeline/timeline_state.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>

class QKeyEvent;

namespace nv {

/// The keys of the timeline: survey.md C2.  Each is a command that can have another key; W S zoom
/// and A D pan while held, faster the longer, by the place of the key where the platform tells it.
/// Everything else acts once per press.
/// Thread: GUI thread.
class TimelineKeys : public QObject
{
    Q_OBJECT
public:
    /// `zoomTo` brings an event to full width; `cancelDrag` ends a drag of the mouse, if one runs.
    /// What the keys do is added to the commands of the state, which say what a press means.
    TimelineKeys(TimelineState& state, std::function<void(EventRef)> zoomTo,
                 std::function<bool()> cancelDrag, QObject* parent);

    /// Each returns whether the key means something here.
    bool press(const QKeyEvent& event);
    bool release(const QKeyEvent& event);
    void releaseAll();

    /// What moves while its key is held.
    enum class Held
    {
        None,
        In,
        Out,
        Left,
        Right,
    };

private:
    struct Entry;
    static std::span<const Entry> entries();

    static bool wantsSelection(const QString& id);
    void addCommands();
    void hold(Held held, const QKeyEvent& event);
    void moveHeld(double seconds);
    void nudge(Held held); ///< as a short press
    void tick();
    Ns anchor() const;

    void zoomBy(double factor);
    void panBy(double share);
    void scrollBy(int px);
    void scrollPages(int pages);

    // timeline_moves.cpp
    void escape();
    void clearWindow();
    void bringWindowBack();
    void centreThenFit();
    void notice(const QString& sentence) const;
    std::optional<EventRef> selectedOr(const QString& whyNot) const;
    void undoView();
    void redoView();
    void reveal(std::optional<EventRef> target, const QString& whyNot);
    void followToWork();
    void followToLaunch();
    void stepOnRow(bool isNext);
    std::optional<EventRef> firstInView() const;
    void windowOfSelection();
    void windowOfSteady();
    void moveWindowByStep(bool isBack);
    void copySelection();
    void stepToGap(bool isNext);
    void stepToOutlier(bool isNext);

    TimelineState& m_state;
    std::function<void(EventRef)> m_zoomTo;
    std::function<bool()> m_cancelDrag;
    QTimer m_tick;
    QElapsedTimer m_sinceHeld;
    QElapsedTimer m_sinceTick;
    Held m_held = Held::None;
    int m_heldKey = 0; ///< Qt::Key that holds it
};

} // namespace nv
