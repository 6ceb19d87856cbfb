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
        return syncTypeLabel(trace.syncs.type[i]);
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
    return labelOf(trace, event);
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
    for (const OpIndex* op = first; op != last && others.size() < max; ++op)
        if (const EventRef other{EventKind::Op, op->value}; other != event)
            others.push_back(other);
    return others;
}

std::optional<EventRef> neighbour(const TraceModel& trace, EventRef event, bool isNext)
{
    const LanePlace place = placeOf(trace, event);
    if (place.isNone())
        return std::nullopt;
    const std::span<const std::uint32_t> events = trace.lanes[place.lane].rows[place.row].events;
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
