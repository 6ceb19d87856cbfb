// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace_maker/trace_maker.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

/// What would the tracer have seen of this program?  A host whose threads issue work one call after
/// the other and devices whose streams run it in order; writes the rows into a TraceMaker.
/// Shape: one clock per thread and per stream.  So calls of a thread never overlap, a kernel starts
/// after its launch call has ended, and a stream runs its work in the order it was issued.
/// Unit: ns.  Cost: O(log streams) per event.  Thread: one.
/// Source: the order CUDA guarantees; latencies are settings.
namespace nv {

struct RunCosts
{
    Ns launchLatency = 2'500; ///< end of a launch call to the earliest start of its work
    Ns dispatchGap = 900;     ///< end of an op to the start of the next one already waiting
    Ns syncTail = 4'000;      ///< end of the awaited work to the return of the call
    Ns shortestSync = 2'200;  ///< a synchronisation that finds nothing to wait for
    Ns betweenCalls = 700;    ///< end of a call to the start of the next
};

struct RunStream
{
    MadePlace place;

    friend bool operator<(const RunStream& a, const RunStream& b)
    {
        return std::tie(a.place.globalPid, a.place.device, a.place.stream)
               < std::tie(b.place.globalPid, b.place.device, b.place.stream);
    }
};

struct RunKernel
{
    MadeKernelName name;
    MadeShape shape;
    Ns duration = 0;
};

struct RunCopy
{
    Bytes bytes = 0;
    CopyKind kind = CopyKind::HostToDevice;
    MemoryKind host = MemoryKind::Pinned; ///< kind of the side that is not the device
    Ns duration = 0;
    bool blocks = false; ///< the call returns when the copy is done
};

class SimulatedRun
{
public:
    explicit SimulatedRun(TraceMaker& maker)
        : m_maker(maker)
    {}

    RunCosts& costs() { return m_costs; }

    /// Later calls are of this thread; a thread begins at time 0.
    void useThread(std::int64_t globalTid) { m_thread = globalTid; }

    Ns now() { return m_clocks[m_thread]; }

    Ns clockOf(std::int64_t globalTid) { return m_clocks[globalTid]; }

    void moveTo(Ns time); ///< never back

    void work(Ns duration) { m_clocks[m_thread] += duration; }

    void call(std::string_view name, Ns duration);
    void osCall(std::string_view name, Ns duration);
    void overhead(std::string_view name, Ns duration);

    void push(std::string_view text, std::int64_t domain = 0);
    bool pop(); ///< false: nothing to close

    void mark(std::string_view text) { m_maker.mark(m_thread, text, now()); }

    bool hasOpenRanges() const;

    void launch(const RunStream& stream, const RunKernel& kernel, std::string_view api, Ns cost);
    /// Node level: every node is a kernel row with the call's correlation id.
    void replayNodes(const RunStream& stream, const std::vector<RunKernel>& nodes,
                     std::int64_t graphId, Ns cost);
    /// Graph level: one GRAPH_TRACE row.
    void replayWhole(const RunStream& stream, Ns duration, std::int64_t graphId, Ns cost);
    void copy(const RunStream& stream, const RunCopy& copy, std::string_view api, Ns cost);
    void fill(const RunStream& stream, Bytes bytes, Ns duration, std::string_view api, Ns cost);

    void synchronizeStream(const RunStream& stream, std::string_view api);
    /// Waits for every stream of the device.
    void synchronizeDevice(const RunStream& anyOfIt, std::string_view api);
    void record(const std::string& event, const RunStream& stream, Ns cost);
    bool wait(const std::string& event, const RunStream& stream, Ns cost); ///< false: unknown event

private:
    struct OpenRange
    {
        std::string text;
        Ns start;
        std::int64_t domain;
    };

    TimeRange takeCall(Ns duration);
    TimeRange runOn(const RunStream& stream, Ns earliest, Ns duration);
    void synchronize(const RunStream& stream, Ns drained, std::int64_t type, std::string_view api);

    TraceMaker& m_maker;
    RunCosts m_costs;
    std::int64_t m_thread = 0;
    std::map<std::int64_t, Ns> m_clocks;
    std::map<std::int64_t, std::vector<OpenRange>> m_openRanges;
    std::map<RunStream, Ns> m_streamEnds; ///< end of the work issued so far
    std::map<std::string, Ns> m_events;   ///< when the recorded work ends
};

} // namespace nv
