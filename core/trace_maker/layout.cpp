// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/layout.h"

#include <array>

namespace nv {
namespace {

constexpr std::string_view kInt = "INTEGER";
constexpr std::string_view kIntSet = "INTEGER NOT NULL";
constexpr std::string_view kText = "TEXT";
constexpr std::string_view kTextSet = "TEXT NOT NULL";
constexpr std::string_view kReal = "REAL";

constexpr MadeColumn kStringIdsColumns[] = {
    {"id", "INTEGER NOT NULL PRIMARY KEY"},
    {"value", kTextSet},
};

constexpr MadeColumn kKernelColumns[] = {
    {"start", kIntSet},
    {"end", kIntSet},
    {"deviceId", kIntSet},
    {"contextId", kIntSet},
    {"greenContextId", kInt, kSince2023},
    {"streamId", kIntSet},
    {"correlationId", kInt},
    {"globalPid", kInt},
    {"demangledName", kIntSet},
    {"shortName", kIntSet},
    {"mangledName", kInt},
    {"launchType", kInt},
    {"cacheConfig", kInt},
    {"registersPerThread", kIntSet},
    {"gridX", kIntSet},
    {"gridY", kIntSet},
    {"gridZ", kIntSet},
    {"blockX", kIntSet},
    {"blockY", kIntSet},
    {"blockZ", kIntSet},
    {"staticSharedMemory", kIntSet},
    {"dynamicSharedMemory", kIntSet},
    {"localMemoryPerThread", kIntSet},
    {"localMemoryTotal", kIntSet},
    {"gridId", kIntSet},
    {"sharedMemoryExecuted", kInt},
    {"graphNodeId", kInt},
    {"sharedMemoryLimitConfig", kInt},
    {"qmdBulkReleaseDone", kInt, kOnly2026},
    {"qmdPreexitDone", kInt, kOnly2026},
    {"qmdLastCtaDone", kInt, kOnly2026},
    {"graphId", kInt, kOnly2026},
    {"clusterX", kInt, kOnly2026},
    {"clusterY", kInt, kOnly2026},
    {"clusterZ", kInt, kOnly2026},
    {"clusterSchedulingPolicy", kInt, kOnly2026},
    {"maxPotentialClusterSize", kInt, kOnly2026},
    {"maxActiveClusters", kInt, kOnly2026},
    {"sharedMemoryRequestedPercentage", kInt, kOnly2026},
    {"tensorSizeMinusOneElements", kTextSet, kOnly2026},
};

constexpr MadeColumn kMemcpyColumns[] = {
    {"start", kIntSet},
    {"end", kIntSet},
    {"deviceId", kIntSet},
    {"contextId", kIntSet},
    {"greenContextId", kInt, kSince2023},
    {"streamId", kIntSet},
    {"correlationId", kInt},
    {"globalPid", kInt},
    {"bytes", kIntSet},
    {"copyKind", kIntSet},
    {"deprecatedSrcId", kInt},
    {"srcKind", kInt},
    {"dstKind", kInt},
    {"srcDeviceId", kInt},
    {"srcContextId", kInt},
    {"dstDeviceId", kInt},
    {"dstContextId", kInt},
    {"migrationCause", kInt},
    {"graphNodeId", kInt},
    {"virtualAddress", kInt},
    {"copyCount", kInt, kOnly2026},
};

constexpr MadeColumn kMemsetColumns[] = {
    {"start", kIntSet},
    {"end", kIntSet},
    {"deviceId", kIntSet},
    {"contextId", kIntSet},
    {"greenContextId", kInt, kSince2023},
    {"streamId", kIntSet},
    {"correlationId", kInt},
    {"globalPid", kInt},
    {"value", kIntSet},
    {"bytes", kIntSet},
    {"graphNodeId", kInt},
    {"memKind", kInt},
};

constexpr MadeColumn kSyncColumns[] = {
    {"start", kIntSet},
    {"end", kIntSet},
    {"deviceId", kIntSet},
    {"contextId", kIntSet},
    {"greenContextId", kInt, kSince2023},
    {"streamId", kIntSet},
    {"correlationId", kInt},
    {"globalPid", kInt},
    {"deprecatedSyncType", kInt, kOnly2026},
    {"syncType", kIntSet},
    {"eventId", kIntSet},
    {"eventSyncId", kInt, kOnly2026},
};

constexpr MadeColumn kGraphTraceColumns[] = {
    {"start", kIntSet},       {"end", kIntSet},         {"deviceId", kIntSet},
    {"contextId", kIntSet},   {"greenContextId", kInt}, {"streamId", kIntSet},
    {"correlationId", kInt},  {"globalPid", kInt},      {"graphId", kIntSet},
    {"graphExecId", kIntSet},
};

constexpr MadeColumn kRuntimeColumns[] = {
    {"start", kIntSet},      {"end", kIntSet},    {"eventClass", kIntSet},  {"globalTid", kInt},
    {"correlationId", kInt}, {"nameId", kIntSet}, {"returnValue", kIntSet}, {"callchainId", kInt},
};

constexpr MadeColumn kNvtxColumns[] = {
    {"start", kIntSet},     {"end", kInt},
    {"eventType", kIntSet}, {"rangeId", kInt},
    {"category", kInt},     {"color", kInt},
    {"text", kText},        {"globalTid", kInt},
    {"endGlobalTid", kInt}, {"textId", kInt},
    {"domainId", kInt},     {"uint64Value", kInt},
    {"int64Value", kInt},   {"doubleValue", kReal},
    {"uint32Value", kInt},  {"int32Value", kInt},
    {"floatValue", kReal},  {"jsonTextId", kInt},
    {"jsonText", kText},    {"binaryData", kText, kOnly2026},
};

constexpr MadeColumn kOsrtColumns[] = {
    {"start", kIntSet},     {"end", kIntSet},         {"eventClass", kIntSet},
    {"globalTid", kInt},    {"nameId", kIntSet},      {"returnValue", kIntSet},
    {"nestingLevel", kInt}, {"callchainId", kIntSet},
};

constexpr MadeColumn kProfilerOverheadColumns[] = {
    {"start", kIntSet},
    {"end", kIntSet},
    {"globalTid", kInt},
    {"nameId", kIntSet},
    {"returnValue", kIntSet, kUntil2024},
    {"overheadType", kIntSet, kOnly2026},
};

constexpr MadeColumn kCuptiOverheadColumns[] = {
    {"start", kIntSet},      {"end", kIntSet}, {"eventClass", kIntSet},   {"globalTid", kInt},
    {"correlationId", kInt}, {"nameId", kInt}, {"overheadType", kIntSet},
};

constexpr MadeColumn kDiagnosticColumns[] = {
    {"timestamp", kIntSet}, {"timestampType", kIntSet}, {"source", kIntSet},
    {"severity", kIntSet},  {"text", kTextSet},         {"globalPid", kInt},
};

constexpr MadeColumn kProcessesColumns[] = {{"globalPid", kInt}, {"pid", kInt}, {"name", kText}};

constexpr MadeColumn kThreadNamesColumns[] = {
    {"nameId", kIntSet},
    {"priority", kInt},
    {"globalTid", kInt},
};

constexpr MadeColumn kGpuColumns[] = {
    {"vmId", kIntSet},      {"id", kIntSet},       {"name", kText},       {"busLocation", kText},
    {"isDiscrete", kInt},   {"l2CacheSize", kInt}, {"totalMemory", kInt}, {"memoryBandwidth", kInt},
    {"clockRate", kInt},    {"smCount", kInt},     {"pwGpuId", kInt},     {"uuid", kText},
    {"luid", kInt},         {"chipName", kText},   {"cuDevice", kInt},    {"computeMajor", kInt},
    {"computeMinor", kInt}, {"smMajor", kInt},     {"smMinor", kInt},
};

constexpr MadeColumn kGpuMetricsColumns[] = {
    {"rawTimestamp", kInt, kOnly2026},
    {"timestamp", kInt},
    {"typeId", kIntSet},
    {"metricId", kIntSet},
    {"value", kIntSet},
};

constexpr MadeColumn kGpuMetricNamesColumns[] = {
    {"typeId", kIntSet},   {"sourceId", kIntSet},    {"typeName", kTextSet},
    {"metricId", kIntSet}, {"metricName", kTextSet},
};

constexpr MadeColumn kMemoryUseColumns[] = {{"start", kIntSet},
                                            {"globalPid", kIntSet},
                                            {"deviceId", kIntSet},
                                            {"contextId", kIntSet},
                                            {"address", kIntSet},
                                            {"pc", kIntSet},
                                            {"bytes", kIntSet},
                                            {"memKind", kIntSet},
                                            {"memoryOperationType", kIntSet},
                                            {"name", kText},
                                            {"correlationId", kInt},
                                            {"localMemoryPoolAddress", kInt},
                                            {"localMemoryPoolReleaseThreshold", kInt},
                                            {"localMemoryPoolSize", kInt},
                                            {"localMemoryPoolUtilizedSize", kInt},
                                            {"importedMemoryPoolAddress", kInt},
                                            {"importedMemoryPoolProcessId", kInt}};

constexpr MadeColumn kContextInfoColumns[] = {
    {"nullStreamId", kIntSet},
    {"hwId", kIntSet},
    {"vmId", kIntSet},
    {"processId", kIntSet},
    {"deviceId", kIntSet},
    {"contextId", kIntSet},
    {"parentContextId", kInt},
    {"isGreenContext", kInt},
    {"numMultiprocessors", kInt, kOnly2026},
    {"numTpcs", kInt, kOnly2026},
    {"tpcMask", kText, kOnly2026},
    {"workqueueResourceId", kInt, kOnly2026},
    {"workqueueConcurrencyLimit", kInt, kOnly2026},
    {"workqueueSharingScope", kInt, kOnly2026},
};

constexpr MadeColumn kNullStreamColumns[] = {
    {"streamId", kIntSet},  {"hwId", kIntSet},     {"vmId", kIntSet},
    {"processId", kIntSet}, {"deviceId", kIntSet}, {"contextId", kIntSet},
};

constexpr MadeColumn kCudaStreamColumns[] = {
    {"streamId", kIntSet},  {"hwId", kIntSet},     {"vmId", kIntSet}, {"processId", kIntSet},
    {"contextId", kIntSet}, {"priority", kIntSet}, {"flag", kIntSet},
};

constexpr MadeColumn kNvtxStreamColumns[] = {
    {"name", kTextSet},    {"hwId", kIntSet},      {"vmId", kIntSet},     {"processId", kIntSet},
    {"deviceId", kIntSet}, {"contextId", kIntSet}, {"streamId", kIntSet},
};

constexpr MadeColumn kAnalysisDetailsColumns[] = {
    {"globalVid", kIntSet},
    {"duration", kIntSet},
    {"startTime", kIntSet},
    {"stopTime", kIntSet},
};

constexpr MadeColumn kSessionStartColumns[] = {
    {"utcEpochNs", kInt},
    {"utcTime", kText},
    {"localTime", kText},
    {"systemClockNs", kInt, kOnly2026},
};

constexpr MadeColumn kSystemEnvColumns[] = {
    {"globalVid", kIntSet, kOnly2022},
    {"globalVid", kInt, kSince2023},
    {"devStateName", kTextSet},
    {"name", kTextSet},
    {"nameEnum", kIntSet},
    {"value", kTextSet},
};

constexpr MadeColumn kMetaColumns[] = {
    {"name", kTextSet},
    {"value", kText},
};

constexpr std::string_view kCopyKinds[] = {
    "Unknown",
    "Host-to-Device",
    "Device-to-Host",
    "Host-to-Array",
    "Array-to-Host",
    "Array-to-Array",
    "Array-to-Device",
    "Device-to-Array",
    "Device-to-Device",
    "Host-to-Host",
    "Peer-to-Peer",
    "Unified Host-to-Device",
    "Unified Device-to-Host",
    "Unified Device-to-Device",
};
constexpr std::string_view kMemoryKinds[] = {"Pageable",       "Pinned",  "Device",
                                             "Array",          "Managed", "Device Static",
                                             "Managed Static", "Unknown"};
constexpr std::string_view kSyncTypes[] = {"Unknown", "Event sync", "Stream wait sync",
                                           "Stream sync", "Context sync"};
constexpr std::string_view kStreamTypes[] = {"Unknown stream type", "Default stream",
                                             "Non-blocking stream", "Null stream"};
constexpr std::string_view kLaunchTypes[] = {"Unknown", "Regular", "Coop Single Device",
                                             "Coop Multi Device"};
constexpr std::string_view kCacheConfigs[] = {"None", "Shared", "L1", "Equal"};
constexpr std::string_view kSeverities[] = {"Unknown", "Info", "Warning", "Error", "Verbose"};
constexpr std::string_view kDiagnosticSources[] = {"Unknown source", "Injection", "Daemon",
                                                   "Analysis"};
constexpr std::string_view kTimestampSources[] = {"Unknown timestamp", "Target timestamp",
                                                  "Host timestamp"};
constexpr std::string_view kOverheadTypes[] = {
    "Undefined",
    "Unknown",
    "Driver JIT compiler (CUDA)",
    "Buffer flush (Profiler)",
    "Instrumentation (Profiler)",
    "Resource creation/destruction (Profiler)",
    "Runtime module loading (CUDA)",
    "Lazy function loading (CUDA)",
    "Command buffer full (CUDA)",
};

constexpr MadeEnum kEnums[] = {
    {"ENUM_CUDA_MEMCPY_OPER", {}, kOnly2022},
    {"ENUM_CUDA_MEM_KIND", {}, kOnly2022},
    {"ENUM_CUDA_MEMCPY_OPER", kCopyKinds, kSince2023},
    {"ENUM_CUDA_MEM_KIND", kMemoryKinds, kSince2023},
    {"ENUM_CUPTI_SYNC_TYPE", kSyncTypes, kSince2023},
    {"ENUM_CUPTI_STREAM_TYPE", kStreamTypes, kSince2023},
    {"ENUM_CUDA_KRENEL_LAUNCH_TYPE", kLaunchTypes, kOnly2022}, // the real tool's spelling
    {"ENUM_CUDA_KERNEL_LAUNCH_TYPE", kLaunchTypes, kSince2023},
    {"ENUM_CUDA_FUNC_CACHE_CONFIG", kCacheConfigs, kEveryLayout},
    {"ENUM_DIAGNOSTIC_SEVERITY_LEVEL", kSeverities, kSince2024},
    {"ENUM_DIAGNOSTIC_SOURCE_TYPE", kDiagnosticSources, kSince2024},
    {"ENUM_DIAGNOSTIC_TIMESTAMP_SOURCE", kTimestampSources, kSince2024},
    {"ENUM_CUPTI_OVERHEAD_TYPE", kOverheadTypes, kOnly2026},
};

struct Version
{
    std::string_view product;
    std::string_view schema;
};

constexpr std::array<Version, 4> kVersions = {{
    {"2022.4.2.1", "3.0.0"},
    {"2023.4.4.54", "3.7.2"},
    {"2024.2.3.38", "3.11.1"},
    {"2026.2.1.210", "3.25.0"},
}};

} // namespace

namespace made {

constexpr MadeTable kStringIds{"StringIds", kStringIdsColumns};
constexpr MadeTable kKernel{"CUPTI_ACTIVITY_KIND_KERNEL", kKernelColumns};
constexpr MadeTable kMemcpy{"CUPTI_ACTIVITY_KIND_MEMCPY", kMemcpyColumns};
constexpr MadeTable kMemset{"CUPTI_ACTIVITY_KIND_MEMSET", kMemsetColumns};
constexpr MadeTable kSync{"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", kSyncColumns};
constexpr MadeTable kGraphTrace{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", kGraphTraceColumns, kSince2024};
constexpr MadeTable kRuntime{"CUPTI_ACTIVITY_KIND_RUNTIME", kRuntimeColumns};
constexpr MadeTable kNvtx{"NVTX_EVENTS", kNvtxColumns};
constexpr MadeTable kOsrt{"OSRT_API", kOsrtColumns};
constexpr MadeTable kProfilerOverhead{"PROFILER_OVERHEAD", kProfilerOverheadColumns};
constexpr MadeTable kCuptiOverhead{"CUPTI_ACTIVITY_KIND_OVERHEAD", kCuptiOverheadColumns,
                                   kOnly2026};
constexpr MadeTable kDiagnostic{"DIAGNOSTIC_EVENT", kDiagnosticColumns, kSince2024};
constexpr MadeTable kProcesses{"PROCESSES", kProcessesColumns};
constexpr MadeTable kThreadNames{"ThreadNames", kThreadNamesColumns};
constexpr MadeTable kGpu{"TARGET_INFO_GPU", kGpuColumns};
constexpr MadeTable kGpuMetrics{"GPU_METRICS", kGpuMetricsColumns, kSince2023};
constexpr MadeTable kGpuMetricNames{"TARGET_INFO_GPU_METRICS", kGpuMetricNamesColumns, kSince2023};
constexpr MadeTable kMemoryUse{"CUDA_GPU_MEMORY_USAGE_EVENTS", kMemoryUseColumns};
constexpr MadeTable kContextInfo{"TARGET_INFO_CUDA_CONTEXT_INFO", kContextInfoColumns, kSince2023};
constexpr MadeTable kNullStream{"TARGET_INFO_CUDA_NULL_STREAM", kNullStreamColumns, kOnly2022};
constexpr MadeTable kCudaStream{"TARGET_INFO_CUDA_STREAM", kCudaStreamColumns};
constexpr MadeTable kNvtxStream{"TARGET_INFO_NVTX_CUDA_STREAM", kNvtxStreamColumns};
constexpr MadeTable kAnalysisDetails{"ANALYSIS_DETAILS", kAnalysisDetailsColumns};
constexpr MadeTable kSessionStart{"TARGET_INFO_SESSION_START_TIME", kSessionStartColumns};
constexpr MadeTable kSystemEnv{"TARGET_INFO_SYSTEM_ENV", kSystemEnvColumns};
constexpr MadeTable kExportMeta2022{"EXPORT_META_DATA", kMetaColumns, kOnly2022};
constexpr MadeTable kExportMeta{"META_DATA_EXPORT", kMetaColumns, kSince2023};
constexpr MadeTable kCaptureMeta{"META_DATA_CAPTURE", kMetaColumns, kSince2023};

} // namespace made

std::span<const MadeEnum> madeEnums()
{
    return kEnums;
}

std::string_view productVersion(ExportLayout layout)
{
    return kVersions.at(static_cast<std::size_t>(layout)).product;
}

std::string_view schemaVersion(ExportLayout layout)
{
    return kVersions.at(static_cast<std::size_t>(layout)).schema;
}

} // namespace nv
