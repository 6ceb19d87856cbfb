// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/raw_rows.h"
#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <unordered_map>

/// A row per CUDA API call, by start, equal ones in the order of the file.  A thread that the file
/// names several times has each of its calls once per name, as in the real tool, by string id and
/// priority.  Without a table of
/// thread names, where the real tool gives up, priority and name are empty.
/// Source: nsys.md 2.18.
namespace nv {
namespace {

constexpr std::string_view kCalls = "CUPTI_ACTIVITY_KIND_RUNTIME";
constexpr std::string_view kThreads = "ThreadNames";

struct ThreadName
{
    StatsCell priority;
    StatsCell name;
};

/// Rows of ThreadNames by string id, then priority, NULL first: so the real tool's join finds them.
std::vector<std::size_t> inOrderOfNames(const RawTable& table)
{
    std::vector<std::size_t> rows(table.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    const auto key = [&](std::size_t row) {
        return std::pair(integerAt(table.columns[1], row), integerAt(table.columns[2], row));
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    return rows;
}

struct ApiEntry
{
    std::uint32_t call = 0;
    std::uint32_t threadName = 0;
};

class CallRows
{
public:
    explicit CallRows(const TraceModel& trace)
        : m_trace(trace)
        , m_threadNames(1) // the first for threads without a name
        , m_namesOf(trace.threads.size())
    {}

    Status readFile(const std::stop_token& stop)
    {
        const std::array columns = {std::string_view("returnValue")};
        NV_TRY(results, readRaw(m_trace, kCalls, columns, stop));
        m_results = results;
        return readThreadNames(stop);
    }

    void select(const StatsFilter& filter)
    {
        std::vector<std::uint32_t> calls = keptCalls(m_trace, filter);
        const auto isBefore = [this](std::uint32_t a, std::uint32_t b) {
            return m_trace.calls.start[a] < m_trace.calls.start[b];
        };
        if (!std::is_sorted(calls.begin(), calls.end(), isBefore))
            std::stable_sort(calls.begin(), calls.end(), isBefore);
        m_entries.reserve(calls.size());
        for (const std::uint32_t call : calls) {
            const ThreadId thread = m_trace.calls.thread[call];
            if (thread.isNone() || m_namesOf[thread()].empty())
                m_entries.push_back({call, 0});
            else
                for (const std::uint32_t name : m_namesOf[thread()])
                    m_entries.push_back({call, name});
        }
    }

    std::size_t size() const { return m_entries.size(); }

    StatsRow row(std::size_t i) const
    {
        const CallTable& calls = m_trace.calls;
        const std::size_t call = m_entries[i].call;
        const ThreadName& name = m_threadNames[m_entries[i].threadName];
        StatsRow row = {calls.start[call], calls.end[call] - calls.start[call],
                        apiNameCell(m_trace, calls.name[call]), resultOf(call)};
        const std::int64_t correlation = calls.correlation[call];
        row.push_back(correlation == kNoCorrelation ? StatsCell() : StatsCell(correlation));
        if (const ThreadId id = calls.thread[call]; id.isNone()) {
            row.resize(row.size() + 2);
        } else {
            const Thread& thread = m_trace.threads[id()];
            row.emplace_back(m_trace.processes[thread.process()].pid);
            row.emplace_back(thread.tid);
        }
        row.push_back(name.priority);
        row.push_back(name.name);
        return row;
    }

private:
    Status readThreadNames(const std::stop_token& stop)
    {
        const std::array columns = {std::string_view("globalTid"), std::string_view("nameId"),
                                    std::string_view("priority")};
        NV_TRY(table, readRaw(m_trace, kThreads, columns, stop));
        if (!table)
            return Nothing{};
        NV_TRY(texts, RawNames::read(m_trace, {&table->columns[1]}, stop));
        std::unordered_map<std::int64_t, std::size_t> threads;
        for (std::size_t i = 0; i < m_trace.threads.size(); ++i)
            threads.emplace(m_trace.threads[i].globalId, i);
        for (const std::size_t r : inOrderOfNames(*table)) {
            const auto thread = threads.find(table->columns[0].integerOr(r, kNoId));
            if (!table->columns[0].isInteger(r) || thread == threads.end())
                continue;
            m_namesOf[thread->second].push_back(static_cast<std::uint32_t>(m_threadNames.size()));
            m_threadNames.push_back(
                {integerCell(table->columns[2], r), texts.cell(table->columns[1], r)});
        }
        return Nothing{};
    }

    StatsCell resultOf(std::size_t call) const
    {
        const std::size_t fileRow = m_trace.calls.fileOrder[call];
        if (!m_results || fileRow >= m_results->size())
            return {};
        return integerCell(m_results->columns[0], fileRow);
    }

    static constexpr std::int64_t kNoId = kMinNs;

    const TraceModel& m_trace;
    RawTablePtr m_results;
    std::vector<ThreadName> m_threadNames;
    std::vector<std::vector<std::uint32_t>> m_namesOf; ///< by thread
    std::vector<ApiEntry> m_entries;
};

} // namespace

Result<StatsTable> cudaApiTrace(const TraceModel& trace, const StatsRequest& request,
                                const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Runtime] == 0)
        return missingTable(request, "this trace holds no CUDA API calls");
    const auto rows = std::make_shared<CallRows>(trace);
    if (Status read = rows->readFile(stop); !read)
        return read.error();
    rows->select(filter);
    if (stop.stop_requested())
        return statsCancelled();

    StatsTable table;
    table.columns = {{"Start", StatsUnit::Time},
                     {"Duration", StatsUnit::Time},
                     {"Name"},
                     {"Result"},
                     {"CorrID"},
                     {"Pid"},
                     {"Tid"},
                     {"T-Pri"},
                     {"Thread Name"}};
    table.events = rows->size();
    table.eventRow = [rows](std::size_t i) { return rows->row(i); };
    return table;
}

} // namespace nv
