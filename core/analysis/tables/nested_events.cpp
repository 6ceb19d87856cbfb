// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nested_events.h"

#include "core/base/progress.h"

#include <algorithm>
#include <utility>

namespace nv {

namespace {

template <class Id>
std::vector<std::uint32_t> valuesOf(const FlatColumn<Id>& ids)
{
    std::vector<std::uint32_t> values;
    values.reserve(ids.size());
    for (const Id id : ids)
        values.push_back(id.value);
    return values;
}

template <class IsWanted>
std::vector<std::vector<std::uint32_t>> listsByThread(const IndexColumn<ThreadId>& threadOf,
                                                      std::size_t threads, IsWanted isWanted,
                                                      const std::stop_token& stop)
{
    std::vector<std::vector<std::uint32_t>> lists(threads);
    for (std::size_t i = 0; i < threadOf.size() && !shouldStop(stop, i); ++i) {
        if (!threadOf[i].isNone() && isWanted(i))
            lists[threadOf[i]()].push_back(static_cast<std::uint32_t>(i));
    }
    return lists;
}

} // namespace

NestedEvents::NestedEvents(TimeColumns columns, std::vector<std::uint32_t> rows,
                           const std::stop_token& stop)
    : m_columns(columns)
    , m_rows(std::move(rows))
{
    const auto outerFirst = [this](std::uint32_t a, std::uint32_t b) {
        if (m_columns.start[a] != m_columns.start[b])
            return m_columns.start[a] < m_columns.start[b];
        return m_columns.end[a] > m_columns.end[b];
    };
    if (!std::is_sorted(m_rows.begin(), m_rows.end(), outerFirst))
        std::stable_sort(m_rows.begin(), m_rows.end(), outerFirst);

    m_longer.assign(m_rows.size(), 0);
    std::vector<std::uint32_t> open; // 1 + positions, their ends descending
    for (std::size_t i = 0; i < m_rows.size() && !shouldStop(stop, i); ++i) {
        while (!open.empty() && m_columns.end[m_rows[open.back() - 1]] <= m_columns.end[m_rows[i]])
            open.pop_back();
        m_longer[i] = open.empty() ? 0 : open.back();
        open.push_back(static_cast<std::uint32_t>(i + 1));
    }
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
        i = m_longer[i - 1];
    return i == 0 ? std::nullopt : std::optional(m_rows[i - 1]);
}

std::optional<std::uint32_t> NestedEvents::lastBefore(Ns t) const
{
    const std::size_t i = t == kMinNs ? 0 : startedBy(t - 1);
    return i == 0 ? std::nullopt : std::optional(m_rows[i - 1]);
}

EventNests::EventNests(const TraceModel& model, std::stop_token stop)
    : m_model(model)
    , m_stop(std::move(stop))
    , m_calls(model.threads.size())
    , m_ranges(model.threads.size())
    , m_osCalls(model.threads.size())
    , m_ops(model.devices.size())
{}

const NestedEvents& EventNests::calls(ThreadId thread)
{
    std::optional<NestedEvents>& nest = m_calls[thread()];
    if (!nest)
        nest.emplace(timeColumns(m_model, EventKind::Call),
                     valuesOf(m_model.threads[thread()].calls), m_stop);
    return *nest;
}

const NestedEvents& EventNests::ranges(ThreadId thread)
{
    if (!m_rangeLists) {
        const auto isRange = [this](std::size_t i) {
            return m_model.ranges.kind[i] != RangeKind::Mark;
        };
        m_rangeLists =
            listsByThread(m_model.ranges.thread, m_model.threads.size(), isRange, m_stop);
    }
    return ofThread(thread, EventKind::Range, m_rangeLists, m_ranges);
}

const NestedEvents& EventNests::osCalls(ThreadId thread)
{
    if (!m_osCallLists) {
        const auto any = [](std::size_t) { return true; };
        m_osCallLists = listsByThread(m_model.osCalls.thread, m_model.threads.size(), any, m_stop);
    }
    return ofThread(thread, EventKind::OsCall, m_osCallLists, m_osCalls);
}

const NestedEvents& EventNests::ops(DeviceId device)
{
    std::optional<NestedEvents>& nest = m_ops[device()];
    if (!nest)
        nest.emplace(timeColumns(m_model, EventKind::Op), valuesOf(m_model.devices[device()].ops),
                     m_stop);
    return *nest;
}

const NestedEvents& EventNests::ofThread(ThreadId thread, EventKind kind,
                                         std::optional<PerThread>& lists, Nests& nests)
{
    std::optional<NestedEvents>& nest = nests[thread()];
    if (!nest)
        nest.emplace(timeColumns(m_model, kind), std::move((*lists)[thread()]), m_stop);
    return *nest;
}

} // namespace nv
