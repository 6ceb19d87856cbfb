// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/name_rules.h"
#include "ui/panels/reports/report_rows.h"

#include <string_view>

/// A report as the columns of the one table: nsys' titles and order, units that can be read, the
/// exact values of its csv when copied, what each column means.
/// Names show the label of the user's rule where one fits, and the whole name in the tooltip.
/// Cost: O(rows) once, for the units.  Thread: may be built on a worker; the cells are made on the
/// GUI thread.
namespace nv {

Table reportTable(std::string_view report, const ReportRowsPtr& rows, const NameRulesPtr& rules);

/// These rows, tab-separated below one heading, with exact values; empty when it was stopped.
QString reportTsv(const ReportRows& rows, const std::vector<std::uint32_t>& order,
                  const std::stop_token& stop);

} // namespace nv
