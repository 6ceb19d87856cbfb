// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/event_details.h"

#include "core/analysis/step_place.h"
#include "core/analysis/tables/duration_stats.h"
#include "core/analysis/twin_events.h"

#include <algorithm>

namespace nv {
namespace {

Ns signedBetween(Ns from, Ns to)
{
    const auto most = static_cast<DurationNs>(kMaxNs);
    return from <= to ? static_cast<Ns>(std::min(lengthBetween(from, to), most))
                      : -static_cast<Ns>(std::min(lengthBetween(to, from), most));
}

TimeRange rangeOf(const TraceModel& trace, EventRef event)
{
    const TimeColumns columns = timeColumns(trace, event.kind);
    return {columns.start[event.index], columns.end[event.index]};
}

/// Position of the nearest rank p of n values.
std::size_t rankOf(std::size_t p, std::size_t n)
{
    return (p * n + 99) / 100 - 1;
}

bool isShorter(const RankedEvent& a, const RankedEvent& b)
{
    return a.duration != b.duration ? a.duration < b.duration : a.event < b.event;
}

/// Ranks must be asked for in ascending order: each leaves what is larger behind it.
class Ranks
{
public:
    explicit Ranks(std::vector<RankedEvent>& events)
        : m_events(events)
    {}

    RankedEvent at(std::size_t percent)
    {
        const std::size_t rank = rankOf(percent, m_events.size());
        const auto begin = m_events.begin();
        std::nth_element(begin + static_cast<std::ptrdiff_t>(m_from),
                         begin + static_cast<std::ptrdiff_t>(rank), m_events.end(), isShorter);
        m_from = rank;
        return m_events[rank];
    }

private:
    std::vector<RankedEvent>& m_events;
    std::size_t m_from = 0;
};

TwinDetails twinDetails(const TraceModel& trace, const Window& window, EventRef event,
                        const std::stop_token& stop)
{
    const TimeColumns columns = timeColumns(trace, event.kind);
    const auto durationOf = [&](std::uint32_t i) { return columns.end[i] - columns.start[i]; };
    std::vector<RankedEvent> twins;
    for (const std::uint32_t row : twinsOf(trace, window, event, stop))
        twins.push_back({{event.kind, row}, durationOf(row)});
    TwinDetails out;
    out.count = twins.size();
    out.countsItself = isCounted(trace, window, event);
    if (twins.empty())
        return out;
    const Ns own = durationOf(event.index);
    for (const RankedEvent& twin : twins) {
        out.shorter += twin.duration < own ? 1 : 0;
        out.longer += twin.duration > own ? 1 : 0;
    }
    const auto [least, most] = std::minmax_element(
        twins.begin(), twins.end(),
        [](const RankedEvent& a, const RankedEvent& b) { return a.duration < b.duration; });
    out.min = *least;
    out.max = *std::find_if(twins.begin(), twins.end(), [longest = most->duration](auto& twin) {
        return twin.duration == longest;
    });
    Ranks ranks(twins);
    out.p50 = ranks.at(50);
    out.p95 = ranks.at(95);
    out.p99 = ranks.at(99);
    return out;
}

class DetailsBuilder
{
public:
    DetailsBuilder(const Analysis& analysis, EventRef event)
        : m_analysis(analysis)
        , m_trace(*analysis.trace)
    {
        m_out.event = event;
        m_out.range = rangeOf(m_trace, event);
    }

    EventDetails build(const Window& window, const std::stop_token& stop)
    {
        findPlace();
        findLaunch();
        findRanges(stop);
        m_out.step = iterationAt(m_analysis.iterations, m_out.process, countedAt());
        m_out.twins = twinDetails(m_trace, window, m_out.event, stop);
        return m_out;
    }

private:
    std::uint32_t index() const { return m_out.event.index; }

    CallIndex callOf() const
    {
        switch (m_out.event.kind) {
        case EventKind::Op:
            return m_trace.ops.call[index()];
        case EventKind::Call:
            return CallIndex(index());
        default:
            return {};
        }
    }

    ThreadId threadOf() const
    {
        const CallIndex call = callOf();
        if (!call.isNone())
            return m_trace.calls.thread[call()];
        switch (m_out.event.kind) {
        case EventKind::Range:
            return m_trace.ranges.thread[index()];
        case EventKind::OsCall:
            return m_trace.osCalls.thread[index()];
        default:
            return {};
        }
    }

    ProcessId processOf() const
    {
        switch (m_out.event.kind) {
        case EventKind::Op:
            return m_trace.processOf(OpIndex(index()));
        case EventKind::Sync:
            return m_trace.syncs.process[index()];
        case EventKind::Overhead:
            return m_trace.overheads.process[index()];
        default:
            return m_out.thread.isNone() ? ProcessId::none()
                                         : m_trace.threads[m_out.thread()].process;
        }
    }

