// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

/// The answer of a report of `nsys stats`, before it is printed.
/// Shape: rows in the real tool's order; a cell is NULL, an exact integer, a double or a text.
/// Summaries hold their rows; reports with a row per event make each row when it is asked for, so
/// that ten million events cost four to twelve bytes each: the trace must outlive such a table.
/// Titles carry no unit: the form in which it is printed adds it.
/// Unit: by column; durations and times in ns, memory in bytes.  Thread: plain values.
/// Source: nsys.md 0.5.
namespace nv {

enum class StatsUnit : std::uint8_t
{
    None,       ///< texts, counts, ids
    Percent,    ///< "Time (%)"
    Time,       ///< ns
    Memory,     ///< bytes
    Throughput, ///< bytes per second
    Address,    ///< printed as 0x7F00
};

struct StatsColumn
{
    std::string title;
    StatsUnit unit = StatsUnit::None;
};

using StatsCell = std::variant<std::monostate, std::int64_t, double, std::string>;
using StatsRow = std::vector<StatsCell>;

struct StatsTable
{
    std::vector<StatsColumn> columns;
    std::vector<StatsRow> rows; ///< of a summary

    std::size_t events = 0;                        ///< rows of a report with a row per event
    std::function<StatsRow(std::size_t)> eventRow; ///< makes one of them; null for a summary

    std::size_t size() const { return eventRow ? events : rows.size(); }

    StatsRow row(std::size_t i) const { return eventRow ? eventRow(i) : rows[i]; }
};

} // namespace nv
