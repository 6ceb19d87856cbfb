// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace_maker/layout.h"
#include "core/trace_maker/made_events.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <variant>
#include <vector>

/// Which cells does each row of a made-up trace have?
/// Shape: one job per table; `fill` gives row i with the cells of every column of the table in its
/// order, whatever the layout has of them.  Texts are views into the MadeTrace, which must live on.
/// Thread: pure.  Source: nsys-schema.txt.
namespace nv {

using MadeCell = std::variant<std::monostate, std::int64_t, double, std::string_view>;
using MadeRow = std::vector<MadeCell>;

struct TableJob
{
    MadeTable table;
    std::size_t rows = 0;
    std::function<void(MadeRow& row, std::size_t i)> fill;
    bool always = false; ///< the table exists also without rows
};

std::vector<TableJob> eventJobs(const MadeTrace& trace);
std::vector<TableJob> entityJobs(const MadeTrace& trace);
std::vector<TableJob> seriesJobs(const MadeTrace& trace); ///< metrics, memory in use
std::vector<TableJob> metadataJobs(const MadeTrace& trace, ExportLayout layout);

// Cells; used by the files that implement the jobs.
inline const MadeCell kNull{};

inline MadeCell cell(std::int64_t value)
{
    return value;
}

inline MadeCell cell(std::string_view value)
{
    return value;
}

inline MadeCell orNull(const std::optional<std::int64_t>& value)
{
    return value ? MadeCell(*value) : MadeCell();
}

inline MadeCell orNull(const std::optional<std::string>& value)
{
    return value ? MadeCell(std::string_view(*value)) : MadeCell();
}

inline void append(MadeRow& row, std::initializer_list<MadeCell> cells)
{
    row.insert(row.end(), cells);
}

} // namespace nv
