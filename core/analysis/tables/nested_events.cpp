// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nested_events.h"

#include "core/base/parallel.h"
#include "core/base/progress.h"

#include <algorithm>
#include <utility>

namespace nv {

namespace {

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
    if (const Ns startA = columns.start[a], startB = columns.start[b]; startA != startB)
        return startA < startB;
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
    m_own = rows;
    m_own.shrink_to_fit();
    m_size = m_own.size();
    link(stop);
}

NestedEvents::NestedEvents(TimeColumns columns, RowView rows, Equals equals,
                           const std::stop_token& stop)
    : m_columns(columns)
    , m_lent(rows)
    , m_size(rows.size())
{
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return outerFirst(columns, a, b); };
    bool isOrdered = true;
    for (std::size_t i = 1; i < rows.size() && isOrdered; ++i)
        isOrdered = equals == Equals::OuterFirst
                        ? !before(rows[i], rows[i - 1])
                        : columns.start[rows[i]] >= columns.start[rows[i - 1]];
    if (!isOrdered) {
        std::vector<std::uint32_t> own(rows.size());
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] = rows[i];
        std::stable_sort(own.begin(), own.end(), before);
        m_own = own;
        m_own.shrink_to_fit();
    }
    link(stop);
}

void NestedEvents::setColumns(TimeColumns columns, RowView rows)
{
    m_columns = columns;
    m_lent = rows;
    m_size = m_own.empty() ? rows.size() : m_own.size();
}

void NestedEvents::link(const std::stop_token& stop)
{
    PackedWriter back;
    std::vector<std::uint32_t> open; // 1 + positions, their ends descending
    for (std::size_t i = 0; i < m_size && !shouldStop(stop, i); ++i) {
        const Ns end = m_columns.end[rowAt(i)];
        while (!open.empty() && m_columns.end[rowAt(open.back() - 1)] <= end)
            open.pop_back();
        back.add(open.empty() ? 0 : static_cast<std::int64_t>(i + 1 - open.back()));
        open.push_back(static_cast<std::uint32_t>(i + 1));
    }
    m_back = back.take();
    if (m_back.size() < m_size)
        m_size = 0;
}

std::size_t NestedEvents::startedBy(Ns t) const
{
    std::size_t first = 0; // what is before it has started
    for (std::size_t count = m_size; count != 0;) {
        const std::size_t half = count / 2;
        const bool hasStarted = m_columns.start[rowAt(first + half)] <= t;
        first += hasStarted ? half + 1 : 0;
        count = hasStarted ? count - half - 1 : half;
    }
    return first;
}

std::optional<std::uint32_t> NestedEvents::innermostAt(Ns t) const
{
    std::size_t i = startedBy(t);
    while (i != 0 && m_columns.end[rowAt(i - 1)] <= t)
        i = longerThan(i - 1);
    return i == 0 ? std::nullopt : std::optional(rowAt(i - 1));
}

std::optional<std::uint32_t> NestedEvents::lastBefore(Ns t) const
{
    const std::size_t i = t == kMinNs ? 0 : startedBy(t - 1);
    return i == 0 ? std::nullopt : std::optional(rowAt(i - 1));
}

EventNests::EventNests(const TraceModel& model, const std::stop_token& stop)
    : m_calls(model.threads.size())
    , m_ranges(model.threads.size())
    , m_osCalls(model.threads.size())
    , m_ops(model.devices.size())
{
    const auto lent = [&](EventKind kind, RowView rows, NestedEvents::Equals equals,
                          NestedEvents& nest) {
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
            lent(EventKind::Op, model.devices[d].ops, NestedEvents::Equals::AnyOrder, m_ops[d]);
        });
    for (std::size_t t = 0; t < m_calls.size(); ++t)
        tasks.emplace_back([&, t] {
            lent(EventKind::Call, model.threads[t].calls, NestedEvents::Equals::OuterFirst,
                 m_calls[t]);
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
        m_calls[t].setColumns(timeColumns(model, EventKind::Call), model.threads[t].calls);
        m_ranges[t].setColumns(timeColumns(model, EventKind::Range), {});
        m_osCalls[t].setColumns(timeColumns(model, EventKind::OsCall), {});
    }
    for (std::size_t d = 0; d < m_ops.size(); ++d)
        m_ops[d].setColumns(timeColumns(model, EventKind::Op), model.devices[d].ops);
}

} // namespace nv
