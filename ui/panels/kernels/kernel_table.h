// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/name_rules.h"
#include "ui/table/table_panel.h"

#include <vector>

namespace nv {

/// The kernels of a window, one row per demangled name, by total.  Row identity: its NameId.
/// `rules` may be null; their labels are shown in place of the names, their families go before
/// those that are guessed.
Table kernelTable(const Answer& answer, const NameRulesPtr& rules = {});

/// "by family: GEMM 62 %, attention 20 %, norm 9 %, others 9 %"; empty without kernels.
QString familiesSentence(const Answer& answer, const NameRulesPtr& rules);

/// Names whose kernels count as communication in this capture: they keep the class colour.
std::vector<bool> communicationNames(const Analysis& analysis);

/// Why a table of kernels is empty, and what would bring rows; rich text.
QString noKernelSentence(const TraceModel& trace);

} // namespace nv
