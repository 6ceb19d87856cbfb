// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/raw_rows.h"

#include <map>

/// What happened to unified memory, per virtual address: faults of both sides, copies of both ways.
/// Shape: one sorted map per source; a NULL address is a key of its own.  Faults of the processor
/// have no end and so are not filtered at all, neither by time nor by process.
/// Cost: O(n log addresses).  Errors: MissingTable when one of the three tables is absent, those of
/// RowSource, Cancelled.  Thread: pure.  Source: nsys.md 2.16.
namespace nv {

using UmAddress = std::optional<std::int64_t>; ///< NULL first

struct UmCopies ///< of one way
{
    Bytes bytes = 0;
    std::int64_t duration = 0;
};

struct UmSources
{
    std::map<UmAddress, std::int64_t> cpuFaults; ///< rows
    std::map<UmAddress, std::int64_t> gpuFaults; ///< sum of numberOfPageFaults
    std::map<UmAddress, UmCopies> deviceToHost;
    std::map<UmAddress, UmCopies> hostToDevice;
};

Result<UmSources> readUmSources(const TraceModel& trace, const StatsRequest& request,
                                const StatsFilter& filter, const std::stop_token& stop);

inline constexpr std::string_view kCpuFaults = "CUDA_UM_CPU_PAGE_FAULT_EVENTS";
inline constexpr std::string_view kNoCpuFaults =
    "this trace holds no page faults of the CPU on unified memory";

} // namespace nv
