// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/stats_table.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

/// A report as text: csv equal to the real tool's cell by cell, a table for people, JSON.
/// Unit: durations in ns, exact; another unit of time prints 3 decimals (us) or 4 (ms, s) and so
/// loses nanoseconds, as the real tool does; memory in MB = 10^6 with 3 decimals unless asked for
/// in another unit: bytes are exact, KB and KiB have 2 decimals, the larger ones 3.
/// Errors: BadArgument for a unit or a format that is none.  Thread: pure.  Source: nsys.md 0.5.
namespace nv {

enum class StatsTimeUnit : std::uint8_t
{
    Nanoseconds,
    Microseconds,
    Milliseconds,
    Seconds,
};

enum class StatsSizeUnit : std::uint8_t
{
    Byte,
    Kilobyte,
    Kibibyte,
    Megabyte,
    Mebibyte,
    Gigabyte,
    Gibibyte,
};

struct StatsUnits
{
    StatsTimeUnit time = StatsTimeUnit::Nanoseconds;
    StatsSizeUnit memory = StatsSizeUnit::Megabyte;
    StatsSizeUnit throughput = StatsSizeUnit::Megabyte;
};

enum class StatsForm : std::uint8_t
{
    Csv,
    Table,
    Json,
};

struct StatsFormat
{
    StatsForm form = StatsForm::Table;
    StatsUnits units;
};

/// nsec usec msec sec, ns us ms s.
Result<StatsTimeUnit> parseStatsTimeUnit(std::string_view text);

/// `csv`, `table` or `json`, then `:time=U`, `:mem=U`, `:thru=U` or `:bytes=U` (both of the last):
/// "csv:mem=B:thru=B" has every byte.
Result<StatsFormat> parseStatsFormat(std::string_view text);

/// Lines end in \n; the first holds the titles.  Empty without rows.
std::string statsCsv(const StatsTable& table, const StatsUnits& units = {});

/// `title` and the report's name above a box; an empty table is a box of titles.
std::string statsText(const StatsTable& table, std::string_view title, std::string_view name,
                      const StatsUnits& units = {});

/// An array of objects, keyed by the titles of the csv.
std::string statsJson(const StatsTable& table, const StatsUnits& units = {});

/// What stands above a column, its unit included.
std::string statsTitle(const StatsColumn& column, const StatsUnits& units);
/// What stands in the csv; "" for NULL.
std::string statsCellText(const StatsCell& cell, StatsUnit column, const StatsUnits& units);

/// repr() of Python: the shortest digits that read back as the same double, 1e16 and beyond and
/// below 1e-4 with an exponent, whole numbers with ".0".
std::string pythonRepr(double value);

} // namespace nv
