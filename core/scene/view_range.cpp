// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/view_range.h"

#include <cmath>

namespace nv::scene {

namespace {

constexpr std::size_t kMaxUndo = 256;

/// t + d without wrapping.
Ns later(Ns t, DurationNs d)
{
    return d > lengthBetween(t, kMaxNs) ? kMaxNs : static_cast<Ns>(static_cast<DurationNs>(t) + d);
}

Ns earlier(Ns t, DurationNs d)
{
    return d > lengthBetween(kMinNs, t) ? kMinNs : static_cast<Ns>(static_cast<DurationNs>(t) - d);
}

/// Rounds a non-negative length that may exceed the type.
DurationNs toDuration(double ns)
{
    constexpr double kLargest = 18446744073709549568.0; // below 2^64, exactly representable
    if (!(ns > 0))
        return 0;
    return static_cast<DurationNs>(std::min(std::round(ns), kLargest));
}

void push(std::vector<TimeRange>& stack, TimeRange range)
{
    if (stack.size() == kMaxUndo)
        stack.erase(stack.begin());
    stack.push_back(range);
}

} // namespace

ViewRange::ViewRange(TimeRange everything)
{
    // A margin of 2 % keeps the first and the last event off the edge of the screen.
    const DurationNs margin = std::max<DurationNs>(everything.length() / 50, kMinViewNs);
    const Ns begin = everything.begin;
    const Ns end = std::max(everything.end, everything.begin);
    m_limits = {earlier(begin, margin), later(end, margin)};
    m_current = m_limits;
    m_settled = m_limits;
}

TimeRange ViewRange::clamped(TimeRange range) const
{
    DurationNs length = std::max(range.length(), kMinViewNs);
    if (length >= m_limits.length())
        return m_limits;
    if (range.length() < length) { // grow around the middle
        const Ns middle = later(range.begin, range.length() / 2);
        range.begin = earlier(middle, length / 2);
    }
    if (range.begin < m_limits.begin)
        return {m_limits.begin, later(m_limits.begin, length)};
    if (lengthBetween(range.begin, m_limits.end) < length)
        return {earlier(m_limits.end, length), m_limits.end};
    return {range.begin, later(range.begin, length)};
}

void ViewRange::settle()
{
    if (m_current == m_settled)
        return;
    push(m_back, m_settled);
    m_forward.clear();
    m_settled = m_current;
}

void ViewRange::set(TimeRange range)
{
    m_current = clamped(range);
    settle();
}

void ViewRange::setTransient(TimeRange range)
{
    m_current = clamped(range);
}

void ViewRange::beginGesture()
{
    settle();
}

void ViewRange::undo()
{
    settle();
    if (m_back.empty())
        return;
    push(m_forward, m_current);
    m_current = m_settled = m_back.back();
    m_back.pop_back();
}

void ViewRange::redo()
{
    settle();
    if (m_forward.empty())
        return;
    push(m_back, m_current);
    m_current = m_settled = m_forward.back();
    m_forward.pop_back();
}

TimeRange ViewRange::zoomed(double factor, Ns anchor) const
{
    const double length = static_cast<double>(m_current.length());
    anchor = std::clamp(anchor, m_current.begin, m_current.end);
    const DurationNs wanted = std::max(toDuration(length * factor), kMinViewNs);
    // Also asked as doubles: the largest length is above every double that fits the type.
    if (wanted >= m_limits.length() || length * factor >= static_cast<double>(m_limits.length()))
        return m_limits;
    const double share = static_cast<double>(lengthBetween(m_current.begin, anchor)) / length;
    const Ns begin = earlier(anchor, toDuration(static_cast<double>(wanted) * share));
    return clamped({begin, later(begin, wanted)});
}

TimeRange ViewRange::panned(double share) const
{
    const DurationNs distance =
        toDuration(static_cast<double>(m_current.length()) * std::abs(share));
    if (share > 0) {
        const DurationNs room = lengthBetween(m_current.end, m_limits.end);
        const DurationNs step = std::min(distance, room);
        return {later(m_current.begin, step), later(m_current.end, step)};
    }
    const DurationNs step = std::min(distance, lengthBetween(m_limits.begin, m_current.begin));
    return {earlier(m_current.begin, step), earlier(m_current.end, step)};
}

} // namespace nv::scene
