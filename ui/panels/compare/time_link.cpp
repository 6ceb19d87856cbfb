// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/time_link.h"

#include "core/scene/event_view.h"
#include "ui/document.h"
#include "ui/panels/timeline/timeline_state.h"
#include "ui/window_text.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace nv {

namespace {

constexpr double kWidestPlace = 0.6; ///< of the view, for the longer of two events
constexpr DurationNs kRoomAround = 3;

Ns middleOf(TimeRange range)
{
    return addSaturated(range.begin, static_cast<Ns>(range.length() / 2));
}

/// `to` - `from`, never so large that it could not be turned round.
Ns distance(Ns from, Ns to)
{
    Ns way = 0;
    if (__builtin_sub_overflow(to, from, &way))
        way = to > from ? kMaxNs : kMinNs;
    return std::max(way, -kMaxNs);
}

QString nameOf(const CompareAnswer& answer, const StepPair& pair)
{
    return TimeLink::tr("step A#%1 ↔ B#%2")
        .arg(stepNumberAt(answer.base->iterations, pair.base.begin),
             stepNumberAt(answer.target->iterations, pair.target.begin));
}

TimeRange moved(TimeRange range, Ns by)
{
    return {addSaturated(range.begin, by), addSaturated(range.end, by)};
}

} // namespace

const StepPair* stepPairAt(std::span<const StepPair> pairs, Ns middle, bool fromTarget)
{
    if (pairs.empty())
        return nullptr;
    const auto after = std::partition_point(pairs.begin(), pairs.end(), [&](const StepPair& pair) {
        return (fromTarget ? pair.target.begin : pair.base.begin) <= middle;
    });
    return after == pairs.begin() ? &pairs.front() : &*(after - 1);
}

Ns offsetOf(const StepPair& pair)
{
    return distance(pair.base.begin, pair.target.begin);
}

TimeLink::TimeLink(ComparePair& pair, TimelineState& base, TimelineState& target, QObject* parent)
    : QObject(parent)
    , m_pair(pair)
    , m_base(base)
    , m_target(target)
{
    connectViews();
    connect(&m_pair, &ComparePair::placesFound, this, &TimeLink::showPlaces);
    const auto takeOver = [this] {
        m_target.setHeadWidth(m_base.headWidth());
        m_target.setDensity(m_base.layout().density());
    };
    connect(&m_base, &TimelineState::headWidthChanged, this, takeOver);
    connect(&m_base, &TimelineState::lanesChosen, this, takeOver);
    connect(&m_target, &TimelineState::headWidthChanged, this,
            [this] { m_base.setHeadWidth(m_target.headWidth()); });
    takeOver();
    // What is compared is what is to be seen; somebody who looked closer stays there.
    Document& document = m_base.document();
    if (document.view().current() == document.view().limits())
        document.zoomToWindow();
    follow(false);
}

void TimeLink::connectViews()
{
    connect(&m_base.document(), &Document::viewChanged, this, [this] { follow(false); });
    connect(&m_target.document(), &Document::viewChanged, this, [this] { follow(true); });
    connect(&m_base, &TimelineState::cursorMoved, this, [this] { point(false); });
    connect(&m_target, &TimelineState::cursorMoved, this, [this] { point(true); });
    connect(&m_pair, &ComparePair::answered, this, [this] {
        if (std::exchange(m_keepsViews, false))
            nameWhatStands();
        else if (m_by == LinkBy::Steps)
            follow(false);
    });
    connect(&m_pair, &ComparePair::swapped, this, &TimeLink::turnRound);
}

/// The captures have changed places and each keeps what it showed: nothing moves until a view does.
void TimeLink::turnRound()
{
    if (m_pin)
        m_pin = Pin{-m_pin->offset, moved(m_pin->base, m_pin->offset)};
    m_offset = standing();
    m_keepsViews = true;
    setStepsText({});
}

Ns TimeLink::standing() const
{
    return distance(m_base.document().view().current().begin,
                    m_target.document().view().current().begin);
}

