// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/marked_rows.h"

#include "core/base/progress.h"

#include <algorithm>

namespace nv::scene {

namespace {

/// Which rows of a table are marked; as long as the last marked one needs.
std::vector<bool> markedOf(EventKind kind, std::span<const EventRef> events)
{
    std::vector<bool> marked;
    for (const EventRef& event : events) {
        if (event.kind != kind)
            continue;
        if (event.index >= marked.size())
            marked.resize(event.index + std::size_t{1});
        marked[event.index] = true;
    }
    return marked;
}

/// As std::partition_point, for a point that is near the beginning: rows of many marks are walked in
/// small steps, one for each column.
template <class Iterator, class Holds>
Iterator nearPartition(Iterator from, Iterator end, Holds holds)
{
    std::ptrdiff_t step = 1;
    while (step < end - from && holds(*(from + step - 1))) {
        from += step;
        step *= 2;
    }
    return std::partition_point(from, from + std::min(step, end - from), holds);
}

void append(std::vector<MarkSpan>& spans, MarkSpan span)
{
    if (!spans.empty() && span.x0 <= spans.back().x1)
        spans.back().x1 = std::max(spans.back().x1, span.x1);
    else
        spans.push_back(span);
}

} // namespace

MarkedRows::MarkedRows(const TraceModel& trace, std::span<const EventRef> events,
                       const std::stop_token& stop)
{
    std::map<EventKind, std::vector<bool>> marked;
    for (const EventRef& event : events)
        marked.try_emplace(event.kind);
    for (auto& [kind, flags] : marked)
        flags = markedOf(kind, events);
    for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
        const auto flags = marked.find(trace.lanes[lane].events);
        if (flags == marked.end())
            continue;
        for (std::size_t row = 0; row < trace.lanes[lane].rows.size(); ++row) {
            const RowList& all = trace.lanes[lane].rows[row].events;
            std::vector<std::uint32_t> found;
            for (std::size_t i = 0; i < all.size() && !shouldStop(stop, i); ++i) {
                if (const std::uint32_t event = all[i];
                    event < flags->second.size() && flags->second[event])
                    found.push_back(event);
            }
            if (!found.empty())
                m_rows[{lane, row}] = std::move(found);
        }
    }
}

std::vector<MarkSpan> MarkedRows::spans(const TraceModel& trace, LanePlace place,
                                        const TimeScale& scale) const
{
    std::vector<MarkSpan> out;
    const auto row = m_rows.find({place.lane, place.row});
    if (row == m_rows.end() || scale.isEmpty())
        return out;
    const std::vector<std::uint32_t>& events = row->second;
    const TimeColumns columns = timeColumns(trace, trace.lanes[place.lane].events);
    // Events of a row ascend and are disjoint, so that their ends ascend, too.
    const auto lastOf = [&columns](std::uint32_t e) { // an event without length has its instant
        return std::max(columns.start[e], columns.end[e] - 1);
    };
    const auto endsBefore = [&](Ns t) {
        return [&lastOf, t](std::uint32_t e) { return lastOf(e) < t; };
    };
    auto at = std::partition_point(events.begin(), events.end(), endsBefore(scale.view.begin));
    while (at != events.end() && columns.start[*at] < scale.view.end) {
        const Ns last = std::min(lastOf(*at), scale.view.end - 1);
        const int x0 = scale.columnOf(std::max(columns.start[*at], scale.view.begin));
        const int x1 = scale.columnOf(std::max(last, scale.view.begin)) + 1;
        append(out, {x0, x1});
        // What ends inside the columns drawn so far adds nothing.
        at = nearPartition(at + 1, events.end(),
                           endsBefore(x1 < scale.width ? scale.edge(x1) : scale.view.end));
    }
    return out;
}

} // namespace nv::scene
