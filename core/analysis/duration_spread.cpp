// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/duration_spread.h"

#include "core/base/progress.h"

#include <algorithm>

namespace nv {
namespace {

Ns durationOf(const TraceModel& trace, EventRef event)
{
    const TimeColumns columns = timeColumns(trace, event.kind);
    return columns.end[event.index] - columns.start[event.index];
}

} // namespace

Result<DurationSpread> durationSpread(const TraceModel& trace, std::vector<EventRef> events,
                                      std::size_t maxBins, const std::stop_token& stop)
{
    DurationSpread out;
    out.events = std::move(events);
    std::vector<Ns> durations;
    durations.reserve(out.events.size());
    for (std::size_t i = 0; i < out.events.size(); ++i) {
        if (shouldStop(stop, i))
            return Error{Errc::Cancelled, "The histogram was not finished.", {}};
        durations.push_back(durationOf(trace, out.events[i]));
    }
    if (durations.empty())
        return out;
    out.histogram = durationHistogram(durations, maxBins);
    out.stats = durationStats(durations);
    return out;
}

std::size_t binOf(const DurationHistogram& histogram, Ns duration)
{
    const auto above = std::upper_bound(histogram.edges.begin(), histogram.edges.end(), duration);
    const auto edge = static_cast<std::size_t>(above - histogram.edges.begin());
    return std::clamp<std::size_t>(edge, 1, histogram.counts.size()) - 1;
}

std::vector<EventRef> eventsInBins(const TraceModel& trace, const DurationSpread& spread,
                                   std::size_t first, std::size_t last)
{
    std::vector<EventRef> out;
    for (const EventRef& event : spread.events) {
        const std::size_t bin = binOf(spread.histogram, durationOf(trace, event));
        if (first <= bin && bin <= last)
            out.push_back(event);
    }
    return out;
}

std::optional<EventRef> longestOf(const TraceModel& trace, const std::vector<EventRef>& events)
{
    std::optional<EventRef> best;
    for (const EventRef& event : events) {
        if (!best || durationOf(trace, event) > durationOf(trace, *best))
            best = event;
    }
    return best;
}

} // namespace nv
