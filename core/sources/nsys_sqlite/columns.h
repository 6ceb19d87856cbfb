// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_sqlite/schema.h"

#include <array>
#include <span>

/// Which columns of the event tables does opening read?  In the order in which the readers take
/// them; also what the benchmark compares opening with.  Thread: constants.
namespace nv::nsys {

/// What every operation on a device begins with.
inline constexpr std::size_t kOwnColumn = 8;

inline constexpr std::array<std::string_view, 20> kKernelColumns{"start",
                                                                 "end",
                                                                 "deviceId",
                                                                 "contextId",
                                                                 "streamId",
                                                                 "globalPid",
                                                                 "correlationId",
                                                                 "graphNodeId",
                                                                 "shortName",
                                                                 "demangledName",
                                                                 "mangledName",
                                                                 "registersPerThread",
                                                                 "staticSharedMemory",
                                                                 "dynamicSharedMemory",
                                                                 "gridX",
                                                                 "gridY",
                                                                 "gridZ",
                                                                 "blockX",
                                                                 "blockY",
                                                                 "blockZ"};
inline constexpr std::array<std::string_view, 14> kMemcpyColumns{
    "start",       "end",   "deviceId", "contextId", "streamId", "globalPid",   "correlationId",
    "graphNodeId", "bytes", "copyKind", "srcKind",   "dstKind",  "srcDeviceId", "dstDeviceId"};
inline constexpr std::array<std::string_view, 10> kMemsetColumns{
    "start",     "end",           "deviceId",    "contextId", "streamId",
    "globalPid", "correlationId", "graphNodeId", "bytes",     "memKind"};
inline constexpr std::array<std::string_view, 10> kGraphColumns{
    "start",     "end",           "deviceId",    "contextId", "streamId",
    "globalPid", "correlationId", "graphNodeId", "graphId",   "graphExecId"};
inline constexpr std::array<std::string_view, 6> kSyncColumns{
    "start", "end", "globalPid", "streamId", "syncType", "correlationId"};
inline constexpr std::array<std::string_view, 5> kRuntimeColumns{"start", "end", "globalTid",
                                                                 "nameId", "correlationId"};
inline constexpr std::array<std::string_view, 4> kOsrtColumns{"start", "end", "globalTid",
                                                              "nameId"};
inline constexpr std::array<std::string_view, 7> kNvtxColumns{
    "start", "end", "eventType", "text", "textId", "globalTid", "domainId"};

struct EventColumns
{
    std::string_view table;
    std::span<const std::string_view> columns;
};

inline constexpr std::array<EventColumns, 8> kEventColumns{{{kKernel, kKernelColumns},
                                                            {kRuntime, kRuntimeColumns},
                                                            {kMemcpy, kMemcpyColumns},
                                                            {kMemset, kMemsetColumns},
                                                            {kSync, kSyncColumns},
                                                            {kGraph, kGraphColumns},
                                                            {kNvtx, kNvtxColumns},
                                                            {kOsrt, kOsrtColumns}}};

} // namespace nv::nsys
