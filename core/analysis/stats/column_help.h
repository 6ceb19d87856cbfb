// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// What does this column of a report mean?  Definition and denominator, for tooltips; the unit is
/// that of the column.
/// Shape: one table by title; a title that means different things is explained per report.
/// Cost: O(titles).  Errors: an empty text for a title nobody explained (a test finds it).
/// Thread: pure.  Source: nsys.md 2, 4.
namespace nv {

/// `report` as StatsReport::name, `title` as StatsColumn::title.
std::string_view columnHelp(std::string_view report, std::string_view title);

/// Numbers that name something (process, stream, correlation, row): never grouped by thousands,
/// never summed.
bool isIdColumn(std::string_view title);

/// Points on the clock of the capture, not lengths of time.
bool isInstantColumn(std::string_view title);

/// Texts that name what a row is about: a kernel, a call, a range, an operation.
bool isNameColumn(std::string_view title);

} // namespace nv
