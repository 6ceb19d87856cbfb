// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/kernel_names.h"

#include <memory>

/// What does `:nvtx-name` call the kernels?  "forward/gemm": the text of the NVTX range around the
/// launch call before the kernel's own name.
/// Shape: the range is that of the call's thread that began last, both edges included, and of
/// several that began together the one with the lowest rowid: the real tool takes one that depends
/// on the shape of its index, the lowest rowid while there are few ranges.  Domains do not show;
/// without a range, or in one without a text, a kernel keeps its own name.  Of several calls with
/// the kernel's correlation id the one in the latest range counts.  Filters do not matter.
/// Cost: O((ranges + calls) log n) and 4 bytes an op.
/// Errors: MissingTable without API calls or NVTX rows, Io, Cancelled.  Thread: pure.
/// Source: nsys.md 2, nvtx-name rule.
namespace nv {

struct KernelRangeNames
{
    NameTable texts;
    std::vector<std::uint32_t> keyOfOp; ///< a NameId of `texts`, texts.size() for NULL
};

/// `plain`: the names without ranges.
Result<std::shared_ptr<const KernelRangeNames>> kernelRangeNames(const TraceModel& trace,
                                                                 const StatsRequest& request,
                                                                 const KernelNames& plain,
                                                                 const std::stop_token& stop);

} // namespace nv
