// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"
#include "core/trace/lane.h"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

/// Which events of the timeline does a row of a report stand for?
/// Rule: the events the row counts, found again by what the row says (names, process, thread,
/// start): a summary's row gives as many events as it has instances, a row of a trace the one
/// event, a gap a stretch of time.
/// Unit: ns.  Cost: O(events) for a summary, O(log n) for a row of a trace.
/// Errors: only Cancelled; a row whose event is not found gives none.  Thread: pure, run on a
/// worker.  Source: nsys.md 2, 4.
namespace nv {

struct RowEvents
{
    std::vector<EventRef> events;     ///< by start
    std::optional<TimeRange> stretch; ///< of rows about a time without an event: a gap
};

/// Why rows of this report lead nowhere, as a sentence; empty when they do lead somewhere.
std::string_view whyRowsLeadNowhere(const StatsReport& report);

/// Each row is one event or one stretch of time: there is no distribution to show.
bool isRowOneEvent(const StatsReport& report);

Result<RowEvents> eventsOfRow(const TraceModel& trace, const StatsRequest& request,
                              const StatsFilter& filter, const StatsTable& table, std::size_t row,
                              const std::stop_token& stop);

} // namespace nv
