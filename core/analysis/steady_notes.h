// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps.h"

#include <optional>

/// Does the proposed steady state begin inside what the program itself calls its warm-up?
/// Steps are found by what repeats, and kernels repeat in a warm-up too: the proposal stays as it
/// is, and is said to be doubtful.
/// Shape: of the NVTX ranges around the begin of the window whose text holds "warmup", "warm-up",
/// "warm_up" or "warm up" in any case, the one that ends last; marks do not count.
/// Unit: ns.  Cost: O(ranges + steps).  Errors: none.  Thread: pure.
namespace nv {

inline constexpr std::string_view kSteadyInWarmUp = "steady-begins-in-warm-up";

std::optional<Note> warmUpNote(const TraceModel& trace, const SteadyState& steady);
/// Its sentence among the notes of an analysis; "" where there is none.
std::string warmUpDoubt(const std::vector<Note>& notes);

} // namespace nv
