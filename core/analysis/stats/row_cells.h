// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/stats_table.h"

#include <optional>
#include <string_view>

/// One row of a report, asked by the titles of its columns.
/// Shape: nullopt for a column the report has not, NULL, or another type.  Cost: O(columns).
/// Thread: pure; the table's columns must outlive it.
namespace nv {

class RowCells
{
public:
    RowCells(const StatsTable& table, std::size_t row)
        : m_table(table)
        , m_row(table.row(row))
    {}

    bool has(std::string_view title) const { return cell(title) != nullptr; }

    std::optional<std::string_view> text(std::string_view title) const
    {
        const StatsCell* found = cell(title);
        const auto* value = found ? std::get_if<std::string>(found) : nullptr;
        return value ? std::optional<std::string_view>(*value) : std::nullopt;
    }

    std::optional<std::int64_t> integer(std::string_view title) const
    {
        const StatsCell* found = cell(title);
        const auto* value = found ? std::get_if<std::int64_t>(found) : nullptr;
        return value ? std::optional(*value) : std::nullopt;
    }

    /// The row has this very cell.
    bool is(std::string_view title, const StatsCell& value) const
    {
        const StatsCell* found = cell(title);
        return found != nullptr && *found == value;
    }

    /// The row says nothing of `title`, or exactly `value`.
    bool agrees(std::string_view title, std::optional<std::int64_t> value) const
    {
        return !has(title) || integer(title) == value;
    }

private:
    const StatsCell* cell(std::string_view title) const
    {
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            if (m_table.columns[i].title == title)
                return &m_row[i];
        }
        return nullptr;
    }

    const StatsTable& m_table;
    StatsRow m_row;
};

} // namespace nv
