// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"
#include "core/analysis/stats/stats_filter.h"
#include "core/trace/row_source.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Rows of tables that the model does not hold, for the reports about them.
/// Shape: the columns of a RawTable as cells, the rows a filter keeps, the texts of string ids.
/// Cost: O(rows).  Errors: those of RowSource.  Thread: pure.  Source: nsys.md 1.5, 3.
namespace nv {

/// Null when the file has no such table, or there is no file.
Result<RawTablePtr> readRaw(const TraceModel& trace, std::string_view table,
                            std::span<const std::string_view> columns, const std::stop_token& stop);

bool hasTable(const TraceModel& trace, std::string_view table);

StatsCell integerCell(const RawColumn& column, std::size_t row);
std::optional<std::int64_t> integerAt(const RawColumn& column, std::size_t row);
/// nullopt for NULL on either side and for a difference beyond int64.
std::optional<std::int64_t> differenceAt(const RawColumn& end, const RawColumn& start,
                                         std::size_t row);

/// The columns of a table that a filter looks at.  The real tool's filters pass by every table that
/// lacks a start or an end: rows of such a table need not be asked about.
struct FilterColumns
{
    const RawColumn& start;
    const RawColumn& end;
    const RawColumn* globalTid = nullptr;
    const RawColumn* globalPid = nullptr; ///< looked at where there is no globalTid
};

/// Does the real tool's filter keep this row of the file?  Backward and endless rows as there.
class RawFilter
{
public:
    RawFilter(const TraceModel& trace, const StatsFilter& filter);

    bool keeps(const FilterColumns& columns, std::size_t row) const;

private:
    bool keepsTime(const FilterColumns& columns, std::size_t row) const;

    std::optional<TimeRange> m_time;
    std::optional<std::int64_t> m_globalPid;
    std::optional<std::int64_t> m_globalTid;
};

/// The texts behind columns of string ids; NULL for NULL and for ids the file does not hold.
class RawNames
{
public:
    static Result<RawNames> read(const TraceModel& trace, std::span<const RawColumn* const> columns,
                                 const std::stop_token& stop);

    static Result<RawNames> read(const TraceModel& trace,
                                 std::initializer_list<const RawColumn*> columns,
                                 const std::stop_token& stop)
    {
        return read(trace, std::span<const RawColumn* const>(columns.begin(), columns.size()),
                    stop);
    }

    std::optional<std::string_view> text(std::optional<std::int64_t> id) const;
    StatsCell cell(std::optional<std::int64_t> id) const;

    StatsCell cell(const RawColumn& ids, std::size_t row) const
    {
        return cell(integerAt(ids, row));
    }

private:
    StringsById m_texts;
};

} // namespace nv
