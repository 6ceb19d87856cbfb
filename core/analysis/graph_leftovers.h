// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <optional>
#include <string>
#include <vector>

/// Which kernels run by themselves although the step around them launches graphs?
/// Shape: beside the eager rows of a GraphSummary, by the same names.  A GEMM, a norm or a
/// collective does not depend on what the host decided last: launched eagerly inside a step that
/// also launches graphs it is *suspicious*, something keeps it from being captured.  An op is in the
/// step that issued it where begins of steps are host times, else in the step it starts in; of
/// marked steps only those of its own process.  Whether a step launches graphs is judged by what the
/// window holds of it.
/// Cost: O(kernels in the window + steps).  Errors: none; unfinished when a stop is requested.
/// Thread: pure, run on a worker.  Source: host-overhead.md 6.2 [RIGHT].
namespace nv {

struct GraphLeftovers
{
    struct Row
    {
        NameId demangled;
        std::optional<std::uint64_t> count; ///< nullopt where graphs run and no steps are known
    };

    std::vector<Row> rows;     ///< eager kernels that could be captured
    std::uint64_t unknown = 0; ///< kernels that say neither graph node nor launch call
    std::string reason;        ///< why a coverage is not known, or ""

    /// 0 for kernels that need the host.
    std::optional<std::uint64_t> suspicious(NameId demangled) const;
};

/// `summary` is that of the same window; `only`: a single device, none for all.
GraphLeftovers graphLeftovers(const Analysis& analysis, const Window& window,
                              const GraphSummary& summary, DeviceId only,
                              const std::stop_token& stop);

/// GEMM, norm, collective, by the short name.
bool isCapturableKernel(std::string_view shortName);

} // namespace nv
