// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

/// The one time unit of the core and the stretch of time everything else is asked about.
/// Shape: `Ns` is a point or an event's duration on the session clock, `DurationNs` the length of a
/// stretch: unsigned, because a capture may reach from before the session to the end of int64.
/// Unit: integer nanoseconds end to end; nothing here rounds.
namespace nv {

using Ns = std::int64_t;
using DurationNs = std::uint64_t;
using Bytes = std::int64_t;

inline constexpr Ns kMinNs = std::numeric_limits<Ns>::min();
inline constexpr Ns kMaxNs = std::numeric_limits<Ns>::max();

/// Exact for every pair with begin <= end, also across the whole of int64.
constexpr DurationNs lengthBetween(Ns begin, Ns end)
{
    return begin < end ? static_cast<DurationNs>(end) - static_cast<DurationNs>(begin) : 0;
}

/// Half-open [begin, end); begin >= end is empty.
struct TimeRange
{
    Ns begin = 0;
    Ns end = 0;

    constexpr bool isEmpty() const { return begin >= end; }

    constexpr DurationNs length() const { return lengthBetween(begin, end); }

    constexpr bool contains(Ns t) const { return begin <= t && t < end; }

    constexpr bool overlaps(TimeRange o) const { return begin < o.end && o.begin < end; }

    constexpr TimeRange intersect(TimeRange o) const
    {
        return {std::max(begin, o.begin), std::min(end, o.end)};
    }

    friend constexpr bool operator==(TimeRange, TimeRange) = default;
};

/// A sum that stops at the end of its type instead of wrapping (hostile byte counts).
constexpr std::int64_t addSaturated(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return a < 0 ? kMinNs : kMaxNs;
}

} // namespace nv
