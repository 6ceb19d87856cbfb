// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interval_ops.h"

namespace nv {

namespace {

/// Calls `visit` with each non-empty overlap of a range of `a` with one of `b`, ascending.
template <class Visit>
void forEachOverlap(std::span<const TimeRange> a, std::span<const TimeRange> b, Visit visit)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        const TimeRange common = a[i].intersect(b[j]);
        if (!common.isEmpty())
            visit(common);
        if (a[i].end < b[j].end)
            ++i;
        else
            ++j;
    }
}

} // namespace

IntervalSet merged(std::vector<TimeRange> ranges)
{
    std::erase_if(ranges, [](TimeRange r) { return r.isEmpty(); });
    const auto byBegin = [](TimeRange a, TimeRange b) { return a.begin < b.begin; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), byBegin))
        std::sort(ranges.begin(), ranges.end(), byBegin);
    std::size_t kept = 0; // ranges[0, kept) is the union so far
    for (const TimeRange r : ranges) {
        if (kept > 0 && r.begin <= ranges[kept - 1].end)
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, r.end);
        else
            ranges[kept++] = r;
    }
    ranges.resize(kept);
    return ranges;
}

IntervalSet intersected(std::span<const TimeRange> a, std::span<const TimeRange> b)
{
    IntervalSet result;
    forEachOverlap(a, b, [&](TimeRange r) { result.push_back(r); });
    return result;
}

IntervalSet subtracted(std::span<const TimeRange> a, std::span<const TimeRange> b)
{
    IntervalSet result;
    std::size_t j = 0;
    for (const TimeRange r : a) {
        Ns cursor = r.begin;
        while (j < b.size() && b[j].end <= cursor)
            ++j;
        // b[j] may also cut the next range of `a`, so it is passed only when it ends inside r.
        for (std::size_t k = j; k < b.size() && b[k].begin < r.end; ++k) {
            if (cursor < b[k].begin)
                result.push_back({cursor, b[k].begin});
            cursor = std::max(cursor, b[k].end);
            if (b[k].end <= r.end)
                j = k + 1;
        }
        if (cursor < r.end)
            result.push_back({cursor, r.end});
    }
    return result;
}

IntervalSet clipped(std::span<const TimeRange> a, TimeRange window)
{
    if (window.isEmpty())
        return {};
    return intersected(a, std::span(&window, 1));
}

IntervalSet gapsWithin(std::span<const TimeRange> a, TimeRange window)
{
    if (window.isEmpty())
        return {};
    return subtracted(std::span(&window, 1), a);
}

DurationNs totalLength(std::span<const TimeRange> a)
{
    DurationNs sum = 0;
    for (const TimeRange r : a)
        sum += r.length();
    return sum;
}

DurationNs overlapLength(std::span<const TimeRange> a, std::span<const TimeRange> b)
{
    DurationNs sum = 0;
    forEachOverlap(a, b, [&](TimeRange r) { sum += r.length(); });
    return sum;
}

} // namespace nv