void TimeLink::nameWhatStands()
{
    if (m_by == LinkBy::Nothing)
        return;
    if (offsetAt(m_base.document().view().current(), false) != standing())
        setStepsText({});
}

void TimeLink::setBy(LinkBy by)
{
    m_by = by;
    m_pin.reset();
    if (by == LinkBy::Nothing)
        setStepsText({});
    follow(false);
}

void TimeLink::setStepsText(const QString& text)
{
    if (text == m_stepsText)
        return;
    m_stepsText = text;
    emit stepsTextChanged();
}

Ns TimeLink::offsetAt(TimeRange view, bool fromTarget)
{
    if (m_pin) {
        const TimeRange base = fromTarget ? moved(view, -m_pin->offset) : view;
        if (base.begin < m_pin->base.end && m_pin->base.begin < base.end) {
            setStepsText({});
            return m_pin->offset;
        }
        m_pin.reset();
    }
    if (m_by == LinkBy::Steps && m_pair.answer()) {
        const CompareAnswer& answer = *m_pair.answer();
        const StepPair* steps = stepPairAt(answer.comparison.pairs, middleOf(view), fromTarget);
        if (steps != nullptr) {
            setStepsText(nameOf(answer, *steps));
            return offsetOf(*steps);
        }
    }
    setStepsText({});
    return distance(m_base.document().window().range.begin,
                    m_target.document().window().range.begin);
}

void TimeLink::follow(bool fromTarget)
{
    if (m_isBusy || m_by == LinkBy::Nothing || m_pair.isSwapping())
        return;
    m_keepsViews = false;
    const QScopedValueRollback busy(m_isBusy, true);
    Document& leader = (fromTarget ? m_target : m_base).document();
    Document& follower = (fromTarget ? m_base : m_target).document();
    const TimeRange view = leader.view().current();
    m_offset = offsetAt(view, fromTarget);
    follower.setViewTransient(moved(view, fromTarget ? -m_offset : m_offset));
    placeCursor(fromTarget); // the pointer rests, but another step may lie under it
}

void TimeLink::point(bool fromTarget)
{
    if (m_isBusy || m_by == LinkBy::Nothing)
        return;
    const QScopedValueRollback busy(m_isBusy, true);
    placeCursor(fromTarget);
}

void TimeLink::placeCursor(bool fromTarget)
{
    const std::optional<Ns> at = (fromTarget ? m_target : m_base).cursor();
    TimelineState& other = fromTarget ? m_base : m_target;
    other.setCursor(at ? std::optional(addSaturated(*at, fromTarget ? -m_offset : m_offset))
                       : std::nullopt);
}

void TimeLink::showPlaces(const std::optional<EventRef>& base,
                          const std::optional<EventRef>& target)
{
    Document& own = m_base.document();
    Document& other = m_target.document();
    m_pin.reset();
    if (!base || !target) {
        (base ? other : own).select(std::nullopt);
        if (base)
            own.reveal(*base);
        if (target)
            other.reveal(*target);
        return;
    }
    const TimeRange a = scene::rangeOf(*own.trace(), *base);
    const TimeRange b = scene::rangeOf(*other.trace(), *target);
    {
        const QScopedValueRollback busy(m_isBusy, true);
        other.reveal(*target);
        own.reveal(*base);
    }
    if (m_by == LinkBy::Nothing)
        return;
    m_pin = Pin{distance(a.begin, b.begin), a};
    const TimeRange view = own.view().current();
    const DurationNs longer = std::max(a.length(), b.length());
    if (static_cast<double>(longer) > static_cast<double>(view.length()) * kWidestPlace) {
        const Ns air = static_cast<Ns>(std::min<DurationNs>(
            longer * kRoomAround / 2, static_cast<DurationNs>(kMaxNs) / kRoomAround));
        own.setView({addSaturated(a.begin, -air / 2), addSaturated(a.begin, air * 2)});
    }
    follow(false);
}

} // namespace nv
