// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nested_events.h"

#include "core/base/parallel.h"
#include "core/base/progress.h"

#include <algorithm>
#include <utility>

namespace nv {

namespace {

/// The numbers inside a list of indices.
template <class Ids>
std::span<const std::uint32_t> valuesOf(const Ids& ids)
{
    static_assert(sizeof(*ids.data()) == sizeof(std::uint32_t));
    return ids.empty() ? std::span<const std::uint32_t>()
                       : std::span(&ids.data()->value, ids.size());
}

template <class Threads, class IsWanted>
std::vector<std::vector<std::uint32_t>> listsByThread(const Threads& threadOf, std::size_t threads,
                                                      IsWanted isWanted,
                                                      const std::stop_token& stop)
{
    std::vector<std::vector<std::uint32_t>> lists(threads);
    for (std::size_t i = 0; i < threadOf.size() && !shouldStop(stop, i); ++i) {
        if (!threadOf[i].isNone() && isWanted(i))
            lists[threadOf[i]()].push_back(static_cast<std::uint32_t>(i));
    }
    return lists;
}

bool outerFirst(TimeColumns columns, std::uint32_t a, std::uint32_t b)
{
    if (columns.start[a] != columns.start[b])
        return columns.start[a] < columns.start[b];
    return columns.end[a] > columns.end[b];
}

} // namespace

NestedEvents::NestedEvents(TimeColumns columns, std::vector<std::uint32_t> rows,
                           const std::stop_token& stop)
    : m_columns(columns)
{
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return outerFirst(columns, a, b); };
    if (!std::is_sorted(rows.begin(), rows.end(), before))
        std::stable_sort(rows.begin(), rows.end(), before);
    m_own = std::move(rows);
    m_rows = {m_own.data(), m_own.size()};
    link(stop);
}

NestedEvents::NestedEvents(TimeColumns columns, std::span<const std::uint32_t> rows, Equals equals,
                           const std::stop_token& stop)
    : m_columns(columns)
    , m_rows(rows)
{
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return outerFirst(columns, a, b); };
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
        return columns.start[a] < columns.start[b];
    };
    const bool isOrdered = equals == Equals::OuterFirst
                               ? std::is_sorted(rows.begin(), rows.end(), before)
                               : std::is_sorted(rows.begin(), rows.end(), earlier);
    if (!isOrdered) {
        std::vector<std::uint32_t> own(rows.begin(), rows.end());
        std::stable_sort(own.begin(), own.end(), before);
        m_own = std::move(own);
        m_rows = {m_own.data(), m_own.size()};
    }
    link(stop);
}

void NestedEvents::setColumns(TimeColumns columns, std::span<const std::uint32_t> rows)
{
    m_columns = columns;
    m_rows = m_own.empty() ? rows : std::span<const std::uint32_t>(m_own.data(), m_own.size());
}

void NestedEvents::link(const std::stop_token& stop)
{
    PackedWriter back;
    std::vector<std::uint32_t> open; // 1 + positions, their ends descending
    for (std::size_t i = 0; i < m_rows.size() && !shouldStop(stop, i); ++i) {
        while (!open.empty() && m_columns.end[m_rows[open.back() - 1]] <= m_columns.end[m_rows[i]])
            open.pop_back();
        back.add(open.empty() ? 0 : static_cast<std::int64_t>(i + 1 - open.back()));
        open.push_back(static_cast<std::uint32_t>(i + 1));
    }
    m_back = back.take();
    if (m_back.size() < m_rows.size())
        m_rows = {}; // stopped: without links there is nothing to ask
}

std::size_t NestedEvents::startedBy(Ns t) const
{
    const auto after =
        std::upper_bound(m_rows.begin(), m_rows.end(), t,
                         [this](Ns at, std::uint32_t row) { return at < m_columns.start[row]; });
    return static_cast<std::size_t>(after - m_rows.begin());
}

std::optional<std::uint32_t> NestedEvents::innermostAt(Ns t) const
{
    std::size_t i = startedBy(t);
    while (i != 0 && m_columns.end[m_rows[i - 1]] <= t)
        i = longerThan(i - 1);
    return i == 0 ? std::nullopt : std::optional(m_rows[i - 1]);
}

std::optional<std::uint32_t> NestedEvents::lastBefore(Ns t) const
{
    const std::size_t i = t == kMinNs ? 0 : startedBy(t - 1);
    return i == 0 ? std::nullopt : std::optional(m_rows[i - 1]);
}

EventNests::EventNests(const TraceModel& model, const std::stop_token& stop)
    : m_calls(model.threads.size())
    , m_ranges(model.threads.size())
    , m_osCalls(model.threads.size())
    , m_ops(model.devices.size())
{
    const auto lent = [&](EventKind kind, std::span<const std::uint32_t> rows,
                          NestedEvents::Equals equals, NestedEvents& nest) {
        nest = NestedEvents(timeColumns(model, kind), rows, equals, stop);
    };
    const auto owned = [&](EventKind kind, std::vector<std::vector<std::uint32_t>> rows,
                           std::vector<NestedEvents>& nests) {
        for (std::size_t t = 0; t < nests.size(); ++t)
            nests[t] = NestedEvents(timeColumns(model, kind), std::move(rows[t]), stop);
    };
    Tasks tasks;
    for (std::size_t d = 0; d < m_ops.size(); ++d)
        tasks.emplace_back([&, d] {
            lent(EventKind::Op, valuesOf(model.devices[d].ops), NestedEvents::Equals::AnyOrder,
                 m_ops[d]);
        });
    for (std::size_t t = 0; t < m_calls.size(); ++t)
        tasks.emplace_back([&, t] {
            lent(EventKind::Call, valuesOf(model.threads[t].calls),
                 NestedEvents::Equals::OuterFirst, m_calls[t]);
        });
    tasks.emplace_back([&] {
        const auto isRange = [&](std::size_t i) { return model.ranges.kind[i] != RangeKind::Mark; };
        owned(EventKind::Range, listsByThread(model.ranges.thread, m_ranges.size(), isRange, stop),
              m_ranges);
    });
    tasks.emplace_back([&] {
        const auto any = [](std::size_t) { return true; };
        owned(EventKind::OsCall, listsByThread(model.osCalls.thread, m_osCalls.size(), any, stop),
              m_osCalls);
    });
    runTasks(tasks);
}

void EventNests::setModel(const TraceModel& model)
{
    for (std::size_t t = 0; t < m_calls.size(); ++t) {
        m_calls[t].setColumns(timeColumns(model, EventKind::Call),
                              valuesOf(model.threads[t].calls));
        m_ranges[t].setColumns(timeColumns(model, EventKind::Range), {});
        m_osCalls[t].setColumns(timeColumns(model, EventKind::OsCall), {});
    }
    for (std::size_t d = 0; d < m_ops.size(); ++d)
        m_ops[d].setColumns(timeColumns(model, EventKind::Op), valuesOf(model.devices[d].ops));
}

} // namespace nv
