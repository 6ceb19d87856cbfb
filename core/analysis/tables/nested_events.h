// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/packed_values.h"
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
/// Cost: build O(n log n), O(n) when the rows ascend; a question O(log n + depth).  At most 2 bytes
/// a row, none where nothing nests, and 1 to 4 more where the rows are not lent.
/// Errors: none.  Thread: immutable after build, share freely.
namespace nv {

class NestedEvents
{
public:
    /// In which order events of equal start must lie.
    enum class Equals : std::uint8_t
    {
        OuterFirst,
        AnyOrder, ///< enough for questions about all active ones
    };

    NestedEvents() = default;
    NestedEvents(TimeColumns columns, std::vector<std::uint32_t> rows, const std::stop_token& stop);
    /// `rows` are kept when they are in order, so they must outlive this; else they are copied.
    NestedEvents(TimeColumns columns, RowView rows, Equals equals, const std::stop_token& stop);
    NestedEvents(const NestedEvents&) = delete;
    NestedEvents& operator=(const NestedEvents&) = delete;
    NestedEvents(NestedEvents&&) = default;
    NestedEvents& operator=(NestedEvents&&) = default;
    ~NestedEvents() = default;

    /// For events that were kept with their trace; `rows` as they were lent.
    void setColumns(TimeColumns columns, RowView rows);

    /// The latest started event that is active at `t`.
    std::optional<std::uint32_t> innermostAt(Ns t) const;

    /// Calls `visit(row)` for each event active at `t`, the latest started first.
    template <class Visit>
    void forEachActive(Ns t, Visit visit) const
    {
        std::size_t i = startedBy(t); // one past the position that is looked at
        while (i != 0) {
            if (const std::uint32_t row = rowAt(i - 1); m_columns.end[row] > t) {
                visit(row);
                --i;
            } else {
                i = longerThan(i - 1);
            }
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
        for (std::size_t i = startedBy(range.begin); i < m_size; ++i) {
            const std::uint32_t row = rowAt(i);
            const Ns start = m_columns.start[row];
            if (start >= range.end)
                break;
            if (m_columns.end[row] > start)
                visit(row);
        }
    }

    /// The event that starts last before `t`, with or without length.
    std::optional<std::uint32_t> lastBefore(Ns t) const;

private:
    /// Number of rows with start <= t.
    std::size_t startedBy(Ns t) const;

    void link(const std::stop_token& stop);

    std::uint32_t rowAt(std::size_t i) const { return m_own.empty() ? m_lent[i] : m_own[i]; }

    /// 1 + position of the nearest earlier row that ends later; 0 for none.
    std::size_t longerThan(std::size_t i) const
    {
        const auto back = static_cast<std::size_t>(m_back[i]);
        return back == 0 ? 0 : i + 1 - back;
    }

    template <class Archive>
    friend void archive(Archive& a, NestedEvents& e)
    {
        a(e.m_own, e.m_back);
    }

    TimeColumns m_columns;
    RowList m_own;
    RowView m_lent; ///< where `m_own` is empty
    std::size_t m_size =
        0;               ///< of whichever it is; 0 after a stop: without links nothing can be asked
    PackedValues m_back; ///< how far back the link reaches, 0 for none
};

/// The nests of one trace.
class EventNests
{
public:
    EventNests() = default;
    /// `model` must outlive this; nests that a stop leaves unfinished are empty.
    EventNests(const TraceModel& model, const std::stop_token& stop);

    /// For nests that were kept with their trace.
    void setModel(const TraceModel& model);

    const NestedEvents& calls(ThreadId thread) const { return m_calls[thread()]; }

    const NestedEvents& ranges(ThreadId thread) const { return m_ranges[thread()]; } ///< no marks

    const NestedEvents& osCalls(ThreadId thread) const { return m_osCalls[thread()]; }

    /// For questions about all active ones.
    const NestedEvents& ops(DeviceId device) const { return m_ops[device()]; }

private:
    template <class Archive>
    friend void archive(Archive& a, EventNests& n)
    {
        a(n.m_calls, n.m_ranges, n.m_osCalls, n.m_ops);
    }

    std::vector<NestedEvents> m_calls;
    std::vector<NestedEvents> m_ranges;
    std::vector<NestedEvents> m_osCalls;
    std::vector<NestedEvents> m_ops;
};

} // namespace nv
