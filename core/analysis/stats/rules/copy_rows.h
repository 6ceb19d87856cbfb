// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/rules/rules.h"

#include <string_view>

/// Copies or memsets whose API call has a certain name: what three of the rules list.
/// Shape: longest first; of equally long ones by the call's place in the file, then by start, end,
/// place and what was copied, which is the order of the index that the real tool builds.
/// As in the real tool calls and copies are matched by the correlation id alone, not by process, and
/// calls are not filtered.  It wants a greenContextId in the file and skips the rule otherwise; here
/// the column then is empty.
/// Cost: O(n log n).  Errors: as rules.h, MissingTable, Io.  Thread: pure.
/// Source: nsys.md 4.1-4.3, 3.
namespace nv {

struct CopyRule
{
    OpKind kind; ///< Memcpy or Memset
    bool (*takesCall)(std::string_view name);
    bool (*takesCopy)(const CopyVariant& copy);
};

Result<StatsTable> copyRows(const CopyRule& rule, const TraceModel& trace,
                            const StatsRequest& request, const StatsFilter& filter,
                            const std::stop_token& stop);

} // namespace nv
