// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/event_view.h"

#include <algorithm>

namespace nv::scene {

namespace {

std::string opLabel(const TraceModel& trace, std::uint32_t i)
{
    const OpIndex op(i);
    switch (trace.ops.kind[i]) {
    case OpKind::Kernel:
        return trace.names.display(trace.kernel(op).shortName);
    case OpKind::GraphReplay:
        return "graph " + std::to_string(trace.graphVariants[trace.ops.variant[i]].graphId);
    case OpKind::Memcpy:
        return "copy " + copyKindLabel(trace.copy(op).copyKind);
    case OpKind::Memset:
        break;
    }
    return "memset";
}

/// Where the file does not tell what was waited for, the call that waited says more.
std::string syncLabel(const TraceModel& trace, EventRef sync)
{
    const std::int64_t type = trace.syncs.type[sync.index];
    const std::optional<EventRef> call =
        isKnownSync(type) ? std::nullopt : callOfSync(trace, sync.index);
    return call ? labelOf(trace, *call) : syncTypeLabel(type);
}

} // namespace

TimeRange rangeOf(const TraceModel& trace, EventRef event)
{
    const TimeColumns columns = timeColumns(trace, event.kind);
    return {columns.start[event.index], columns.end[event.index]};
}

std::string labelOf(const TraceModel& trace, EventRef event)
{
    const std::uint32_t i = event.index;
    switch (event.kind) {
    case EventKind::Op:
        return opLabel(trace, i);
    case EventKind::Call:
        return trace.callNames[trace.calls.name[i]()].base;
    case EventKind::Range:
        return trace.names.display(trace.ranges.text[i]);
    case EventKind::OsCall:
        return trace.names.display(trace.osCallNames[trace.osCalls.name[i]()].text);
    case EventKind::Sync:
        return syncLabel(trace, event);
    case EventKind::Overhead:
        break;
    }
    return trace.names.display(trace.overheads.name[i]);
}

std::string fullNameOf(const TraceModel& trace, EventRef event)
{
    if (event.kind == EventKind::Call)
        return trace.names.display(trace.callNames[trace.calls.name[event.index]()].text);
    if (event.kind == EventKind::Op && trace.ops.kind[event.index] == OpKind::Kernel)
        return trace.names.display(trace.kernel(OpIndex(event.index)).demangled);
    if (event.kind == EventKind::Sync && !isKnownSync(trace.syncs.type[event.index])
        && callOfSync(trace, event.index))
        return labelOf(trace, event) + ", " + syncTypeLabel(trace.syncs.type[event.index]);
    return labelOf(trace, event);
}

std::optional<EventRef> callOfSync(const TraceModel& trace, std::uint32_t sync)
{
    constexpr int kLooked = 256; // calls of other threads that began in between
    const CallTable& calls = trace.calls;
    const std::int64_t correlation = trace.syncs.correlation[sync];
    const ProcessId process = trace.syncs.process[sync];
    if (correlation == kNoCorrelation)
        return std::nullopt;
    const auto after =
        std::upper_bound(calls.start.begin(), calls.start.end(), trace.syncs.start[sync]);
    auto i = static_cast<std::size_t>(after - calls.start.begin());
    for (int looked = 0; i-- > 0 && looked < kLooked; ++looked) {
        const ThreadId thread = calls.thread[i];
        if (calls.correlation[i] == correlation && calls.end[i] >= trace.syncs.start[sync]
            && (thread.isNone() || process.isNone() || trace.threads[thread()].process == process))
            return EventRef{EventKind::Call, static_cast<std::uint32_t>(i)};
    }
    return std::nullopt;
}

std::optional<EventRef> callOf(const TraceModel& trace, EventRef op)
{
    if (op.kind != EventKind::Op || trace.ops.call[op.index].isNone())
        return std::nullopt;
    return EventRef{EventKind::Call, trace.ops.call[op.index].value};
}

std::optional<EventRef> firstOpOf(const TraceModel& trace, EventRef call)
{
    if (call.kind != EventKind::Call)
        return std::nullopt;
    const auto [first, last] = trace.opsOf(CallIndex(call.index));
    if (first == last)
        return std::nullopt;
    return EventRef{EventKind::Op, first->value};
}

std::vector<EventRef> correlated(const TraceModel& trace, EventRef event, std::size_t max)
{
    std::vector<EventRef> others;
    const std::optional<EventRef> call =
        event.kind == EventKind::Call ? std::optional(event) : callOf(trace, event);
    if (!call)
        return others;
    if (*call != event)
        others.push_back(*call);
    const auto [first, last] = trace.opsOf(CallIndex(call->index));
    for (auto op = first; op != last && others.size() < max; ++op)
        if (const EventRef other{EventKind::Op, op->value}; other != event)
            others.push_back(other);
    return others;
}

std::optional<EventRef> neighbour(const TraceModel& trace, EventRef event, bool isNext)
{
    const LanePlace place = placeOf(trace, event);
    if (place.isNone())
        return std::nullopt;
    const RowList& events = trace.lanes[place.lane].rows[place.row].events;
    const TimeColumns columns = timeColumns(trace, event.kind);
    // Rows ascend by start; events without length may share one.
    auto at = std::partition_point(events.begin(), events.end(), [&](std::uint32_t i) {
        return columns.start[i] < columns.start[event.index];
    });
    at = std::find(at, events.end(), event.index);
    if (at == events.end() || (isNext ? at + 1 == events.end() : at == events.begin()))
        return std::nullopt;
    return EventRef{event.kind, isNext ? *(at + 1) : *(at - 1)};
}

} // namespace nv::scene
