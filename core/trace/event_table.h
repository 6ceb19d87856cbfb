// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"
#include "core/base/time_columns.h"

#include <cstdint>
#include <optional>

/// The events of a capture as columns, one struct of columns per kind.
/// Shape: every column of a table has the same length; rows ascend by (start, file order).  Only
/// sound rows are here: integer times, end >= start, end - start fits int64.  What differs between
/// few rows (names, shapes, byte counts) is a *variant*, stored once and referred to by index.
/// Each column takes as few bytes as its numbers need, 256 rows at a time (compact_column.h).
/// Unit: ns on the session clock, bytes.  Thread: immutable once the model is built.
/// Source: the tables named at each struct, in every layout of the export.
namespace nv {

enum class OpKind : std::uint8_t
{
    Kernel,
    GraphReplay, ///< a whole graph launch, where the capture recorded no nodes
    Memcpy,
    Memset,
};

inline constexpr std::int64_t kNoCorrelation = kMinNs; ///< NULL in the file: matches nothing

using CorrelationColumn = PackedColumn<std::int64_t>;
using VariantColumn = PackedColumn<std::uint32_t>;

/// Grid and block as the launch gave them.  Products may overflow 64 bits: never multiply blindly.
struct LaunchShape
{
    std::int64_t gridX = 0;
    std::int64_t gridY = 0;
    std::int64_t gridZ = 0;
    std::int64_t blockX = 0;
    std::int64_t blockY = 0;
    std::int64_t blockZ = 0;
    friend auto operator<=>(const LaunchShape&, const LaunchShape&) = default;
};

/// What a kernel launch is apart from when and where.  Two variants may share names and shape and
/// differ in resources.
struct KernelVariant
{
    NameId shortName;
    NameId demangled;
    NameId mangled;                   ///< none where the capture has no mangled names
    std::optional<LaunchShape> shape; ///< nullopt where the export has no grid columns
    std::int64_t registersPerThread = 0;
    std::int64_t staticSharedBytes = 0;
    std::int64_t dynamicSharedBytes = 0;
    friend auto operator<=>(const KernelVariant&, const KernelVariant&) = default;
};

/// Memory kinds and copy kinds keep the file's numbers (an unknown one shows as its number);
/// kUnknownKind stands for NULL.
inline constexpr std::int64_t kUnknownKind = -1;

struct CopyVariant ///< of a Memcpy; of a Memset only bytes and dstKind mean anything
{
    Bytes bytes = 0;
    std::int64_t copyKind = kUnknownKind;
    std::int64_t srcKind = kUnknownKind;
    std::int64_t dstKind = kUnknownKind;
    std::int64_t srcDevice = kUnknownKind;
    std::int64_t dstDevice = kUnknownKind;
    friend auto operator<=>(const CopyVariant&, const CopyVariant&) = default;
};

struct GraphVariant
{
    std::int64_t graphId = 0;
    std::int64_t graphExecId = 0;
    friend auto operator<=>(const GraphVariant&, const GraphVariant&) = default;
};

/// Work on a device: CUPTI_ACTIVITY_KIND_KERNEL, _GRAPH_TRACE, _MEMCPY, _MEMSET in one table.
struct OpTable
{
    TimeColumn start;
    TimeColumn end;
    FlatColumn<OpKind> kind;
    PackedColumn<StreamId> stream;        ///< gives device, context and process
    VariantColumn variant;                ///< into kernelVariants, graphVariants or copyVariants
    CorrelationColumn correlation;        ///< kNoCorrelation for NULL
    PackedColumn<CallIndex> call;         ///< the API row that issued it; none when unmatched
    PackedColumn<std::int64_t> graphNode; ///< graphNodeId, 0 none; empty when no row has one
    RankColumn fileOrder;                 ///< rank among the rows of its kind in the file

    std::size_t size() const { return start.size(); }
};

/// CUDA API calls, runtime and driver: CUPTI_ACTIVITY_KIND_RUNTIME.
struct CallTable
{
    TimeColumn start;
    TimeColumn end;
    PackedColumn<ThreadId> thread; ///< none when globalTid is NULL: such a call explains no gap
    PackedColumn<CallNameId> name;
    CorrelationColumn correlation;
    RankColumn fileOrder;

    std::size_t size() const { return start.size(); }
};

enum class RangeKind : std::uint8_t
{
    PushPop,
    StartEnd,
    Mark,
};

/// NVTX ranges and marks: NVTX_EVENTS of the types 59, 60, 70, 71 and 34, 65.
struct RangeTable
{
    TimeColumn start;
    TimeColumn end; ///< of a mark its start; of an open range the capture's end
    PackedColumn<ThreadId> thread;
    PackedColumn<NameId> text;     ///< inline text, else the registered string
    PackedColumn<DomainId> domain; ///< none: the default domain
    FlatColumn<RangeKind> kind;
    FlatColumn<std::uint8_t> isOpen; ///< 1: never closed
    RankColumn fileOrder;

    std::size_t size() const { return start.size(); }
};

/// Operating-system calls: OSRT_API.
struct OsCallTable
{
    TimeColumn start;
    TimeColumn end;
    PackedColumn<ThreadId> thread;
    PackedColumn<CallNameId> name; ///< into osCallNames
    RankColumn fileOrder;

    std::size_t size() const { return start.size(); }
};

/// The device's side of synchronisations: CUPTI_ACTIVITY_KIND_SYNCHRONIZATION.
struct SyncTable
{
    TimeColumn start;
    TimeColumn end;
    PackedColumn<ProcessId> process;         ///< none when globalPid is NULL
    PackedColumn<std::int64_t> streamNumber; ///< -1 when NULL: a whole context
    PackedColumn<std::int64_t> type; ///< 1 event, 2 stream waits for event, 3 stream, 4 context
    CorrelationColumn correlation;

    std::size_t size() const { return start.size(); }
};

/// Time the profiler took from the program: PROFILER_OVERHEAD, where it has no sound row
/// CUPTI_ACTIVITY_KIND_OVERHEAD.
struct OverheadTable
{
    TimeColumn start;
    TimeColumn end;
    PackedColumn<ProcessId> process; ///< none when the row names neither thread nor process
    PackedColumn<NameId> name;

    std::size_t size() const { return start.size(); }
};

} // namespace nv
