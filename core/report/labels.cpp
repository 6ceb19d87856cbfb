// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/labels.h"

#include "core/analysis/capture_command.h"
#include "core/base/text.h"

namespace nv {
namespace {

constexpr std::string_view kWithheld = "<program>";

TableKind tableOf(const TraceModel& trace, EventKind events, std::uint32_t row)
{
    switch (events) {
    case EventKind::Op:
        switch (trace.ops.kind[row]) {
        case OpKind::Kernel:
            return TableKind::Kernel;
        case OpKind::GraphReplay:
            return TableKind::Graph;
        case OpKind::Memcpy:
            return TableKind::Memcpy;
        case OpKind::Memset:
            break;
        }
        return TableKind::Memset;
    case EventKind::Call:
        return TableKind::Runtime;
    case EventKind::Range:
        return TableKind::Nvtx;
    case EventKind::OsCall:
        return TableKind::Osrt;
    case EventKind::Sync:
        return TableKind::Sync;
    case EventKind::Overhead:
        break;
    }
    return TableKind::Overhead;
}

} // namespace

Redactor::Redactor(const TraceModel& trace, bool redact)
    : m_program(redact ? programText(trace) : std::string())
{}

Redactor::Redactor(const ReportInput& input)
    : Redactor(input.trace(), input.redact)
{}

std::string Redactor::operator()(std::string text) const
{
    return text::replaced(std::move(text), m_program, kWithheld);
}

std::string deviceLabel(const TraceModel& trace, DeviceId device)
{
    return device.isNone() ? std::string() : trace.devices[device()].label;
}

std::string opLabel(const TraceModel& trace, OpIndex op)
{
    if (op.isNone())
        return {};
    switch (trace.ops.kind[op()]) {
    case OpKind::Kernel:
        return trace.names.display(trace.kernel(op).shortName);
    case OpKind::GraphReplay:
        return "graph replay";
    case OpKind::Memcpy:
        return copyKindLabel(trace.copy(op).copyKind);
    case OpKind::Memset:
        break;
    }
    return "memset";
}

std::string labelOf(const ReportInput& input, const KernelRow& row)
{
    if (!input.nameRules)
        return {};
    const NameTable& names = input.trace().names;
    auto label = input.nameRules->labelOf(names.display(row.shortName));
    if (!label)
        label = input.nameRules->labelOf(names.display(row.demangled));
    return std::string(label.value_or(std::string_view()));
}

std::string callLabel(const TraceModel& trace, CallIndex call)
{
    if (call.isNone())
        return {};
    const CallName& name = trace.callNames[trace.calls.name[call()]()];
    return name.base.empty() ? trace.names.display(name.text) : name.base;
}

std::string streamLabel(const Stream& stream)
{
    const std::string number = stream.number < 0 ? std::string() : std::to_string(stream.number);
    return stream.name.empty() ? number : number + " " + stream.name;
}

PerTable<std::uint64_t> laneEvents(const TraceModel& trace)
{
    PerTable<std::uint64_t> counts{};
    for (const Lane& lane : trace.lanes)
        for (const LaneRow& row : lane.rows)
            for (const std::uint32_t event : row.events)
                ++counts[tableOf(trace, lane.events, event)];
    return counts;
}

std::string_view severityKey(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

std::string_view confidenceKey(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Low:
        return "low";
    case Confidence::Medium:
        return "medium";
    case Confidence::High:
        break;
    }
    return "high";
}

std::string_view graphModeKey(GraphMode mode)
{
    switch (mode) {
    case GraphMode::None:
        return "none";
    case GraphMode::Node:
        return "node";
    case GraphMode::Graph:
        break;
    }
    return "graph";
}

} // namespace nv
