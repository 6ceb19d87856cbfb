// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/compact_column.h"
#include "core/base/units.h"

#include <cstdint>

/// When do the events of a table begin and end?
/// Shape: event i spans [start[i], end[i]]; a RowList names events of a table, in the order of
/// whoever lists them.  Unit: ns on the session clock.  Cost: O(1) a read; 2 to 4 bytes a time where
/// 256 events lie within seconds.  Thread: immutable once filled; the columns outlive a view.
namespace nv {

using TimeColumn = PackedColumn<Ns>;
using RowList = PackedColumn<std::uint32_t>;

struct TimeColumns
{
    ColumnView<TimeColumn> start;
    ColumnView<TimeColumn> end;
};

} // namespace nv
