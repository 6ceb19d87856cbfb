// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/compare/compare_pair.h"

#include <QObject>

#include <span>

namespace nv {

class TimelineState;

enum class LinkBy : std::uint8_t
{
    Steps, ///< the beginning of a step stands above that of the step it is compared with
    Time,  ///< the beginning of one window stands above that of the other
    Nothing,
};

/// The pair of the step at `middle`, the middle of the base's view; the nearest one outside.
/// `fromTarget`: `middle` is a time of the target.  Null without pairs.
const StepPair* stepPairAt(std::span<const StepPair> pairs, Ns middle, bool fromTarget);
/// What has to be added to a time of the base to stand at the same place in the target.
Ns offsetOf(const StepPair& pair);

/// Moves two timelines as one: whichever view moves, the other follows with the same width, and the
/// pointer of one is drawn in both.  Where a capture ends, its view stops and the other goes on.
/// Two events that were shown side by side stay so until they are out of the view.
/// Thread: GUI thread.
class TimeLink : public QObject
{
    Q_OBJECT
public:
    TimeLink(ComparePair& pair, TimelineState& base, TimelineState& target, QObject* parent);

    LinkBy by() const { return m_by; }

    void setBy(LinkBy by);

    /// "step A#12 ↔ B#10": the pair whose beginnings stand above one another, by the numbers of the
    /// step lists; empty while it is not a pair of steps that holds the views together.
    const QString& stepsText() const { return m_stepsText; }

signals:
    void stepsTextChanged();

private:
    void connectViews();
    void turnRound();
    Ns standing() const;
    void nameWhatStands();
    void follow(bool fromTarget);
    void point(bool fromTarget);
    void placeCursor(bool fromTarget);
    void showPlaces(const std::optional<EventRef>& base, const std::optional<EventRef>& target);
    Ns offsetAt(TimeRange view, bool fromTarget);
    void setStepsText(const QString& text);

    struct Pin ///< two events that stand side by side
    {
        Ns offset = 0;
        TimeRange base;
    };

    ComparePair& m_pair;
    TimelineState& m_base;
    TimelineState& m_target;
    LinkBy m_by = LinkBy::Steps;
    std::optional<Pin> m_pin;
    Ns m_offset = 0; ///< that the views stand by
    QString m_stepsText;
    bool m_isBusy = false;
    bool m_keepsViews = false; ///< swapped, and no view has moved since
};

} // namespace nv
