// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pyramid.h"

namespace nv {
namespace {

Pyramid::Node leafAt(const RowList& events, std::size_t i, TimeColumns times)
{
    const std::uint32_t row = events[i];
    const DurationNs length = lengthBetween(times.start[row], times.end[row]);
    return {length, length, static_cast<std::uint32_t>(i)};
}

/// Of equally long events the earlier one counts, in whatever order they come.
void join(Pyramid::Node& into, const Pyramid::Node& node, bool isFirst)
{
    into.busy += node.busy;
    if (isFirst || node.longestNs > into.longestNs
        || (node.longestNs == into.longestNs && node.longest < into.longest)) {
        into.longestNs = node.longestNs;
        into.longest = node.longest;
    }
}

} // namespace

Pyramid Pyramid::build(const RowList& events, TimeColumns times)
{
    Pyramid out;
    if (events.size() < kFanOut)
        return out; // a leaf scan answers as fast
    std::vector<Node> level((events.size() + kFanOut - 1) / kFanOut);
    for (std::size_t i = 0; i < events.size(); ++i)
        join(level[i / kFanOut], leafAt(events, i, times), i % kFanOut == 0);
    out.m_levels.emplace_back(std::move(level));
    while (out.m_levels.back().size() > kFanOut) {
        const auto& below = out.m_levels.back();
        std::vector<Node> above((below.size() + kFanOut - 1) / kFanOut);
        for (std::size_t i = 0; i < below.size(); ++i)
            join(above[i / kFanOut], below[i], i % kFanOut == 0);
        out.m_levels.emplace_back(std::move(above));
    }
    return out;
}

Pyramid::Node Pyramid::query(std::size_t lo, std::size_t hi, const RowList& events,
                             TimeColumns times) const
{
    Node out{0, 0, static_cast<std::uint32_t>(lo)};
    if (lo >= hi)
        return out;
    bool isFirst = true;
    const auto take = [&](const Node& node) {
        join(out, node, isFirst);
        isFirst = false;
    };
    std::size_t level = 0;
    for (; lo < hi && lo % kFanOut != 0; ++lo)
        take(leafAt(events, lo, times));
    for (; lo < hi && hi % kFanOut != 0; --hi)
        take(leafAt(events, hi - 1, times));
    // [lo, hi) is now whole blocks of level 0; climb while its ends are not block borders.
    lo /= kFanOut;
    hi /= kFanOut;
    while (lo < hi) {
        const auto& nodes = m_levels[level];
        const bool isTop = level + 1 == m_levels.size();
        for (; lo < hi && (isTop || lo % kFanOut != 0); ++lo)
            take(nodes[lo]);
        for (; lo < hi && hi % kFanOut != 0; --hi)
            take(nodes[hi - 1]);
        lo /= kFanOut;
        hi /= kFanOut;
        ++level;
    }
    return out;
}

} // namespace nv
