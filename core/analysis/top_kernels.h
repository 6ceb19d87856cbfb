// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"

#include <stop_token>
#include <vector>

/// Which kernels take most of a device's time in a window?
/// Shape: by short name, the longest first, ties by name; of equal names one entry.
/// Unit: ns, cut at the window; concurrent kernels count each, so that shares may sum to more than
/// the window.  Cost: O(operations of the device).  Errors: stopped early, the answer is empty.
/// Thread: pure.
namespace nv {

struct KernelTime
{
    NameId name;
    DurationNs time = 0;
};

std::vector<KernelTime> topKernels(const TraceModel& trace, DeviceId device, TimeRange window,
                                   std::size_t most, const std::stop_token& stop);

} // namespace nv
