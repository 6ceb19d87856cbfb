// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_key.h"
#include "core/base/name_table.h"
#include "core/trace/event_table.h"
#include "core/trace/lane.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

/// What did this capture record?  The whole opened trace as one immutable, shared object.
/// Shape: entity tables (devices, processes, threads, streams, names) that the event columns refer
/// to by typed index; per device and per thread the order their analyses walk; the lanes that are
/// drawn.  Rows of the file = lanes_events + rows aside, per kind.
/// Thread: handed out as shared_ptr<const TraceModel>; nothing in it changes afterwards.
/// Errors: what was odd in the file is a `Note`, never an exception.
/// Source: trace_builder is its only writer.
namespace nv {

class RowSource;

/// Tables of the file, in the order the JSON lists them.
enum class TableKind : std::uint8_t
{
    Kernel,
    Runtime,
    Memcpy,
    Memset,
    Sync,
    Graph,
    Nvtx,
    Osrt,
    Overhead,
};
inline constexpr std::size_t kTableKinds = 9;
/// The JSON key of a table: "kernel", "runtime", ...
std::string_view tableKey(TableKind kind);

template <class T>
struct PerTable : std::array<T, kTableKinds>
{
    T& operator[](TableKind k) { return this->at(static_cast<std::size_t>(k)); }

    const T& operator[](TableKind k) const { return this->at(static_cast<std::size_t>(k)); }
};

struct Device
{
    std::int64_t hwVm = 0;              ///< the upper 16 bits of globalPid
    std::optional<std::int64_t> number; ///< deviceId; nullopt where the export does not say
    std::string label;                  ///< "0", or "hw:vm:0" when a file holds several machines
    std::string name;                   ///< marketing name, empty when unknown
    PackedColumn<OpIndex> ops;          ///< by (start, stream id, correlation id): verdict.md 1
};

struct Process
{
    std::int64_t globalId = 0; ///< globalPid: the low 24 bits are zero
    std::int64_t pid = 0;
    std::string name; ///< empty when unknown
};

struct Thread
{
    std::int64_t globalId = 0; ///< globalTid
    std::int64_t tid = 0;
    ProcessId process;
    std::string name;
    PackedColumn<CallIndex> calls; ///< API calls by start
};

struct Stream
{
    DeviceId device;
    ProcessId process; ///< none when globalPid is NULL
    std::int64_t context = 0;
    std::int64_t number = -1; ///< streamId; -1 when NULL
    std::string name;         ///< NVTX name of the stream, empty when it has none
};

/// One nameId of the API or OS-call table.  nsys groups by the string id, not by the text.
struct CallName
{
    std::int64_t stringId = 0;
    NameId text;
    std::string base; ///< suffixes _v<digits>, then _ptsz/_ptds removed: host-overhead.md 0.3
};

struct Domain
{
    std::int64_t id = 0;
    ProcessId process;
    NameId name; ///< none: never announced, or announced without a text
};

enum class Severity : std::uint8_t
{
    Info,
    Warning,
    Error,
};

/// Something a figure may be spoilt by; `affects` names figures and panels, not code.
struct Note
{
    std::string id;
    Severity severity = Severity::Info;
    std::string message;
    std::vector<std::string> affects;
};

struct Gpu ///< a row of TARGET_INFO_GPU: listed, whether used or not
{
    std::int64_t device = 0;
    std::string name;
    std::int64_t smCount = 0;         ///< 0 unknown
    std::int64_t memoryBandwidth = 0; ///< bytes per second, 0 unknown
};

/// How the file came to be.  Never holds an environment variable.
struct CaptureInfo
{
    std::string fileName;                 ///< base name only
    std::string nsysVersion;              ///< empty unknown
    std::string exportSchema;             ///< empty unknown
    std::optional<DurationNs> durationNs; ///< ANALYSIS_DETAILS.duration, when it makes sense
    std::vector<std::string> command;     ///< the profiled program and its arguments
    std::vector<std::pair<std::string, std::string>> traceOptions;
    std::vector<Gpu> gpus;
    std::vector<std::string> otherTables; ///< tables of the file that the program does not read
    bool hasRuntimeTable = false;
    bool hasNvtxTable = false;
    bool hasOsrtTable = false;
    bool graphLevelAsked = false; ///< the capture options say --cuda-graph-trace=graph
};

struct TraceModel
{
    CaptureInfo capture;
    NameTable names;

    std::vector<Device> devices;
    std::vector<Process> processes;
    std::vector<Thread> threads;
    std::vector<Stream> streams;
    std::vector<CallName> callNames;
    std::vector<CallName> osCallNames;
    std::vector<Domain> domains;
    std::vector<KernelVariant> kernelVariants;
    std::vector<CopyVariant> copyVariants;
    std::vector<GraphVariant> graphVariants;

    OpTable ops;
    CallTable calls;
    RangeTable ranges;
    OsCallTable osCalls;
    SyncTable syncs;
    OverheadTable overheads;

    std::vector<Lane> lanes;          ///< in drawing order, see lane.h
    PackedColumn<OpIndex> opsByCall;  ///< ops that have a call, ascending by it
    PerTable<std::uint64_t> counts{}; ///< rows of the file
    PerTable<std::uint64_t> aside{};  ///< of these, rows that cannot be placed in time
    TimeRange all;                    ///< the window `all` of product.md
    TimeRange extent;                 ///< earliest start to latest end of everything drawn
    std::vector<Note> notes;          ///< found while reading
    /// Further columns of the file, read when asked (row_source.h); null for a model without a file.
    std::shared_ptr<const RowSource> fileRows;
    /// Of the file, when this is all of it: what was worked out may be kept for its next opening.
    std::optional<FileKey> key;
    bool wasKept = false; ///< it was taken from there

    /// The ops an API call issued, by start; empty for calls that issued none.  O(log n).
    using OpIterator = PackedColumn<OpIndex>::const_iterator;
    std::pair<OpIterator, OpIterator> opsOf(CallIndex call) const;

    DeviceId deviceOf(OpIndex op) const { return streams[ops.stream[op()]()].device; }

    ProcessId processOf(OpIndex op) const { return streams[ops.stream[op()]()].process; }

    const KernelVariant& kernel(OpIndex op) const { return kernelVariants[ops.variant[op()]]; }

    const CopyVariant& copy(OpIndex op) const { return copyVariants[ops.variant[op()]]; }
};

using TracePtr = std::shared_ptr<const TraceModel>;

/// Labels of the file's numbers: "Host-to-Device", "Pageable"; an unknown number reads "kind 99".
std::string copyKindLabel(std::int64_t copyKind);
std::string memoryKindLabel(std::int64_t memoryKind);
/// In the words of nsys, "Stream sync"; "sync of type 0" for what it calls unknown.
std::string syncTypeLabel(std::int64_t syncType);
/// Has a word of its own.  nsys 2024.6 and 2025.1 write 0 for most of what newer drivers report.
bool isKnownSync(std::int64_t syncType);

} // namespace nv
