// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thread_calls.h"

namespace nv {

ThreadCalls::ThreadCalls(const CallTable& table, std::span<const CallIndex> calls)
    : m_table(table)
    , m_calls(calls)
    , m_notEarlier(calls.size(), kNone)
{
    for (std::size_t i = 1; i < calls.size(); ++i) {
        auto at = static_cast<std::uint32_t>(i - 1);
        while (at != kNone && end(at) < end(i))
            at = m_notEarlier[at];
        m_notEarlier[i] = at;
    }
}

std::size_t ThreadCalls::firstAfter(Ns t) const
{
    const auto it = std::upper_bound(m_calls.begin(), m_calls.end(), t,
                                     [&](Ns at, CallIndex c) { return at < m_table.start[c()]; });
    return static_cast<std::size_t>(it - m_calls.begin());
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
