// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thread_calls.h"

namespace nv {

ThreadCalls::ThreadCalls(const CallTable& table, const PackedColumn<CallIndex>& calls)
    : m_table(table)
    , m_calls(calls)
    , m_notEarlier(calls.size(), kNone)
{
    for (std::size_t i = 1; i < calls.size(); ++i) {
        auto at = static_cast<std::uint32_t>(i - 1);
        const Ns ownEnd = end(i);
        while (at != kNone && end(at) < ownEnd)
            at = m_notEarlier[at];
        m_notEarlier[i] = at;
    }
}

std::size_t ThreadCalls::firstAfter(Ns t, std::size_t near) const
{
    std::size_t lo = std::min(near, size()); // what is before it starts at or before t
    std::size_t hi = lo;                     // what is from it on starts later
    std::size_t width = 1;
    if (lo < size() && start(lo) <= t) {
        do {
            lo = hi + 1;
            hi = lo + std::min(width, size() - lo);
            width *= 2;
        } while (hi < size() && start(hi) <= t);
    } else {
        while (lo != 0 && start(lo - 1) > t) {
            hi = lo - 1;
            lo = hi - std::min(width, hi);
            width *= 2;
        }
    }
    while (lo < hi) {
        const std::size_t middle = lo + (hi - lo) / 2;
        if (start(middle) <= t)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

void ThreadCalls::activeAt(std::size_t i, Ns t, std::vector<std::uint32_t>& out) const
{
    out.clear();
    auto at = i == 0 ? kNone : static_cast<std::uint32_t>(i - 1);
    while (at != kNone) {
        if (end(at) > t) {
            out.push_back(at);
            at = at == 0 ? kNone : at - 1;
        } else {
            at = m_notEarlier[at];
        }
    }
}

std::optional<Ns> ThreadCalls::latestEnd(std::size_t i) const
{
    if (i == 0)
        return std::nullopt;
    auto at = static_cast<std::uint32_t>(i - 1);
    while (m_notEarlier[at] != kNone)
        at = m_notEarlier[at];
    return end(at);
}

} // namespace nv
