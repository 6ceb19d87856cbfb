// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/range_nesting.h"
#include "core/trace/trace_model.h"

#include <cstdint>
#include <span>
#include <vector>

/// Which API calls carry the correlation id of an op, in its process?
/// Shape: calls of one op in the order they were given.  A file may hold several; ops and calls
/// without a process or a correlation id match nothing.
/// Cost: O(n log n) once, O(log n) an op.  Errors: none.  Thread: pure.  Source: nsys.md 2.
namespace nv {

class LaunchJoin
{
public:
    struct Entry
    {
        std::int64_t correlation;
        ProcessId process;
        std::uint32_t rank; ///< position in `calls`
        CallIndex call;
    };

    LaunchJoin(const TraceModel& trace, std::span<const std::uint32_t> calls);

    std::span<const Entry> of(OpIndex op) const;

private:
    const TraceModel* m_trace;
    std::vector<Entry> m_entries;
};

/// The calls that issued one of `ops`, as spans by rank; the others are of kNoThread.
std::vector<ThreadSpan> launchSpans(const TraceModel& trace, const LaunchJoin& join,
                                    std::span<const std::uint32_t> ops, std::size_t calls);

} // namespace nv
