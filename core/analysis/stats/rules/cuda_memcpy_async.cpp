// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/rules/copy_rows.h"

/// Asynchronous copies from or to pageable memory: such memory makes them wait, use pinned memory.
/// Source: nsys.md 4.1.
namespace nv {
namespace {

constexpr std::int64_t kPageable = 0;

bool isAsyncCopy(std::string_view name)
{
    constexpr std::string_view kPrefix = "cudamemcpy";
    return beginsLike(name, kPrefix) && containsLike(name.substr(kPrefix.size()), "async");
}

bool touchesPageable(const CopyVariant& copy)
{
    return copy.srcKind == kPageable || copy.dstKind == kPageable;
}

} // namespace

Result<StatsTable> cudaMemcpyAsync(const TraceModel& trace, const StatsRequest& request,
                                   const StatsFilter& filter, const std::stop_token& stop)
{
    return copyRows({OpKind::Memcpy, isAsyncCopy, touchesPageable}, trace, request, filter, stop);
}

} // namespace nv
