// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

/// Where did the time go, calls and work on the device in one list?
/// Shape: grouped by the text alone, so calls whose names strip to one name are one row, and a call
/// and a kernel of one name, too: its category is that of its longest event.  Total descending,
/// ties by ascending text with NULL first.
/// Cost: O(n log groups).  Errors: as registry.h.  Thread: pure.  Source: nsys.md 2.4.
namespace nv {

Result<StatsTable> operationSum(const TraceModel& trace, const StatsRequest& request,
                                const StatsFilter& filter, const std::stop_token& stop,
                                bool withApi);

} // namespace nv
