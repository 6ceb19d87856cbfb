// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pyramid.h"

namespace nv {
namespace {

DurationNs durationAt(std::uint32_t event, const Ns* start, const Ns* end)
{
    return lengthBetween(start[event], end[event]);
}

} // namespace

Pyramid Pyramid::build(std::span<const std::uint32_t> events, const Ns* start, const Ns* end)
{
    Pyramid out;
    if (events.size() < kFanOut)
        return out; // a leaf scan answers as fast
    const auto duration = [&](std::size_t i) { return durationAt(events[i], start, end); };
    std::vector<Node> level((events.size() + kFanOut - 1) / kFanOut);
    for (std::size_t block = 0; block < level.size(); ++block) {
        Node node{0, static_cast<std::uint32_t>(block * kFanOut)};
        const std::size_t stop = std::min(events.size(), (block + 1) * kFanOut);
        for (std::size_t i = block * kFanOut; i < stop; ++i) {
            node.busy += duration(i);
            if (duration(i) > duration(node.longest))
                node.longest = static_cast<std::uint32_t>(i);
        }
        level[block] = node;
    }
    out.m_levels.push_back(std::move(level));
    while (out.m_levels.back().size() > kFanOut) {
        const auto& below = out.m_levels.back();
        std::vector<Node> above((below.size() + kFanOut - 1) / kFanOut);
        for (std::size_t block = 0; block < above.size(); ++block) {
            Node node{0, below[block * kFanOut].longest};
            const std::size_t stop = std::min(below.size(), (block + 1) * kFanOut);
            for (std::size_t i = block * kFanOut; i < stop; ++i) {
                node.busy += below[i].busy;
                if (duration(below[i].longest) > duration(node.longest))
                    node.longest = below[i].longest;
            }
            above[block] = node;
        }
        out.m_levels.push_back(std::move(above));
    }
    return out;
}

Pyramid::Node Pyramid::query(std::size_t lo, std::size_t hi, std::span<const std::uint32_t> events,
                             const Ns* start, const Ns* end) const
{
    Node out{0, static_cast<std::uint32_t>(lo)};
    if (lo >= hi)
        return out;
    DurationNs longest = 0;
    const auto take = [&](Node node) {
        out.busy += node.busy;
        const DurationNs d = durationAt(events[node.longest], start, end);
        if (d > longest || (d == longest && node.longest < out.longest)) { // the earlier of equals
            longest = d;
            out.longest = node.longest;
        }
    };
    const auto leaf = [&](std::size_t i) {
        take({durationAt(events[i], start, end), static_cast<std::uint32_t>(i)});
    };
    std::size_t level = 0;
    for (; lo < hi && lo % kFanOut != 0; ++lo)
        leaf(lo);
    for (; lo < hi && hi % kFanOut != 0; --hi)
        leaf(hi - 1);
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
