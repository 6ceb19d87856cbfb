// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_builder.h"

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
    std::vector<StreamId> streams(const std::vector<RawPlace>& places);

    void takeNamesOfCalls(CallPart& part, std::vector<CallName>& names);
    /// What API and OS calls have in common, sorted; returns the order for the columns that differ.
    template <class Table>
    std::vector<std::uint32_t> takeCallRows(CallPart& part, std::vector<CallName>& names,
                                            Table& out);
    void takeOps();
    void sortDevices();
    void takeCalls();
    void takeRanges();
    void takeOsCalls();
    void takeSyncsAndOverheads();
    void closeOpenRanges();
    void nameEntities();
    void labelDevices();
    void orderDeviceOps();
    void linkCalls();
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
};

/// Positions of a column in ascending order, equal ones in file order; empty when already so.
std::vector<std::uint32_t> sortOrder(const std::vector<Ns>& start);

template <class T>
void reorder(std::vector<T>& column, const std::vector<std::uint32_t>& order)
{
    if (order.empty() || column.empty())
        return;
    std::vector<T> out;
    out.reserve(column.size());
    for (const std::uint32_t i : order)
        out.push_back(column[i]);
    column = std::move(out);
}

} // namespace nv
