// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The rows a made-up trace holds, as plain values with the meaning the export gives them.
/// Shape: one struct per table; ids are those of the file (globalPid, globalTid, string ids), so a
/// test can say exactly what a row holds, dangling ids and backward times included.
/// Unit: ns, bytes.  Thread: plain values.  Source: nsys.md 1.2 to 1.5.
namespace nv {

/// nsys.md 0.7: hw:8 | vm:8 | pid:24 | tid:24, most significant first, as the signed number that
/// the file holds.
constexpr std::int64_t makeGlobalId(std::int64_t pid, std::int64_t tid = 0, std::int64_t vm = 1,
                                    std::int64_t hw = 0)
{
    return static_cast<std::int64_t>(
        static_cast<std::uint64_t>(hw) << 56 | static_cast<std::uint64_t>(vm) << 48
        | static_cast<std::uint64_t>(pid) << 24 | static_cast<std::uint64_t>(tid));
}

/// Where on which device, for which process.
struct MadePlace
{
    std::optional<std::int64_t> globalPid;
    std::int64_t device = 0;
    std::int64_t context = 1;
    std::int64_t stream = 7;
};

struct MadeKernelName ///< string ids
{
    std::int64_t demangled = 0;
    std::int64_t shortName = 0;
    std::optional<std::int64_t> mangled;
};

struct MadeShape
{
    std::int32_t grid[3] = {1, 1, 1};
    std::int32_t block[3] = {32, 1, 1};
    std::int32_t registers = 32;
    std::int32_t staticShared = 0;
    std::int32_t dynamicShared = 0;
};

struct MadeKernel
{
    Ns start = 0;
    Ns end = 0;
    MadePlace place;
    std::optional<std::int64_t> correlation;
    MadeKernelName name;
    MadeShape shape;
    std::optional<std::int64_t> graphNode;
};

/// Numbers of ENUM_CUDA_MEMCPY_OPER and ENUM_CUDA_MEM_KIND that made-up traces need by name.
enum class CopyKind : std::uint8_t
{
    HostToDevice = 1,
    DeviceToHost = 2,
    DeviceToDevice = 8,
    PeerToPeer = 10,
};

enum class MemoryKind : std::uint8_t
{
    Pageable = 0,
    Pinned = 1,
    Device = 2,
    Managed = 4,
};

struct MadeMemcpy
{
    Ns start = 0;
    Ns end = 0;
    MadePlace place;
    std::optional<std::int64_t> correlation;
    Bytes bytes = 0;
    std::int64_t copyKind = 1;
    std::optional<std::int64_t> srcKind;
    std::optional<std::int64_t> dstKind;
    std::optional<std::int64_t> graphNode;
};

struct MadeMemset
{
    Ns start = 0;
    Ns end = 0;
    MadePlace place;
    std::optional<std::int64_t> correlation;
    std::int64_t value = 0;
    Bytes bytes = 0;
    std::optional<std::int64_t> memoryKind;
    std::optional<std::int64_t> graphNode;
};

struct MadeSync
{
    Ns start = 0;
    Ns end = 0;
    MadePlace place;
    std::optional<std::int64_t> correlation;
    std::int64_t type = 3; ///< 1 event, 2 stream waits for event, 3 stream, 4 context
};

struct MadeGraphReplay ///< a row of GRAPH_TRACE; layouts before 2024 have no such table
{
    Ns start = 0;
    Ns end = 0;
    MadePlace place;
    std::optional<std::int64_t> correlation;
    std::int64_t graphId = 1;
    std::int64_t graphExecId = 2;
};

struct MadeCall
{
    Ns start = 0;
    Ns end = 0;
    std::optional<std::int64_t> globalTid;
    std::optional<std::int64_t> correlation;
    std::int64_t nameId = 0;
    std::int32_t eventClass = 0; ///< 0 runtime, 1 driver
    std::int32_t returnValue = 0;
};

struct MadeNvtx
{
    Ns start = 0;
    std::optional<Ns> end;
    std::int32_t eventType = 59;
    std::optional<std::int64_t> rangeId;
    std::optional<std::int64_t> color;
    std::optional<std::string> text;
    std::optional<std::int64_t> globalTid;
    std::optional<std::int64_t> endGlobalTid;
    std::optional<std::int64_t> textId;
    std::optional<std::int64_t> domainId = 0;
    std::optional<std::string> jsonText;
};

struct MadeOsCall
{
    Ns start = 0;
    Ns end = 0;
    std::optional<std::int64_t> globalTid;
    std::int64_t nameId = 0;
    std::int32_t eventClass = 27;
};

struct MadeOverhead
{
    Ns start = 0;
    Ns end = 0;
    std::optional<std::int64_t> globalTid;
    std::int64_t nameId = 0;
    std::int32_t type = 3; ///< ENUM_CUPTI_OVERHEAD_TYPE, where the layout has it
};

struct MadeDiagnostic
{
    Ns timestamp = 0;
    std::int64_t source = 1;
    std::int64_t severity = 1; ///< 1 info, 2 warning, 3 error
    std::string text;
    std::optional<std::int64_t> globalPid;
};

struct MadeGpu
{
    std::int64_t device = 0;
    std::string name;
    std::int64_t smCount = 0;
    std::int64_t memoryBandwidth = 0; ///< bytes per second
    std::int64_t totalMemory = 0;
    std::int64_t computeMajor = 0;
    std::int64_t computeMinor = 0;
    std::string chipName;
};

struct MadeStream
{
    std::int64_t stream = 7;
    std::int64_t context = 1;
    std::int64_t device = 0;
    std::int64_t globalPid = 0;
    std::int64_t flag = 2; ///< 1 default, 2 non-blocking, 3 null
    std::int64_t priority = 0;
    std::string name; ///< written as NVTX name when not empty
};

/// A metric of a GPU: TARGET_INFO_GPU_METRICS; layouts before 2023 have no such table.
struct MadeMetric
{
    std::int64_t device = 0;
    std::int64_t id = 0;
    std::string name; ///< "SMs Active [Throughput %]"
};

struct MadeMetricSample ///< GPU_METRICS
{
    Ns at = 0;
    std::int64_t device = 0;
    std::int64_t metric = 0; ///< id of a MadeMetric
    std::int64_t value = 0;
};

struct MadeMemoryUse ///< CUDA_GPU_MEMORY_USAGE_EVENTS
{
    Ns at = 0;
    std::int64_t globalPid = 0;
    std::int64_t device = 0;
    std::int64_t address = 0;
    Bytes bytes = 0;
    MemoryKind kind = MemoryKind::Device;
    bool isFreed = false;
};

struct MadeDetails ///< ANALYSIS_DETAILS
{
    std::int64_t duration = 0;
    Ns start = 0;
    Ns stop = 0;
};

/// Everything a made-up trace holds, in the order it was added.
struct MadeTrace
{
    using Pairs = std::vector<std::pair<std::string, std::string>>;

