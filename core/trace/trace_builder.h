// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/trace/trace_model.h"

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

/// Turns rows as a file holds them into a TraceModel; its only writer.
/// Shape: one *part* per table, filled by one thread each, in file order; `finish` sorts what is
/// unsorted, resolves ids, links calls to what they launched, packs lanes and freezes.
/// Unit: ns.  Cost: O(n log n) for unsorted tables, O(n) for sorted ones.
/// Errors: Cancelled.  Rows that cannot be placed in time are counted aside and left out.
/// Thread: different parts may be filled at the same time.
namespace nv {

/// Ids of any width folded to 0, 1, 2, ... in the order of first use.
class IdPool
{
public:
    std::uint32_t of(std::int64_t id)
    {
        if (id == m_lastId && !m_ids.empty())
            return m_lastIndex;
        const auto [it, isNew] = m_index.try_emplace(id, static_cast<std::uint32_t>(m_ids.size()));
        if (isNew)
            m_ids.push_back(id);
        m_lastId = id;
        m_lastIndex = it->second;
        return m_lastIndex;
    }

    const std::vector<std::int64_t>& ids() const { return m_ids; }

private:
    std::unordered_map<std::int64_t, std::uint32_t> m_index;
    std::vector<std::int64_t> m_ids;
    std::int64_t m_lastId = 0;
    std::uint32_t m_lastIndex = 0;
};

/// Equal values stored once.
template <class T>
class VariantPool
{
public:
    std::uint32_t of(const T& value)
    {
        if (!m_values.empty() && m_values[m_last] == value)
            return m_last;
        const auto [it, isNew] =
            m_index.try_emplace(value, static_cast<std::uint32_t>(m_values.size()));
        if (isNew)
            m_values.push_back(value);
        m_last = it->second;
        return m_last;
    }

    const std::vector<T>& values() const { return m_values; }

private:
    std::map<T, std::uint32_t> m_index;
    std::vector<T> m_values;
    std::uint32_t m_last = 0;
};

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

struct PartBase
{
    std::vector<Ns> start;
    std::vector<Ns> end;
    std::uint64_t rows = 0;
    std::uint64_t aside = 0;

    std::uint32_t nextOrder() const { return static_cast<std::uint32_t>(rows - 1); }

    /// Counts the row; true when it can be placed in time, and then it is.
    bool place(RawNs s, RawNs e);
};

template <class Variant>
struct OpPart : PartBase
{
    std::vector<std::uint32_t> placeOf;
    std::vector<std::uint32_t> variant;
    std::vector<std::int64_t> correlation;
    std::vector<std::int64_t> graphNode;
    std::vector<std::uint32_t> fileOrder;
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
        graphNode.push_back(node);
        fileOrder.push_back(nextOrder());
    }
};

struct CallPart : PartBase ///< of RUNTIME and of OSRT_API
{
    std::vector<std::uint32_t> thread; ///< into threads; kNoId in there for NULL
    std::vector<std::uint32_t> name;
    std::vector<std::int64_t> correlation; ///< left empty by OSRT_API
    std::vector<std::uint32_t> fileOrder;
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
    };

    struct DomainRow
    {
        std::int64_t globalTid = kNoId;
        std::int64_t id = 0;
        Text text;
    };

    std::vector<std::uint32_t> thread;
    std::vector<std::uint32_t> text; ///< into texts
    std::vector<std::int64_t> domain;
    std::vector<RangeKind> kind;
    std::vector<std::uint8_t> isOpen;
    std::vector<std::uint32_t> fileOrder;
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
    std::vector<std::int64_t> correlation;
};

struct OverheadPart : PartBase
{
    std::vector<std::int64_t> globalId; ///< of a thread or a process
    std::vector<std::int64_t> name;     ///< string id
};

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

    Result<TracePtr> finish(const std::stop_token& stop);
};

} // namespace nv
