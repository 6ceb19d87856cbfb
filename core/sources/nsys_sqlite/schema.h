// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sqlite/database.h"

#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Which tables and columns does this export have?  Probed, never derived from a version number.
/// Shape: names as the file spells them; looked up exactly.  Errors: Corrupt, Io from the database.
/// Thread: immutable after probe.  Source: nsys.md 1, nsys-schema.txt.
namespace nv::nsys {

class Schema
{
public:
    static Result<Schema> probe(const sqlite::Database& db);

    bool has(std::string_view table) const { return m_columns.find(table) != m_columns.end(); }

    bool has(std::string_view table, std::string_view column) const;
    /// At least one table that only an Nsight Systems export has.
    bool isExport() const;
    /// Tables that hold no enum, no meta data and are not read by the program.
    std::vector<std::string> otherTables() const;

    /// `SELECT a, b, NULL, ... FROM table` with NULL for each column the table lacks.
    std::string select(std::string_view table, std::span<const std::string_view> columns) const;
    /// `a, b, NULL, ...` of the same.
    std::string list(std::string_view table, std::span<const std::string_view> columns) const;
    /// The name under which rows are numbered; empty where columns hide all three.  A view and a
    /// table WITHOUT ROWID have no such name either: preparing a query tells.
    std::string_view rowIdName(std::string_view table) const;

    std::string select(std::string_view table,
                       std::initializer_list<std::string_view> columns) const
    {
        return select(table, std::span(columns.begin(), columns.size()));
    }

private:
    std::map<std::string, std::set<std::string>, std::less<>> m_columns;
};

inline constexpr std::string_view kKernel = "CUPTI_ACTIVITY_KIND_KERNEL";
inline constexpr std::string_view kRuntime = "CUPTI_ACTIVITY_KIND_RUNTIME";
inline constexpr std::string_view kMemcpy = "CUPTI_ACTIVITY_KIND_MEMCPY";
inline constexpr std::string_view kMemset = "CUPTI_ACTIVITY_KIND_MEMSET";
inline constexpr std::string_view kSync = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
inline constexpr std::string_view kGraph = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
inline constexpr std::string_view kNvtx = "NVTX_EVENTS";
inline constexpr std::string_view kOsrt = "OSRT_API";
inline constexpr std::string_view kOverhead = "PROFILER_OVERHEAD";
inline constexpr std::string_view kCuptiOverhead = "CUPTI_ACTIVITY_KIND_OVERHEAD";

} // namespace nv::nsys
