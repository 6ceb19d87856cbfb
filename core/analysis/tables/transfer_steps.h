// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/table_parts.h"

#include <span>

/// What moves every step?  Copies of one kind by size, counted per step of the window.
/// Shape: `StepsInWindow` are the whole steps inside the window; a copy belongs to the step that
/// holds the start of its call where steps have host edges, else its own start.
/// Cost: O(k log k) for k copies.  Errors: none; nullopt below the least number of steps.
/// Thread: pure.  Source: verdict.md 4.
namespace nv {

struct StepsInWindow
{
    std::span<const Step> steps;
    bool byDevice = false; ///< edges projected to the device
};

/// nullopt when fewer than `minSteps` known steps lie inside the window.
std::optional<StepsInWindow> stepsInWindow(const TableContext& context);

/// `rows` are the copies, or the memsets, of one transfer row.
TransferRow::PerStep transfersPerStep(const TableContext& context, const StepsInWindow& steps,
                                      std::span<const std::uint32_t> rows);

} // namespace nv
