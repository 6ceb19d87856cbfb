// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host_overhead.h"
#include "core/base/interval_ops.h"

/// What a scope holds before anything is divided: when each device was busy, what each process
/// launched and prepared.
/// Shape: one entry per device and per process of the trace.  Unit: ns; intervals clipped to the
/// span of their device or process, except `prep`.
/// Cost: O(n) over ops, calls and ranges.  Errors: none; unfinished when a stop is requested.
/// Thread: pure.  Source: host-overhead.md 1.0-1.4, the values marked [RIGHT].
namespace nv {

struct DeviceTime
{
    TimeRange span;
    IntervalSet busy; ///< clipped to the span
    DurationNs busyNs = 0;
    DurationNs ncclNs = 0;
    DurationNs communicationNs = 0;
    bool ranKernel = false; ///< in the span, with a length
};

struct ProcessTime
{
    TimeRange span; ///< hull of the spans of its devices
    std::vector<DeviceId> devices;
    std::optional<DurationNs> launchNs; ///< nullopt: launched nothing
    std::optional<DurationNs> graphLaunchNs;
    IntervalSet prep; ///< not clipped
};

struct HostScope
{
    std::vector<DeviceTime> devices;
    std::vector<ProcessTime> processes;
    std::string prepName; ///< the name that was found, or ""
    bool hasReplays = false;
    bool hasCalls = false; ///< any API call in the span of its process
};

HostScope collectHostScope(const Analysis& analysis, const Window& window,
                           const HostOverheadOptions& options, const std::stop_token& stop);

/// Kernels and graph replays, as M1 counts them.
bool isKernelOrReplay(const TraceModel& model, std::size_t op);

} // namespace nv
