// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/reports.h"

/// The rules of `nsys analyze` as reports, one file each, and what they share.
/// Shape: rows=N (50; fewer than 0: all), start= and end= in ns, nvtx=NAME[@DOMAIN][/N] beside what
/// a rule has of its own.  Errors, thread: as registry.h; NotFound and BadArgument of
/// nvtxStatsFilter, BadArgument for a start after its end.  Source: nsys.md 4.
namespace nv {

StatsFunction cudaApiSync;
StatsFunction cudaMemcpyAsync;
StatsFunction cudaMemcpySync;
StatsFunction cudaMemsetSync;
StatsFunction dx12MemOps;
StatsFunction gpuGaps;
StatsFunction gpuTimeUtil;

/// What a rule looks at: its own range and times, which win over the filter of the command line;
/// times win over the range's, whose process and thread stay.
Result<StatsFilter> ruleFilter(const TraceModel& trace, const StatsRequest& request,
                               const StatsFilter& filter);

/// How many of `found` rows the rule lists.
std::size_t ruleRows(const StatsRequest& request, std::size_t found);

/// Does `text` begin so, upper and lower case of ASCII being alike?  As LIKE 'prefix%'.
bool beginsLike(std::string_view text, std::string_view lowerPrefix);
/// As LIKE '%part%'.
bool containsLike(std::string_view text, std::string_view lowerPart);

} // namespace nv
