// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/trace/trace_model.h"

#include <map>
#include <span>
#include <stop_token>
#include <vector>

/// What did the host issue, in the order it issued it?
/// Shape: one row per op that has an API call on a known thread, by (start of the call, start of
/// the op); as a whole and per process.  Cost: O(n); 12 bytes an op, twice that when several
/// processes launched.  Errors: only Cancelled.  Thread: one book per search, not shared.
/// Source: steady-state.md 1-3.
namespace nv::stepfind {

Error cancelled();

struct Launches
{
    std::vector<OpIndex> op;
    std::vector<Ns> at; ///< start of the launching call

    std::size_t size() const { return op.size(); }
};

/// What of the API calls matters here, by CallNameId.
struct CallNameKinds
{
    std::vector<std::uint8_t> compile; ///< compiles or sets up, whatever its length
    std::vector<std::uint8_t> sync;    ///< waits for the device
};

struct CompileCall
{
    Ns start = 0;
    Ns end = 0;
    ProcessId process;
};

using Processes = std::vector<ProcessId>; ///< ascending; empty: all of them

class LaunchBook
{
public:
    static Result<LaunchBook> build(const TraceModel& trace, CallNameKinds kinds,
                                    const std::stop_token& stop);

    const Launches& of(const Processes& processes);

    std::vector<Ns> compileStarts(const Processes& processes) const;
    /// Time in compile calls that begin before `until`.
    DurationNs compileTime(const Processes& processes, Ns until) const;

    const TraceModel& trace() const { return *m_trace; }

    ProcessId processOf(OpIndex op) const; ///< of the launching thread

    bool isSync(CallIndex call) const { return m_kinds.sync[m_trace->calls.name[call()]()] != 0; }

private:
    Launches select(const Processes& processes) const;

    const TraceModel* m_trace = nullptr;
    CallNameKinds m_kinds;
    Launches m_all;
    std::vector<Launches> m_byProcess;    ///< empty when only one process launched
    std::map<Processes, Launches> m_sets; ///< of several processes, made when asked for
    std::vector<CompileCall> m_compile;   ///< by start
};

} // namespace nv::stepfind