    std::vector<std::string> strings; ///< id = position + 1
    std::vector<MadeKernel> kernels;
    std::vector<MadeMemcpy> memcpys;
    std::vector<MadeMemset> memsets;
    std::vector<MadeSync> syncs;
    std::vector<MadeGraphReplay> graphReplays;
    std::vector<MadeCall> calls;
    std::vector<MadeNvtx> nvtx;
    std::vector<MadeOsCall> osCalls;
    std::vector<MadeOverhead> overheads;      ///< PROFILER_OVERHEAD
    std::vector<MadeOverhead> cuptiOverheads; ///< CUPTI_ACTIVITY_KIND_OVERHEAD
    std::vector<MadeDiagnostic> diagnostics;
    std::vector<MadeGpu> gpus;
    std::vector<MadeMetric> metrics;
    std::vector<MadeMetricSample> metricSamples;
    std::vector<MadeMemoryUse> memoryUses;
    std::vector<MadeStream> streams;
    std::vector<std::pair<std::int64_t, std::string>> processes; ///< globalPid, name
    std::vector<std::pair<std::int64_t, std::int64_t>> threads;  ///< globalTid, string id
    Pairs captureRows;
    Pairs systemEnvRows;
    std::optional<MadeDetails> details;
    std::optional<std::uint64_t> shuffleSeed;
    std::vector<std::string> afterwards; ///< SQL run on the finished tables
};

} // namespace nv
