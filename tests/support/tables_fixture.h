// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/window.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

/// A small trace written down event by event, for tests of the analyses.
/// Shape: events may be added in any order; `finish` sorts them as trace_builder does, joins ops to
/// calls by (correlation, process) and adds the budget.  A negative correlation is NULL.
/// Unit: ns.
namespace nv::test {

struct Where
{
    std::int64_t pid = 100;
    std::int64_t device = 0;
    std::int64_t stream = 7;
};

class TraceSketch
{
public:
    struct Kernel
    {
        std::string name;
        Ns start = 0;
        Ns end = 0;
        std::int64_t correlation = -1;
        Where where{};
        std::int64_t node = 0;
        std::int64_t gridX = 1;
        std::string shortName{}; ///< as `name` when empty
    };

    struct Copy
    {
        Ns start = 0;
        Ns end = 0;
        Bytes bytes = 0;
        std::int64_t kind = 1;
        std::int64_t correlation = -1;
        Where where{};
        std::int64_t srcKind = 1;
        std::int64_t dstKind = 2;
    };

    struct Call
    {
        std::string name;
        Ns start = 0;
        Ns end = 0;
        std::int64_t correlation = -1;
        std::int64_t tid = 1;
        std::int64_t pid = 100;
    };

    struct Range
    {
        std::string text;
        Ns start = 0;
        Ns end = 0;
        std::int64_t tid = 1;
        std::int64_t pid = 100;
        RangeKind kind = RangeKind::PushPop;
    };

    TraceSketch& kernel(const Kernel& k);
    TraceSketch& replay(Ns start, Ns end, std::int64_t correlation = -1, Where where = {});
    TraceSketch& copy(const Copy& c);
    TraceSketch& memset(const Copy& c);
    TraceSketch& call(const Call& c);
    TraceSketch& range(const Range& r);
    TraceSketch& osCall(const Call& c);

    SteadyState steady; ///< goes into the analysis as it is
    Thresholds thresholds;

    /// The analysis of what was added; can be taken once.
    Analysis finish();

private:
    struct Op
    {
        Ns start = 0;
        Ns end = 0;
        OpKind kind = OpKind::Kernel;
        StreamId stream;
        std::uint32_t variant = 0;
        std::int64_t correlation = -1;
        std::int64_t node = 0;
        std::uint32_t fileOrder = 0;
    };

    struct Host
    {
        Ns start = 0;
        Ns end = 0;
        ThreadId thread;
        std::uint32_t name = 0;
        std::int64_t correlation = -1;
        RangeKind kind = RangeKind::PushPop;
        std::uint32_t fileOrder = 0;
    };

    ProcessId process(std::int64_t pid);
    ThreadId thread(std::int64_t pid, std::int64_t tid);
    StreamId stream(const Where& where);
    CallNameId callName(std::vector<CallName>& names, const std::string& text);
    std::uint32_t copyVariant(const CopyVariant& variant);
    void addOp(Op op);
    void placeOps();
    void placeCalls();
    void placeHost();
    void joinOps();

    TraceModel m_model;
    std::map<std::int64_t, ProcessId> m_processes;
    std::map<std::pair<std::int64_t, std::int64_t>, ThreadId> m_threads;
    std::map<std::int64_t, DeviceId> m_devices;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, StreamId> m_streams;
    std::vector<Op> m_ops;
    std::vector<Host> m_calls;
    std::vector<Host> m_ranges;
    std::vector<Host> m_osCalls;
};

inline Window windowOf(Ns begin, Ns end)
{
    Window window;
    window.range = {begin, end};
    window.source = WindowSource::User;
    return window;
}

inline Window wholeWindow(const Analysis& analysis)
{
    Window window;
    window.range = analysis.trace->all;
    window.source = WindowSource::All;
    return window;
}

} // namespace nv::test
