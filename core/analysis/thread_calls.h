// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"

#include <optional>
#include <vector>

/// Which calls of a list was somebody inside at an instant, and when did the last one end?
/// Shape: any list of calls ascending by start; calls may nest or overlap in any way.
/// Unit: ns.  Cost: build O(n), 4 bytes a call; a question O(log n + calls found + nesting depth).
/// Thread: immutable after build; refers to the trace and the list, which must outlive it.
/// Source: verdict.md 1 ("inside an API call on T", "length measured from the end of the previous
/// call").
namespace nv {

class ThreadCalls
{
public:
    ThreadCalls(const CallTable& table, const PackedColumn<CallIndex>& calls);

    std::size_t size() const { return m_calls.size(); }

    CallIndex call(std::size_t i) const { return m_calls[i]; }

    Ns start(std::size_t i) const { return m_table.start[m_calls[i]()]; }

    Ns end(std::size_t i) const { return m_table.end[m_calls[i]()]; }

    /// Number of calls that start at or before `t`: position of the first later one.  The further
    /// it lies from `near`, the longer it takes: O(log distance).
    std::size_t firstAfter(Ns t, std::size_t near = 0) const;

    /// Positions below `i` whose call ends after `t`.
    void activeAt(std::size_t i, Ns t, std::vector<std::uint32_t>& out) const;

    /// Latest end among the first `i` calls; nullopt for i = 0.
    std::optional<Ns> latestEnd(std::size_t i) const;

    /// Calls `visit(position)` for each of the first `i` calls that end at `latestEnd(i)`.
    template <class Visit>
    void visitLatest(std::size_t i, Visit visit) const
    {
        const std::optional<Ns> latest = latestEnd(i);
        for (std::uint32_t at = i == 0 ? kNone : static_cast<std::uint32_t>(i - 1); at != kNone;
             at = m_notEarlier[at])
            if (end(at) == *latest)
                visit(at);
    }

private:
    static constexpr std::uint32_t kNone = CallIndex::kNone;

    const CallTable& m_table;
    const PackedColumn<CallIndex>& m_calls;
    /// The nearest earlier call that does not end earlier: what lies between can be skipped by any
    /// question about ends.
    std::vector<std::uint32_t> m_notEarlier;
};

} // namespace nv
