// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"

#include <stop_token>
#include <vector>

/// What in this capture spoils which figure?  The honesty list, as far as it is known at opening.
/// Shape: one Note per kind of trouble, with its count and what it affects, worst first; begins
/// with what the reader found (`trace.notes`).
/// Cost: O(events).  Errors: Cancelled.  Thread: pure.  Source: verdict.md 5.
namespace nv {

Result<std::vector<Note>> qualityNotes(const BudgetIndex& index, const std::stop_token& stop);

} // namespace nv
