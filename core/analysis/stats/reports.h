// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"

#include <vector>

/// The functions behind the registry, one file each, and what they share.
/// Errors, thread: as registry.h.
namespace nv {

using StatsFunction = Result<StatsTable>(const TraceModel& trace, const StatsRequest& request,
                                         const StatsFilter& filter, const std::stop_token& stop);

StatsFunction cudaApiGpuSum;
StatsFunction cudaApiSum;
StatsFunction cudaApiTrace;
StatsFunction cudaGpuKernGbSum;
StatsFunction cudaGpuKernSum;
StatsFunction cudaGpuMemSizeSum;
StatsFunction cudaGpuMemTimeSum;
StatsFunction cudaGpuSum;
StatsFunction cudaGpuTrace;
StatsFunction cudaKernExecSum;
StatsFunction cudaKernExecTrace;
StatsFunction mpiEventSum;
StatsFunction mpiEventTrace;
StatsFunction networkCongestion;
StatsFunction nvtxGpuProjSum;
StatsFunction nvtxGpuProjTrace;
StatsFunction nvtxKernSum;
StatsFunction nvtxPushPopSum;
StatsFunction nvtxPushPopTrace;
StatsFunction nvtxStartEndSum;
StatsFunction nvtxSum;
StatsFunction nvvideoApiSum;
StatsFunction openaccSum;
StatsFunction openmpSum;
StatsFunction osrtSum;
StatsFunction umCpuPageFaultsSum;
StatsFunction umSum;
StatsFunction umTotalSum;

/// "cuda_api_sum cannot be made: <reason>."
Error missingTable(const StatsRequest& request, std::string_view reason);
Error statsCancelled();

/// Rows of the op, call or OS-call table that a filter keeps, in the order of the file.  O(n), or
/// O(n log n) where that order is not the order of time.
std::vector<std::uint32_t> keptOps(const TraceModel& trace, OpKind kind, const StatsFilter& filter);
std::vector<std::uint32_t> keptCalls(const TraceModel& trace, const StatsFilter& filter);
std::vector<std::uint32_t> keptOsCalls(const TraceModel& trace, const StatsFilter& filter);

/// NULL for none and for a name the file does not hold.
StatsCell nameCell(const TraceModel& trace, NameId name);
/// The name of an API call without its suffix.
StatsCell apiNameCell(const TraceModel& trace, CallNameId name);

/// bytes * (1'000'000'000 / duration), the division whole, as the real tool's query has it: 0 for a
/// duration beyond a second, NULL for none; a product beyond int64 becomes a double.
StatsCell throughputCell(Bytes bytes, Ns duration);

} // namespace nv
