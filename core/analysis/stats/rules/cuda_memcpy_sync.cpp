// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/rules/copy_rows.h"

/// Copies by calls that block the host: use the Async calls.  Left out are uploads of at most 64000
/// bytes (a decimal 64 KB: 65536 are listed) and copies within one device.  Calls of the driver API
/// are not seen.  Source: nsys.md 4.2.
namespace nv {
namespace {

constexpr std::int64_t kHostToDevice = 1;
constexpr Bytes kSmallUpload = 64'000;

bool isBlockingCopy(std::string_view name)
{
    return beginsLike(name, "cudamemcpy") && !containsLike(name, "async");
}

/// An unknown kind may be an upload: the real tool's condition is unknown then, too, and fails.
bool mayBeSmallUpload(const CopyVariant& copy)
{
    return (copy.copyKind == kHostToDevice || copy.copyKind == kUnknownKind)
           && copy.bytes <= kSmallUpload;
}

/// An unknown source may be another device, an unknown destination may not: as in the real tool.
bool mayStayOnDevice(const CopyVariant& copy)
{
    return copy.srcDevice != kUnknownKind
           && (copy.dstDevice == kUnknownKind || copy.srcDevice == copy.dstDevice);
}

bool isWorthAsync(const CopyVariant& copy)
{
    return !mayBeSmallUpload(copy) && !mayStayOnDevice(copy);
}

} // namespace

Result<StatsTable> cudaMemcpySync(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop)
{
    return copyRows({OpKind::Memcpy, isBlockingCopy, isWorthAsync}, trace, request, filter, stop);
}

} // namespace nv
