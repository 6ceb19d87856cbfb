// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/report/content.h"

#include <algorithm>
#include <optional>

/// How do the tables of a report for people write a figure, a name and the rows they leave out?
/// Unit: ns in, text out; what is not known reads as a dash.  Thread: pure.
namespace nv::content {

inline constexpr std::size_t kRows = 15; ///< of each table; the JSON has them all
inline constexpr std::size_t kNameLength = 100;

inline std::string ns(double value)
{
    return text::duration(value);
}

inline std::string ns(std::int64_t value)
{
    return text::duration(static_cast<double>(value));
}

inline std::string ns(DurationNs value)
{
    return text::duration(static_cast<double>(value));
}

inline std::string orDash(std::optional<double> value, std::string (*format)(double))
{
    return value ? format(*value) : "—";
}

inline TextCell name(const std::string& value)
{
    return {text::middle(value, kNameLength), true};
}

/// Where the rows are that a table leaves out, whatever it is part of: "285 more rows by analyze --json. ".
inline std::string leftRows(std::size_t rows, const char* command)
{
    return text::count(rows) + (rows == 1 ? " more row" : " more rows") + " by " + command
           + " --json. ";
}

/// Adds a row for each of the first kRows entries, and says how many are left.
template <class Rows, class ToCells>
void addRows(TextTable& table, const Rows& rows, ToCells toCells)
{
    const std::size_t shown = std::min(rows.size(), kRows);
    for (std::size_t i = 0; i < shown; ++i)
        table.rows.push_back(toCells(rows[i]));
    if (shown < rows.size())
        table.note = leftRows(rows.size() - shown, "analyze");
}

} // namespace nv::content
