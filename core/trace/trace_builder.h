// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/trace/trace_model.h"
#include "core/trace/value_pool.h"

#include <string>
#include <unordered_map>
#include <vector>

/// Turns rows as a file holds them into a TraceModel; its only writer.
/// Shape: one *part* per table, filled in file order; a table read in stretches is filled stretch
/// by stretch into parts of their own, which `join` puts together: the result is that of reading it
/// at once.  `finish` sorts what is unsorted, resolves ids, links calls to what they launched, packs
/// lanes and freezes.
/// Unit: ns.  Cost: O(n log n) for unsorted tables, O(n) for sorted ones.
/// Errors: Cancelled.  Rows that cannot be placed in time are counted aside and left out.
/// Thread: different parts may be filled at the same time.
namespace nv {

/// Ids of any width folded to 0, 1, 2, ... in the order of first use.
class IdPool
{
public:
    std::uint32_t of(std::int64_t id) { return m_pool.of(id); }

    const std::vector<std::int64_t>& ids() const { return m_pool.values(); }

private:
    struct Hash
    {
        std::uint64_t operator()(std::int64_t id) const
        {
            return mixedHash(1, static_cast<std::uint64_t>(id));
        }
    };

    ValuePool<std::int64_t, Hash> m_pool;
};

/// Values hash by their members, in order.
template <class T>
struct MemberHash
{
    std::uint64_t operator()(const T& value) const
    {
        std::uint64_t hash = 1;
        eachMember(value, [&hash](std::int64_t member) {
            hash = mixedHash(hash, static_cast<std::uint64_t>(member));
        });
        return hash;
    }
};

/// Equal values stored once.
template <class T>
using VariantPool = ValuePool<T, MemberHash<T>>;

inline constexpr std::int64_t kNoId = kMinNs; ///< NULL string or global id

/// Start and end as the file holds them; nullopt for NULL, a text, a real.
using RawNs = std::optional<Ns>;
/// end >= start and the duration fits int64.
bool isSound(RawNs start, RawNs end);

/// Where an op ran, as the file says it.
struct RawPlace
{
    std::optional<std::int64_t> device;
    std::int64_t context = 0;
    std::int64_t stream = -1;
    std::int64_t globalPid = kNoId;
    friend auto operator<=>(const RawPlace&, const RawPlace&) = default;
};

template <class Visit>
void eachMember(const RawPlace& place, Visit visit)
{
    visit(place.device.value_or(kNoId));
    visit(place.context);
    visit(place.stream);
    visit(place.globalPid);
}

struct RawKernel ///< KernelVariant with the file's string ids
{
    std::int64_t shortName = kNoId;
    std::int64_t demangled = kNoId;
    std::int64_t mangled = kNoId;
    std::optional<LaunchShape> shape;
    std::int64_t registersPerThread = 0;
    std::int64_t staticSharedBytes = 0;
    std::int64_t dynamicSharedBytes = 0;
    friend auto operator<=>(const RawKernel&, const RawKernel&) = default;
};

template <class Visit>
void eachMember(const RawKernel& kernel, Visit visit)
{
    for (const std::int64_t member :
         {kernel.shortName, kernel.demangled, kernel.mangled, kernel.registersPerThread,
          kernel.staticSharedBytes, kernel.dynamicSharedBytes})
        visit(member);
    if (!kernel.shape)
        return;
    for (const std::int64_t member :
         {kernel.shape->gridX, kernel.shape->gridY, kernel.shape->gridZ, kernel.shape->blockX,
          kernel.shape->blockY, kernel.shape->blockZ})
        visit(member);
}

template <class Visit>
void eachMember(const CopyVariant& copy, Visit visit)
{
    for (const std::int64_t member :
         {copy.bytes, copy.copyKind, copy.srcKind, copy.dstKind, copy.srcDevice, copy.dstDevice})
        visit(member);
}

template <class Visit>
void eachMember(const GraphVariant& graph, Visit visit)
{
    visit(graph.graphId);
    visit(graph.graphExecId);
}

struct PartBase
{
    std::vector<Ns> start;
    std::vector<Ns> end;
    std::uint64_t rows = 0;    ///< of the file that were read
    std::uint64_t aside = 0;   ///< of these, those that cannot be placed in time
    std::uint64_t outside = 0; ///< of these, sound ones outside the time that was asked for

    std::uint32_t nextOrder() const { return static_cast<std::uint32_t>(rows - 1); }

    /// Counts the row; true when it can be placed in time, and then it is.
    bool place(RawNs s, RawNs e);
};

template <class Variant>
struct OpPart : PartBase
{
    VariantColumn placeOf;
    VariantColumn variant;
    CorrelationColumn correlation;
    std::vector<std::int64_t> graphNode; ///< empty while every row has 0
    RankColumn fileOrder;
    VariantPool<RawPlace> places;
    VariantPool<Variant> variants;

