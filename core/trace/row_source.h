// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/name_table.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What else does the file say of its rows?  Columns beyond time, name, place, correlation and
/// shape, read from the file when a report or a details view asks for them, kept while the trace is
/// open.
/// Shape: columns in the order asked for, rows in the order of the file, every row of the table:
/// also those the model puts aside.  A column the table lacks is all NULL.
/// Cost: one scan of the table at the first question, none afterwards; 9 bytes a cell.
/// Errors: Io when the file is gone or was changed since it was opened, Corrupt, Cancelled.
/// Thread: any; questions may come from several threads at once.
namespace nv {

enum class CellType : std::uint8_t
{
    Null,
    Integer,
    Text,  ///< the value is a NameId of `RawTable::texts`
    Other, ///< a real or a blob: not kept
};

struct RawColumn
{
    std::vector<std::int64_t> values;
    std::vector<CellType> types;

    bool isInteger(std::size_t row) const { return types[row] == CellType::Integer; }

    std::int64_t integerOr(std::size_t row, std::int64_t otherwise) const
    {
        return isInteger(row) ? values[row] : otherwise;
    }
};

struct RawTable
{
    std::vector<RawColumn> columns;
    std::vector<std::int64_t> rowIds; ///< the running number from 1 where a view has no rowid
    NameTable texts;

    std::size_t size() const { return rowIds.size(); }

    /// The text of a cell; none when it is not a text.
    NameId text(const RawColumn& column, std::size_t row) const
    {
        return column.types[row] == CellType::Text
                   ? NameId(static_cast<std::uint32_t>(column.values[row]))
                   : NameId{};
    }
};

using RawTablePtr = std::shared_ptr<const RawTable>;
using StringsById = std::unordered_map<std::int64_t, std::string>;

class RowSource
{
public:
    RowSource() = default;
    RowSource(const RowSource&) = delete;
    RowSource& operator=(const RowSource&) = delete;
    virtual ~RowSource() = default;

    /// O(log n), without a look at the file.
    virtual bool has(std::string_view table) const = 0;
    virtual bool has(std::string_view table, std::string_view column) const = 0;
    /// Null, not an error, when the file has no such table.
    virtual Result<RawTablePtr> read(std::string_view table,
                                     std::span<const std::string_view> columns,
                                     const std::stop_token& stop) const = 0;
    /// Where the rows lie as an SQLite export: also of a report that was converted.  There as long as
    /// this object is.
    virtual Result<std::filesystem::path> file() const = 0;
    /// Texts of StringIds; ids the file does not hold are left out.
    virtual Result<StringsById> strings(std::span<const std::int64_t> ids,
                                        const std::stop_token& stop) const = 0;
};

} // namespace nv
