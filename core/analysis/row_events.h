// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which events stand behind a row of a table?  The longest one, to be shown when the row is
/// picked, and how the durations of a kernel are spread.
/// Rule: the same events the row counts: for `all` every one, else those nsys keeps (verdict.md 3).
/// Unit: ns.  Cost: O(events before the window's end).
/// Errors: only Cancelled; no such event is nullopt.  Thread: pure.
namespace nv {

std::optional<OpIndex> longestLaunch(const TraceModel& trace, const Window& window,
                                     NameId demangled);
std::optional<OpIndex> longestTransfer(const TraceModel& trace, const Window& window,
                                       const TransferRow& row);
/// All launches of a kernel the row counts, by start.
Result<std::vector<EventRef>> launchesOf(const TraceModel& trace, const Window& window,
                                         NameId demangled, const std::stop_token& stop);
/// `rowName`: ApiRow::name.
std::optional<CallIndex> longestCall(const TraceModel& trace, const Window& window,
                                     std::string_view rowName);
/// The row of the API table a call belongs to: its base name; a name without one stands for itself.
std::string apiRowName(const TraceModel& trace, CallNameId name);

/// Bin i counts durations in [edge[i], edge[i+1]); the last one includes its upper edge.  Edges
/// grow by the same factor, at least by 1 ns.  A kernel of one duration has one bin.
struct DurationHistogram
{
    std::vector<Ns> edges; ///< ascending, one more than there are bins; empty: no launch
    std::vector<std::uint64_t> counts;
};

/// `durations` are not negative.  At most `maxBins` bins.
DurationHistogram durationHistogram(std::span<const Ns> durations, std::size_t maxBins);
} // namespace nv
