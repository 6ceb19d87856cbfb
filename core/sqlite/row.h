// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string_view>

/// One row handed out by Database::visit: typed values, by position.
/// Errors: none; a value of another type reads as what Statement says of it.
/// Thread: valid during the visit only.
namespace nv::sqlite {

class Row
{
public:
    explicit Row(sqlite3_value** values)
        : m_values(values)
    {}

    bool isNull(int column) const { return type(column) == SQLITE_NULL; }

    bool isInteger(int column) const { return type(column) == SQLITE_INTEGER; }

    bool isText(int column) const { return type(column) == SQLITE_TEXT; }

    /// 0 unless isInteger.
    std::int64_t integer(int column) const { return integerOr(column, 0); }

    std::int64_t integerOr(int column, std::int64_t otherwise) const
    {
        return isInteger(column) ? sqlite3_value_int64(m_values[column]) : otherwise;
    }

    /// The bytes of a text, NULs included; empty for anything but text.
    std::string_view text(int column) const
    {
        if (!isText(column))
            return {};
        const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(m_values[column]));
        return {bytes, static_cast<std::size_t>(sqlite3_value_bytes(m_values[column]))};
    }

private:
    int type(int column) const { return sqlite3_value_type(m_values[column]); }

    sqlite3_value** m_values;
};

} // namespace nv::sqlite
