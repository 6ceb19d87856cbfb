// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/rules/copy_rows.h"

/// Memsets of pinned or managed memory by calls that block the host: use the Async calls.
/// Source: nsys.md 4.3.
namespace nv {
namespace {

constexpr std::int64_t kPinned = 1;
constexpr std::int64_t kManaged = 4;

bool isBlockingMemset(std::string_view name)
{
    return beginsLike(name, "cudamemset") && !containsLike(name, "async");
}

bool setsHostMemory(const CopyVariant& memset)
{
    return memset.dstKind == kPinned || memset.dstKind == kManaged;
}

} // namespace

Result<StatsTable> cudaMemsetSync(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop)
{
    return copyRows({OpKind::Memset, isBlockingMemset, setsHostMemory}, trace, request, filter,
                    stop);
}

} // namespace nv
