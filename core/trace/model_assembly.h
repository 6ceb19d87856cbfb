// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_builder.h"

#include <array>
#include <map>

/// The steps of TraceBuilder::finish, in order.  Private to trace_builder: nothing else includes
/// it.
namespace nv {

class ModelAssembly
{
public:
    ModelAssembly(TraceBuilder& parts, const std::stop_token& stop)
        : m_parts(parts)
        , m_stop(stop)
        , m_model(std::make_shared<TraceModel>())
    {}

    Result<TracePtr> run();

private:
    NameId name(std::int64_t stringId);
    ProcessId process(std::int64_t globalId); ///< of a globalPid or a globalTid
    ThreadId thread(std::int64_t globalTid);
    std::vector<ThreadId> threads(const IdPool& ids);
    DeviceId device(const RawPlace& place);
    DomainId domain(ProcessId owner, std::int64_t id);
    std::vector<StreamId> streams(const std::vector<RawPlace>& places);

    /// What of an op part is the model's: its streams and variants, by the part's own numbers.
    struct OpIds
    {
        std::vector<StreamId> streams;
        std::vector<std::uint32_t> variants;
    };

    // First every id, on one thread, so that they do not depend on who is faster; there are few.
    void resolveOps();
    void sortDevices();
    void resolveCalls(CallPart& part, std::vector<CallName>& names, std::vector<ThreadId>& owners);
    void resolveRanges();
    void resolveHost();
    // Then the rows, table by table.
    void takeOps();
    void takeCalls();
    void takeRanges();
    void takeOsCalls();
    void takeSyncs();
    void takeOverheads();
    void takeRows();
    void closeOpenRanges();
    void nameEntities();
    void labelDevices();
    void orderDeviceOps();
    void linkCalls();
    void orderByCall();
    void link();
    void measure();
    void count();
    void noteOddities();

    bool stopped() const { return m_stop.stop_requested(); }

    TraceBuilder& m_parts;
    const std::stop_token& m_stop;
    std::shared_ptr<TraceModel> m_model;
    std::unordered_map<std::int64_t, NameId> m_names;
    std::unordered_map<std::int64_t, ProcessId> m_processes;
    std::unordered_map<std::int64_t, ThreadId> m_threads;
    std::map<std::pair<std::int64_t, std::optional<std::int64_t>>, DeviceId> m_devices;
    std::map<RawPlace, StreamId> m_streams;
    std::uint64_t m_dangling = 0;

    std::array<OpIds, 4> m_opIds; ///< kernels, graphs, copies, memsets
    std::vector<ThreadId> m_callOwners;
    std::vector<ThreadId> m_osCallOwners;
    std::vector<ThreadId> m_rangeOwners;
    std::vector<NameId> m_rangeTexts;
    std::map<std::pair<ProcessId, std::int64_t>, DomainId> m_domains;
};

/// Positions of a column in ascending order, equal ones in file order; empty when already so.
/// O(n) but for the rows that lie out of order.
std::vector<std::uint32_t> sortOrder(const std::vector<Ns>& start);

/// Also gives back room that was kept for rows that never came.
template <class Column>
void reorder(Column& column, const std::vector<std::uint32_t>& order)
{
    if (column.empty()) {
        column = Column();
        return;
    }
    if (order.empty())
        return;
    Column out;
    out.reserve(column.size());
    for (const std::uint32_t i : order)
        out.push_back(column[i]);
    column = std::move(out);
}

/// An assignment from {} would keep the memory.
template <class Column>
void drop(Column& column)
{
    column = Column();
}

/// As reorder, into a column of the model; what it was read from is dropped.
template <class T>
PackedColumn<T> packed(std::vector<T>& column, const std::vector<std::uint32_t>& order)
{
    PackedColumn<T> out;
    out.reserve(column.size());
    if (order.empty())
        for (const T& value : column)
            out.push_back(value);
    for (const std::uint32_t i : order)
        out.push_back(column[i]);
    out.shrink_to_fit();
    drop(column);
    return out;
}

/// Room that was kept for rows to come.
template <class... Columns>
void shrink(Columns&... columns)
{
    (columns.shrink_to_fit(), ...);
}

/// All columns of a table, unless a stop is requested: what is then left is thrown away.
template <class... Columns>
void reorderAll(const std::stop_token& stop, const std::vector<std::uint32_t>& order,
                Columns&... columns)
{
    ((stop.stop_requested() ? void() : reorder(columns, order)), ...);
}

} // namespace nv
