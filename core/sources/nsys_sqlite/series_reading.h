// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace/series.h"
#include "core/trace/trace_model.h"

#include <stop_token>

/// Which GPU metrics and how much memory in use did the capture record?  Read from the file of an
/// open trace when somebody wants to draw them: opening does not wait for it.
/// Shape: GPU_METRICS with its names; CUDA_GPU_MEMORY_USAGE_EVENTS summed up per device, apart for
/// memory of the device, managed memory and memory of the host.  Memory in use counts what was
/// allocated during the capture: what was there before is unknown, and freeing it changes nothing.
/// Cost: one scan of each table.  Errors: Io when the file is gone or was changed, Corrupt,
/// Cancelled.  Thread: any.  Source: nsys.md 1.2 and 1.5.
namespace nv::nsys {

/// Whether there is something to read; O(log n), without a look at the file.
bool hasSeries(const TraceModel& trace);

Result<SeriesSet> readSeries(const TraceModel& trace, const std::stop_token& stop);

} // namespace nv::nsys
