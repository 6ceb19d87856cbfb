// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/trace/trace_model.h"

#include <string_view>

/// Which rows does a report count?  --filter-time and --filter-nvtx of `nsys stats`.
/// Shape: a window with nsys' own rule (whole durations of the rows that touch it), and a process
/// or thread that rows must be of. Errors: NotFound for no such range, BadArgument for one that was
/// never closed.  Thread: pure. Source: nsys.md 3.
namespace nv {

struct StatsFilter
{
    std::optional<TimeRange> time; ///< nullopt: every row
    ProcessId process;             ///< none: any
    ThreadId thread;               ///< of API calls; none: any of the process

    bool keeps(Ns start, Ns end) const { return !time || keptByNsys(start, end, *time); }
};

/// An open side reaches to the end of int64.
StatsFilter timeStatsFilter(const TimeFilter& time);

/// NAME[@DOMAIN][/N]: the N-th (from 0, by start; the first unless given) push/pop or start/end
/// range with exactly this name; restricted to its process, and for a range of a thread other than
/// the main one, API calls to its thread.  O(ranges).
Result<StatsFilter> nvtxStatsFilter(const TraceModel& trace, std::string_view text);

} // namespace nv
