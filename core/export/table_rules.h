// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Which rows of a table of an export belong to a window?  The rule of a table, known to the program
/// or not, follows from its columns.
/// Shape: a condition over the table as `t`, which refers to the temporary tables of what is kept
/// (kKeepTables); empty: every row.  Thread: pure.  Source: nsys.md 1.
namespace nv {

struct SourceTable
{
    std::string name;
    std::string sql; ///< CREATE TABLE ..., or CREATE VIEW ...
    bool isView = false;
    std::vector<std::string> columns;
    std::map<std::string, std::string> spelling; ///< by the name in lower case

    bool has(std::string_view column) const { return !columnOf(column).empty(); }

    /// Quoted; empty when there is none.  `column` in lower case.
    std::string columnOf(std::string_view column) const;
};

enum class TableRole : std::uint8_t
{
    Event,    ///< by time
    Graph,    ///< by the graphs and nodes that ran
    Chain,    ///< call chains: by those kept events refer to
    Strings,  ///< StringIds: by those kept rows refer to
    Entity,   ///< small: whole
    Excluded, ///< the environment and the program's output
};

TableRole roleOf(const SourceTable& table);

/// Of a table of events.
std::string keepCondition(const SourceTable& table, TimeRange window);

/// Tables of which one row is kept where the window has none: without any row they say that nothing
/// of the kind was recorded.
bool needsOneRow(std::string_view table);
/// When a row begins; empty when the table has no times.
std::string beginOf(const SourceTable& table);

/// (globalTid, begin, last), (correlation, process), (start, end).
inline constexpr std::string_view kStretches = "temp.nv_stretch";
inline constexpr std::string_view kMoments = "temp.nv_moment";
inline constexpr std::string_view kPairs = "temp.nv_pair";
inline constexpr std::string_view kLone = "temp.nv_lone";
/// The thread of stretches that count for every thread.
inline constexpr std::int64_t kAnyThread = kMinNs + 1; // SQLite reads the smallest as a real

} // namespace nv
