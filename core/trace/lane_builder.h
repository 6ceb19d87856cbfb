// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace/trace_model.h"

#include <stop_token>

/// Packs events into sub-rows so that those of one sub-row never overlap, and lays the lanes in
/// drawing order: per device its summary, then per stream kernels and copies; per process its
/// heading, then per thread NVTX, CUDA API and OS runtime, then synchronisation and overhead.
/// Shape: the lowest free sub-row takes the event; events of equal start: the longer first, so a
/// range lies above what it contains.  Zero-length events take room like the shortest.
/// Cost: O(n log n) per lane.  Errors: Cancelled.  Thread: pure.
namespace nv {

std::vector<LaneRow> packRows(std::vector<std::uint32_t> events, TimeColumns times,
                              const std::stop_token& stop = {});

Result<std::vector<Lane>> buildLanes(const TraceModel& model, const std::stop_token& stop);

} // namespace nv
