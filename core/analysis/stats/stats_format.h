// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/stats_table.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

/// A report as text: csv equal to the real tool's cell by cell, a table for people, JSON.
/// Unit: durations in ns, exact; another unit of time prints 3 decimals (us) or 4 (ms, s) and so
/// loses nanoseconds, as the real tool does; memory in MB = 10^6 with 3 decimals.
/// Errors: BadArgument for a unit that is none.  Thread: pure.  Source: nsys.md 0.5.
namespace nv {

enum class StatsTimeUnit : std::uint8_t
{
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Seconds,
};

/// nsec usec msec sec, ns us ms s.
Result<StatsTimeUnit> parseStatsTimeUnit(std::string_view text);

/// Lines end in \n; the first holds the titles.
std::string statsCsv(const StatsTable& table, StatsTimeUnit unit = StatsTimeUnit::Nanoseconds);

/// `title` and the report's name above a box; an empty table is a box of titles.
std::string statsText(const StatsTable& table, std::string_view title, std::string_view name,
                      StatsTimeUnit unit = StatsTimeUnit::Nanoseconds);

/// An array of objects, keyed by the titles of the csv.
std::string statsJson(const StatsTable& table, StatsTimeUnit unit = StatsTimeUnit::Nanoseconds);

/// repr() of Python: the shortest digits that read back as the same double, 1e16 and beyond and
/// below 1e-4 with an exponent, whole numbers with ".0".
std::string pythonRepr(double value);

} // namespace nv
