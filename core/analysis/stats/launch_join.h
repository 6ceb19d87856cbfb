// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/range_nesting.h"
#include "core/trace/trace_model.h"

#include <cstdint>
#include <span>
#include <vector>

/// Which API calls carry the correlation id of an op, in its process?
/// Shape: the calls of one op in the order they were given.  A file may hold several; ops and calls
/// without a process or a correlation id match nothing.
/// Cost: O(n log n) for calls whose ids do not ascend, else O(n); ops asked for in nearly ascending
/// order of their ids cost next to nothing.  Errors: Cancelled.  Thread: one.
/// Source: nsys.md 2, launch join.
namespace nv {

class LaunchJoin
{
public:
    struct Entry
    {
        std::int64_t correlation;
        std::uint32_t rank; ///< position in `calls`
    };

    static Result<LaunchJoin> make(const TraceModel& trace, std::vector<std::uint32_t> calls,
                                   const std::stop_token& stop);

    std::span<const Entry> of(OpIndex op);

    /// Rows of the call table, as given.
    const std::vector<std::uint32_t>& calls() const { return m_calls; }

    /// The calls that issued one of `ops`, as spans by rank; the others are of kNoThread.
    std::vector<ThreadSpan> spansOfCalls(std::span<const std::uint32_t> ops);

private:
    struct OfProcess
    {
        std::vector<Entry> entries; ///< ascending by id
        std::size_t last = 0;       ///< where the last search ended

        std::span<const Entry> find(std::int64_t correlation);
    };

    explicit LaunchJoin(const TraceModel& trace, std::vector<std::uint32_t> calls)
        : m_trace(&trace)
        , m_calls(std::move(calls))
        , m_processes(trace.processes.size())
    {}

    const TraceModel* m_trace;
    std::vector<std::uint32_t> m_calls;
    std::vector<OfProcess> m_processes;
};

} // namespace nv
