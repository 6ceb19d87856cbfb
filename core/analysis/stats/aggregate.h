// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/stats_table.h"

#include <cstdint>
#include <optional>
#include <vector>

/// The aggregate functions and the rounding of the real tool's SQLite, bit for bit.
/// Shape: values in file order, because the standard deviation is summed up in it.
/// Cost: O(n).  Errors: none; sums beyond int64 stop at its end.  Thread: pure.
/// Source: nsys.md 0.2, 0.3, 0.4.
namespace nv {

struct Aggregate
{
    std::int64_t total = 0;
    std::int64_t count = 0;
    double avg = 0;
    double median = 0;
    /// The median where it is one of the values: of an odd count, or when the two in the middle are
    /// equal.
    std::optional<std::int64_t> wholeMedian;
    std::int64_t min = 0;
    std::int64_t max = 0;
    double stddev = 0; ///< sample; 0 for fewer than two values
};

/// `values` must not be empty; it is reordered.
Aggregate aggregate(std::vector<std::int64_t>& values);

/// round(x, 1) of SQLite before 3.43.
double roundedToTenth(double x);

/// `Time (%)`: the share of `total` in the sum of the listed rows; NULL when that sum is 0.
StatsCell percentCell(std::int64_t total, std::int64_t sum);

/// The seven columns most reports begin with, `count` titled as the report calls it.
std::vector<StatsColumn> sevenColumns(const char* countTitle);
void appendSeven(std::vector<StatsCell>& row, const Aggregate& a, std::int64_t sumOfTotals);

} // namespace nv