    void add(RawNs s, RawNs e, const RawPlace& at, const Variant& what, std::int64_t corr,
             std::int64_t node)
    {
        if (!place(s, e))
            return;
        placeOf.push_back(places.of(at));
        variant.push_back(variants.of(what));
        correlation.push_back(corr);
        if (node != 0 || !graphNode.empty()) {
            graphNode.resize(start.size());
            graphNode.back() = node;
        }
        fileOrder.push_back(nextOrder());
    }
};

struct CallPart : PartBase ///< of RUNTIME and of OSRT_API
{
    VariantColumn thread; ///< into threads; kNoId in there for NULL
    VariantColumn name;
    CorrelationColumn correlation; ///< left empty by OSRT_API
    RankColumn fileOrder;
    IdPool threads;
    IdPool names;
};

struct RangePart : PartBase
{
    struct Text ///< exactly one side is set; both unset: no text
    {
        std::int64_t stringId = kNoId;
        std::uint32_t inlineText = Index<void>::kNone;
        friend auto operator<=>(const Text&, const Text&) = default;

        template <class Visit>
        friend void eachMember(const Text& of, Visit visit)
        {
            visit(of.stringId);
            visit(of.inlineText);
        }
    };

    struct DomainRow
    {
        std::int64_t globalTid = kNoId;
        std::int64_t id = 0;
        Text text;
    };

    VariantColumn thread;
    VariantColumn text; ///< into texts
    std::vector<std::int64_t> domain;
    std::vector<RangeKind> kind;
    std::vector<std::uint8_t> isOpen;
    RankColumn fileOrder;
    IdPool threads;
    VariantPool<Text> texts;
    NameTable inlineTexts;
    std::vector<DomainRow> domains;
};

struct SyncPart : PartBase
{
    std::vector<std::int64_t> globalPid;
    std::vector<std::int64_t> stream;
    std::vector<std::int64_t> type;
    CorrelationColumn correlation;
};

struct OverheadPart : PartBase
{
    std::vector<std::int64_t> globalId; ///< of a thread or a process
    std::vector<std::int64_t> name;     ///< string id
};

/// Room for `rows` rows, so that growing never holds a column twice.
void reserve(OpPart<RawKernel>& part, std::size_t rows);
void reserve(OpPart<CopyVariant>& part, std::size_t rows);
void reserve(OpPart<GraphVariant>& part, std::size_t rows);
void reserve(CallPart& part, std::size_t rows);
void reserve(RangePart& part, std::size_t rows);
void reserve(SyncPart& part, std::size_t rows);

/// Appends what was read of the stretch that follows in the file; `next` is left empty.
void join(OpPart<RawKernel>& into, OpPart<RawKernel>&& next);
void join(OpPart<CopyVariant>& into, OpPart<CopyVariant>&& next);
void join(OpPart<GraphVariant>& into, OpPart<GraphVariant>&& next);
void join(CallPart& into, CallPart&& next);
void join(RangePart& into, RangePart&& next);
void join(SyncPart& into, SyncPart&& next);

/// Names the file gives to things; the first one given wins.
struct EntityNames
{
    std::unordered_map<std::int64_t, std::string> process; ///< by globalPid
    std::unordered_map<std::int64_t, std::int64_t> thread; ///< globalTid -> string id

    struct StreamName
    {
        std::int64_t hwVm = 0;
        std::int64_t pid = 0;
        std::int64_t context = 0;
        std::int64_t stream = 0;
        std::string name;
    };

    std::vector<StreamName> streams;

    struct GpuRow
    {
        std::int64_t vmId = 0;
        Gpu gpu;
    };

    std::vector<GpuRow> gpus;
};

class TraceBuilder
{
public:
    OpPart<RawKernel> kernels;
    OpPart<CopyVariant> memcpys;
    OpPart<CopyVariant> memsets;
    OpPart<GraphVariant> graphs;
    CallPart calls;
    CallPart osCalls;
    RangePart ranges;
    SyncPart syncs;
    OverheadPart overheads;
    EntityNames entities;
    CaptureInfo capture;
    std::vector<Note> notes;
    std::shared_ptr<const RowSource> fileRows;
    /// The text of a string id, nullopt when the file does not hold it.  Asked once per distinct
    /// id.
    std::unordered_map<std::int64_t, std::string> strings;

    /// Every string id that the parts refer to: read these, and no other string, before `finish`.
    std::vector<std::int64_t> stringIds() const;

    std::optional<FileKey> key; ///< TraceModel::key

    /// Pack events into the rows of lanes: as much work as everything else here.
    bool lanes = true;

    Result<TracePtr> finish(const std::stop_token& stop);
};

} // namespace nv
