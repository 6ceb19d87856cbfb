// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/compare/compare_pair.h"
#include "ui/table/table_model.h"

#include <QString>

/// The rows of a comparison: both sides, the difference, what became of it.
/// Shape: in the order of the comparison, the largest difference first; the column of differences
/// sorts by size, whatever the sign.  Unit: a step, chosen per table.  Thread: pure; the tables own
/// what they show.
namespace nv {

const std::vector<NamedChange>& rowsOf(const Comparison& comparison, CompareRows rows);

/// Row identity: a hash of name and rank, so that a row keeps its place while a brush moves.
Table changeTable(const CompareAnswerPtr& answer, CompareRows rows);
/// The step as a whole: means, percentiles, counts.
Table stepTable(const CompareAnswerPtr& answer);
/// What keeps the captures from being compared as they are.
Table doubtTable(const CompareAnswerPtr& answer);

/// The column of changeTable it is sorted by at first.
inline constexpr int kDifferenceColumn = 3;

} // namespace nv
