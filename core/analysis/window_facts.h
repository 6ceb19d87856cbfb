// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"

#include <cstdint>
#include <optional>

/// What does a window hold beside its budget, in figures that stand side by side with those of
/// others?
/// Rules: steps are the whole ones inside, as everywhere (`wholeSteps`); a kernel belongs to the
/// window it begins in, so that windows that follow one another share none.
/// Unit: ns.  Cost: O(steps inside + names · log n); where graphs were recorded as a whole, a byte
/// for each operation inside.  Errors: none.  Thread: pure.
namespace nv {

struct WindowFacts
{
    std::optional<std::size_t> steps; ///< nullopt when none are known in the capture
    std::optional<double> perStepNs;  ///< mean length of these; nullopt without one
    /// On all devices; nullopt where none can be known: launches were recorded without kernels, or
    /// only graphs as a whole.
    std::optional<std::uint64_t> kernels;
    std::uint64_t replays = 0; ///< of graphs recorded as a whole; their kernels are in no figure
};

WindowFacts windowFacts(const Analysis& analysis, const Window& window);

} // namespace nv
