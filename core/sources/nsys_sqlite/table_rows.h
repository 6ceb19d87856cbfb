// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_sqlite/readers.h"

#include <cstdint>
#include <string_view>
#include <vector>

/// Into which stretches of rowids is a table cut so that several threads may read it?
/// Shape: ascending, disjoint, together the whole table; rowids need not be dense, so a stretch may
/// hold few rows or none.  A view, a table WITHOUT ROWID or one whose columns hide the rowid is not
/// cut.  Cost: two looks at the ends of the table's tree.  Errors: Io, Corrupt, Cancelled.
/// Thread: pure.
namespace nv::nsys {

struct TableRows
{
    std::uint64_t estimate = 0;        ///< an upper bound by rowids; 0: not known or none
    std::vector<RowStretch> stretches; ///< one: not cut; none: rows have no rowid
};

/// Small enough that threads end together, large enough that joining costs nothing.
inline constexpr std::uint64_t kStretchRows = 1U << 17U;

/// `fileBytes` bounds the number of rows where rowids are far apart.
Result<TableRows> tableRows(const sqlite::Database& db, const Schema& schema,
                            std::string_view table, std::uint64_t fileBytes,
                            std::uint64_t stretchRows = kStretchRows);

/// [first, last] in `count` stretches of about the same width; pure arithmetic.
std::vector<RowStretch> cutRowIds(std::int64_t first, std::int64_t last, std::uint64_t count);

} // namespace nv::nsys
