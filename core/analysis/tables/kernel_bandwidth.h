// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/table_parts.h"

/// How near to the memory's own speed does a kernel come whose bytes per launch the user gave?
/// Bytes are given, so the figure is as good as they are; the share needs TARGET_INFO_GPU and, where
/// a kernel ran on several devices, that their memories are equally fast.
/// Cost: O(kernels of the window), nothing when no bytes were given.  Thread: pure.
/// Source: verdict.md 3.
namespace nv {

void addBandwidth(const TableContext& context, std::vector<KernelRow>& rows);

/// Bytes per second that the memory of a device is made for; nullopt where the file does not say.
std::optional<double> memoryBandwidth(const TraceModel& model, DeviceId device);

} // namespace nv
