// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/lane.h"
#include "core/trace/trace_model.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

/// What was going on at an instant, among events that may nest and overlap (the calls or ranges of
/// a thread, the ops of a device)?
/// Shape: rows of an event table by (start, longer first), each with a link to the nearest earlier
/// row that ends later; following the links visits only what can still be active.
/// Unit: ns, half-open; an event without length is never active.
/// Cost: build O(n log n), O(n) when the rows ascend; a question O(log n + depth).  8 bytes a row.
/// Errors: none.  Thread: immutable after build; EventNests builds lazily and serves one thread.
namespace nv {

class NestedEvents
{
public:
    NestedEvents() = default;
    NestedEvents(TimeColumns columns, std::vector<std::uint32_t> rows, const std::stop_token& stop);

    /// The latest started event that is active at `t`.
    std::optional<std::uint32_t> innermostAt(Ns t) const;

    /// Calls `visit(row)` for each event active at `t`, the latest started first.
    template <class Visit>
    void forEachActive(Ns t, Visit visit) const
    {
        std::size_t i = startedBy(t); // one past the position that is looked at
        while (i != 0) {
            if (m_columns.end[m_rows[i - 1]] > t)
                visit(m_rows[--i]);
            else
                i = m_longer[i - 1];
        }
    }

    /// Calls `visit(row)` for each event with a part inside `range`: first those active at its
    /// begin, then those that start later, ascending.
    template <class Visit>
    void forEachOverlapping(TimeRange range, Visit visit) const
    {
        if (range.isEmpty())
            return;
        forEachActive(range.begin, visit);
        for (std::size_t i = startedBy(range.begin);
             i < m_rows.size() && m_columns.start[m_rows[i]] < range.end; ++i) {
            if (m_columns.end[m_rows[i]] > m_columns.start[m_rows[i]])
                visit(m_rows[i]);
        }
    }

    /// The event that starts last before `t`, with or without length.
    std::optional<std::uint32_t> lastBefore(Ns t) const;

private:
    /// Number of rows with start <= t.
    std::size_t startedBy(Ns t) const;

    TimeColumns m_columns;
    std::vector<std::uint32_t> m_rows;
    std::vector<std::uint32_t> m_longer; ///< 1 + position of the link, 0 for none
};

/// The nests of one trace, each built when first asked for.
class EventNests
{
public:
    EventNests(const TraceModel& model, std::stop_token stop);

    const NestedEvents& calls(ThreadId thread);
    const NestedEvents& ranges(ThreadId thread); ///< without marks
    const NestedEvents& osCalls(ThreadId thread);
    const NestedEvents& ops(DeviceId device);

private:
    using PerThread = std::vector<std::vector<std::uint32_t>>;
    using Nests = std::vector<std::optional<NestedEvents>>;

    const NestedEvents& ofThread(ThreadId thread, EventKind kind, std::optional<PerThread>& lists,
                                 Nests& nests);

    const TraceModel& m_model;
    std::stop_token m_stop;
    std::optional<PerThread> m_rangeLists;
    std::optional<PerThread> m_osCallLists;
    Nests m_calls;
    Nests m_ranges;
    Nests m_osCalls;
    Nests m_ops;
};

} // namespace nv
