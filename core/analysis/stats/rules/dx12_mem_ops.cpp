// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/rules/rules.h"
#include "core/trace/row_source.h"

/// Known by name only: the rule is about Windows and Direct3D 12, whose tables nothing here reads.
/// Source: nsys.md 4.8.
namespace nv {

Result<StatsTable> dx12MemOps(const TraceModel& trace, const StatsRequest& request,
                              const StatsFilter& /*filter*/, const std::stop_token& /*stop*/)
{
    const bool isThere = trace.fileRows != nullptr && trace.fileRows->has("DX12_MEMORY_OPERATION");
    return missingTable(request, isThere ? "memory operations of Direct3D 12 are not looked at"
                                         : "this trace holds no operations of Direct3D 12");
}

} // namespace nv