    void findPlace()
    {
        if (m_out.event.kind == EventKind::Op)
            m_out.stream = m_trace.ops.stream[index()];
        m_out.thread = threadOf();
        m_out.process = processOf();
    }

    void findLaunch()
    {
        const CallIndex call = callOf();
        if (m_out.event.kind != EventKind::Op || call.isNone())
            return;
        const Ns end = m_trace.calls.end[call()];
        LaunchDetails launch;
        launch.call = call;
        launch.duration = lengthBetween(m_trace.calls.start[call()], end);
        launch.latency = signedBetween(end, m_out.range.begin);
        if (end <= m_out.range.begin)
            launch.queue = lengthBetween(end, m_out.range.begin);
        m_out.launch = launch;
    }

    /// Ranges of the thread that are open when the event begins, or its call.  An event that is a
    /// range itself lies in those that end no earlier; of two with equal ends the first is outside.
    bool isAround(std::size_t range, Ns t) const
    {
        const RangeTable& ranges = m_trace.ranges;
        if (ranges.thread[range] != m_out.thread || ranges.kind[range] == RangeKind::Mark
            || ranges.end[range] <= t)
            return false;
        if (m_out.event.kind != EventKind::Range)
            return true;
        const bool isEqual =
            ranges.start[range] == m_out.range.begin && ranges.end[range] == m_out.range.end;
        return range != index() && ranges.end[range] >= m_out.range.end
               && (!isEqual || range < index());
    }

    void findRanges(const std::stop_token& stop)
    {
        if (m_out.thread.isNone())
            return;
        const RangeTable& ranges = m_trace.ranges;
        const CallIndex call = callOf();
        const Ns t = call.isNone() ? m_out.range.begin : m_trace.calls.start[call()];
        const auto past = std::upper_bound(ranges.start.begin(), ranges.start.end(), t);
        const auto n = static_cast<std::size_t>(past - ranges.start.begin());
        for (std::size_t i = 0; i < n && !shouldStop(stop, i); ++i) {
            if (isAround(i, t))
                m_out.ranges.emplace_back(i);
        }
        std::stable_sort(m_out.ranges.begin(), m_out.ranges.end(), [&](RangeIndex a, RangeIndex b) {
            if (ranges.start[a()] != ranges.start[b()])
                return ranges.start[a()] < ranges.start[b()];
            return ranges.end[a()] > ranges.end[b()];
        });
    }

    /// A call and its work belong to the same step.
    Ns countedAt() const
    {
        if (m_out.event.kind == EventKind::Op)
            return stepTimeOf(m_analysis, OpIndex(index()));
        const CallIndex call = callOf();
        if (call.isNone())
            return m_out.range.begin;
        if (m_analysis.steady.edges == StepEdges::Host)
            return m_trace.calls.start[call()];
        const auto [first, last] = m_trace.opsOf(call);
        return first == last ? m_out.range.begin : m_trace.ops.start[(*first)()];
    }

    const Analysis& m_analysis;
    const TraceModel& m_trace;
    EventDetails m_out;
};

} // namespace

Result<EventDetails> eventDetails(const Analysis& analysis, const Window& window, EventRef event,
                                  const std::stop_token& stop)
{
    EventDetails details = DetailsBuilder(analysis, event).build(window, stop);
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "The details were not finished.", {}};
    return details;
}

Result<EventsSummary> eventsSummary(const TraceModel& trace, std::span<const EventRef> events,
                                    const std::stop_token& stop)
{
    EventsSummary out;
    std::vector<RankedEvent> ranked;
    std::vector<Ns> durations;
    ranked.reserve(events.size());
    durations.reserve(events.size());
    out.firstStart = kMaxNs;
    out.lastEnd = kMinNs;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (shouldStop(stop, i))
            return Error{Errc::Cancelled, "The figures were not finished.", {}};
        const TimeRange range = rangeOf(trace, events[i]);
        out.firstStart = std::min(out.firstStart, range.begin);
        out.lastEnd = std::max(out.lastEnd, range.end);
        durations.push_back(range.end - range.begin);
        ranked.push_back({events[i], durations.back()});
    }
    if (ranked.empty())
        return EventsSummary{};
    out.durations = durationStats(std::span(durations));
    Ranks ranks(ranked);
    out.p50 = ranks.at(50);
    out.p95 = ranks.at(95);
    out.min = *std::min_element(ranked.begin(), ranked.end(), isShorter);
    out.max = *std::max_element(
        ranked.begin(), ranked.end(), [](const RankedEvent& a, const RankedEvent& b) {
            return a.duration != b.duration ? a.duration < b.duration : b.event < a.event;
        });
    return out;
}

} // namespace nv
