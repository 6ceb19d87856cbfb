// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/table_rows.h"

#include <algorithm>

namespace nv::nsys {
namespace {

constexpr std::uint64_t kMostStretches = 1024;
/// No row of an event table is shorter: two times and their headers.
constexpr std::uint64_t kLeastRowBytes = 16;

} // namespace

std::vector<RowStretch> cutRowIds(std::int64_t first, std::int64_t last, std::uint64_t count)
{
    // Unsigned, because rowids may lie anywhere in int64.
    const auto low = static_cast<std::uint64_t>(first);
    const std::uint64_t width = static_cast<std::uint64_t>(last) - low;
    const std::uint64_t step = count == 0 ? width : width / count;
    if (count < 2 || step == 0)
        return {{first, last}};
    std::vector<RowStretch> out;
    for (std::uint64_t i = 0; i < count; ++i) {
        const bool isLast = i + 1 == count;
        out.push_back({static_cast<std::int64_t>(low + step * i),
                       isLast ? last : static_cast<std::int64_t>(low + step * (i + 1) - 1)});
    }
    return out;
}

Result<TableRows> tableRows(const sqlite::Database& db, const Schema& schema,
                            std::string_view table, std::uint64_t fileBytes,
                            std::uint64_t stretchRows)
{
    TableRows out;
    const std::string_view rowId = schema.rowIdName(table);
    if (rowId.empty())
        return out;
    const auto end = [&](const char* which) {
        return "(SELECT " + std::string(which) + "(" + std::string(rowId) + ") FROM "
               + sqlite::quoted(table) + ")";
    };
    auto statement = db.prepare("SELECT " + end("min") + ", " + end("max"));
    if (!statement) // no rowid
        return out;
    NV_TRY(row, statement.value().step());
    if (!row || !statement.value().isInteger(0) || !statement.value().isInteger(1))
        return out;
    const std::int64_t first = statement.value().integer(0);
    const std::int64_t last = statement.value().integer(1);
    const std::uint64_t apart =
        static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
    out.estimate = std::min(apart, fileBytes / kLeastRowBytes) + 1;
    out.stretches = cutRowIds(first, last, std::min(out.estimate / stretchRows, kMostStretches));
    return out;
}

} // namespace nv::nsys
