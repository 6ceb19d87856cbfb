// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host_overhead.h"
#include "core/base/interval_ops.h"

/// What a scope holds before anything is divided: when each device was busy, what each process
/// launched and prepared.
/// Shape: one entry per device and per process of the trace.  Unit: ns; intervals clipped to the
/// windows of their device or process, except `prep`.
/// Cost: O(n) over ops, calls and ranges.  Errors: none; unfinished when a stop is requested.
/// Thread: pure.  Source: host-overhead.md 1.0-1.4, the values marked [RIGHT].
namespace nv {

/// Which time each device and each process is asked about; an empty set is not asked.
struct ScopeWindows
{
    std::vector<IntervalSet> devices;
    std::vector<IntervalSet> processes;
};

struct DeviceTime
{
    IntervalSet windows;
    DurationNs windowNs = 0;
    IntervalSet busy; ///< clipped to the windows
    DurationNs busyNs = 0;
    DurationNs ncclNs = 0;
    DurationNs communicationNs = 0;
    bool ranKernel = false; ///< in the windows, with a length

    TimeRange span() const
    {
        return windows.empty() ? TimeRange{} : TimeRange{windows.front().begin, windows.back().end};
    }
};

struct ProcessTime
{
    IntervalSet windows;
    DurationNs windowNs = 0;
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
    bool hasCalls = false; ///< any API call in the windows of its process
};

/// Of a window: every device is asked about all of it, of `all` about its own span of kernels; a
/// process about the hull of its devices.
HostScope collectHostScope(const Analysis& analysis, const Window& window,
                           const HostOverheadOptions& options, const std::stop_token& stop);

/// Of sets of windows, those of a phase.
HostScope collectHostScope(const Analysis& analysis, const ScopeWindows& windows,
                           const HostOverheadOptions& options, const std::stop_token& stop);

/// Kernels and graph replays, as M1 counts them.
bool isKernelOrReplay(const TraceModel& model, std::size_t op);

} // namespace nv
