// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/step_choice.h"

#include <stop_token>
#include <string>
#include <vector>

/// What does each rank copy in its steps?
/// Shape: per rank, sums over its chosen periods, one row per direction.  A copy counts whole in
/// the step that issued it, as kernels do (step_breakdown.h).
/// Unit: ns, bytes; negative sizes in the file are not added.  Cost: O(ops · log periods).
/// Errors: none; unfinished when a stop is requested.  Thread: pure.
namespace nv {

struct StepTransferRow
{
    std::string name; ///< "Host-to-Device, Pageable to Device", "memset Device"
    std::uint64_t count = 0;
    Bytes bytes = 0;
    Ns total = 0;
};

std::vector<std::vector<StepTransferRow>>
stepTransfers(const TraceModel& trace, const ChosenSteps& chosen, const std::stop_token& stop);

/// The row a copy or memset belongs to.
std::string stepTransferName(bool isMemset, const CopyVariant& copy);

/// Begins of steps are host times: an operation belongs to the step that issued it, by the start
/// of its call, else to the step it starts in.
Ns stepTimeOf(const TraceModel& trace, const ChosenSteps& chosen, OpIndex op);

} // namespace nv
