// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/// The answer of a report of `nsys stats`, before it is printed.
/// Shape: rows in the real tool's order; a cell is NULL, an exact integer, a double or a text.
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
};

struct StatsColumn
{
    std::string title;
    StatsUnit unit = StatsUnit::None;
};

using StatsCell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct StatsTable
{
    std::vector<StatsColumn> columns;
    std::vector<std::vector<StatsCell>> rows;
};

} // namespace nv
