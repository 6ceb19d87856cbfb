// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

/// A trace model written by hand: rows are added in any order, finish() sorts and links them as the
/// reader of a file does (rows by start, ops to the call of their correlation id in their process,
/// of several the one that starts last).  No lanes: nothing here is drawn.
namespace nv::test {

class ModelFixture
{
public:
    ProcessId process(std::int64_t pid);
    ThreadId thread(ProcessId process, std::int64_t tid);
    DeviceId device();
    StreamId stream(DeviceId device, ProcessId process, std::int64_t number);
    DomainId domain(ProcessId process, std::string_view name);

    void call(ThreadId thread, std::string_view name, Ns start, Ns end,
              std::int64_t correlation = kNoCorrelation);
    void kernel(StreamId stream, std::string_view name, Ns start, Ns end,
                std::int64_t correlation = kNoCorrelation, LaunchShape shape = {1, 1, 1, 32, 1, 1});
    void copy(StreamId stream, Bytes bytes, Ns start, Ns end,
              std::int64_t correlation = kNoCorrelation, std::int64_t copyKind = 1);
    void memset(StreamId stream, Bytes bytes, Ns start, Ns end,
                std::int64_t correlation = kNoCorrelation);
    void graph(StreamId stream, std::int64_t exec, Ns start, Ns end,
               std::int64_t correlation = kNoCorrelation);
    void range(ThreadId thread, std::string_view text, Ns start, Ns end, DomainId domain = {},
               RangeKind kind = RangeKind::PushPop, bool isOpen = false);

    /// The model; the fixture is empty afterwards.
    TracePtr finish();

private:
    struct OpRow
    {
        Ns start, end;
        OpKind kind;
        StreamId stream;
        std::uint32_t variant;
        std::int64_t correlation;
    };

    struct CallRow
    {
        Ns start, end;
        ThreadId thread;
        CallNameId name;
        std::int64_t correlation;
    };

    struct RangeRow
    {
        Ns start, end;
        ThreadId thread;
        NameId text;
        DomainId domain;
        RangeKind kind;
        bool isOpen;
    };

    CallIndex callOf(const OpRow& op) const;
    void fillCalls();
    void fillOps();
    void fillRanges();
    void fillExtent();

    TraceModel m_model;
    std::vector<OpRow> m_ops;
    std::vector<CallRow> m_calls;
    std::vector<RangeRow> m_ranges;
    std::map<std::pair<ProcessId, std::int64_t>, CallIndex> m_callOf;
};

} // namespace nv::test
