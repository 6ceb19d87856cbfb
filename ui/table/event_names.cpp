// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/event_names.h"

#include "core/analysis/row_events.h"
#include "ui/format.h"

#include <algorithm>

namespace nv {

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::optional<OpIndex> opOf(const TraceModel& trace, EventRef event)
{
    if (event.kind == EventKind::Op)
        return OpIndex(event.index);
    if (event.kind != EventKind::Call)
        return std::nullopt;
    const auto [first, last] = trace.opsOf(CallIndex(event.index));
    return first == last ? std::nullopt : std::optional(*first);
}

std::optional<CallIndex> callOf(const TraceModel& trace, EventRef event)
{
    if (event.kind == EventKind::Call)
        return CallIndex(event.index);
    if (event.kind != EventKind::Op)
        return std::nullopt;
    const CallIndex call = trace.ops.call[event.index];
    return call.isNone() ? std::nullopt : std::optional(call);
}

QString deviceLabel(const TraceModel& trace, DeviceId device)
{
    return device.isNone() ? format::unknown() : fromUtf8(trace.devices[device()].label);
}

QString opName(const TraceModel& trace, OpIndex op)
{
    if (op.isNone())
        return format::unknown();
    switch (trace.ops.kind[op()]) {
    case OpKind::Kernel:
        return fromUtf8(trace.names.display(trace.kernel(op).shortName));
    case OpKind::Memcpy:
        return QStringLiteral("copy ") + fromUtf8(copyKindLabel(trace.copy(op).copyKind));
    case OpKind::Memset:
        return QStringLiteral("memset");
    case OpKind::GraphReplay:
        break;
    }
    const GraphVariant& graph = trace.graphVariants[trace.ops.variant[op()]];
    return QStringLiteral("graph ") + QString::number(graph.graphId);
}

QString opFullName(const TraceModel& trace, OpIndex op)
{
    if (!op.isNone() && trace.ops.kind[op()] == OpKind::Kernel)
        return fromUtf8(trace.names.display(trace.kernel(op).demangled));
    return opName(trace, op);
}

QString callName(const TraceModel& trace, CallIndex call)
{
    if (call.isNone())
        return format::unknown();
    const CallNameId name = trace.calls.name[call()];
    return name.isNone() ? format::unknown() : fromUtf8(apiRowName(trace, name));
}

QString streamLabel(const TraceModel& trace, StreamId stream)
{
    if (stream.isNone() || trace.streams[stream()].number < 0)
        return format::unknown();
    const Stream& own = trace.streams[stream()];
    const auto isTwin = [&](const Stream& s) {
        return s.device == own.device && s.number == own.number && s.context != own.context;
    };
    const QString number = QString::number(own.number);
    return std::none_of(trace.streams.begin(), trace.streams.end(), isTwin)
               ? number
               : QStringLiteral("context %1 · ").arg(own.context) + number;
}

} // namespace nv
