// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/event_list.h"

#include "core/scene/event_view.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"

namespace nv {
namespace {

struct Source
{
    AnalysisPtr analysis;
    EventsPtr events;

    const TraceModel& trace() const { return *analysis->trace; }

    EventRef event(std::size_t i) const { return (*events)[i]; }

    TimeRange range(std::size_t i) const { return scene::rangeOf(trace(), event(i)); }

    DurationNs duration(std::size_t i) const { return range(i).length(); }
};

QString threadText(const TraceModel& trace, ThreadId thread)
{
    if (thread.isNone())
        return {};
    const Thread& own = trace.threads[thread()];
    const QString tid = QString::number(own.tid);
    return own.name.empty() ? tid : fromUtf8(own.name) + QLatin1Char(' ') + tid;
}

/// Stream of an operation, thread of everything else.
QString placeText(const TraceModel& trace, EventRef event)
{
    switch (event.kind) {
    case EventKind::Op: {
        const OpIndex op(event.index);
        return QStringLiteral("GPU %1 · %2")
            .arg(deviceLabel(trace, trace.deviceOf(op)),
                 streamLabel(trace, trace.ops.stream[op()]));
    }
    case EventKind::Call:
        return threadText(trace, trace.calls.thread[event.index]);
    case EventKind::Range:
        return threadText(trace, trace.ranges.thread[event.index]);
    case EventKind::OsCall:
        return threadText(trace, trace.osCalls.thread[event.index]);
    case EventKind::Sync:
    case EventKind::Overhead:
        break;
    }
    return {};
}

std::int64_t correlationOf(const TraceModel& trace, EventRef event)
{
    if (event.kind == EventKind::Op)
        return trace.ops.correlation[event.index];
    return event.kind == EventKind::Call ? trace.calls.correlation[event.index] : kNoCorrelation;
}

} // namespace

Table eventTable(const AnalysisPtr& analysis, const EventsPtr& events)
{
    const Source source{analysis, events};
    Table table;
    table.rows = events->size();
    table.id = [source](std::size_t i) {
        const EventRef event = source.event(i);
        return (static_cast<std::uint64_t>(event.kind) << 32U) | event.index;
    };
    const auto unit = durationUnitOf(
        table.rows, [&](std::size_t i) { return static_cast<double>(source.duration(i)); },
        UnitBy::Typical);
    auto& out = table.columns;
    out.push_back(timeColumn({QStringLiteral("start"), QStringLiteral("start_ns"),
                              QStringLiteral("On the clock of the capture."), 96},
                             [source](std::size_t i) { return source.range(i).begin; }));
    out.push_back(durationColumn(
        {QStringLiteral("duration"), QStringLiteral("dur_ns"),
         QStringLiteral("Of this event, whole."), 112},
        unit, [source](std::size_t i) { return std::optional(source.duration(i)); }));
    out.push_back(wide(textColumn(
        {QStringLiteral("where"), QStringLiteral("where"),
         QStringLiteral("Device and stream of an operation, thread of everything else."), 76},
        [source](std::size_t i) { return placeText(source.trace(), source.event(i)); },
        QStringLiteral("The file does not say."))));
    out.push_back(hidden(textColumn(
        {QStringLiteral("correlation"), QStringLiteral("correlation"),
         QStringLiteral("Joins a call and what it issued."), 84},
        [source](std::size_t i) {
            const std::int64_t id = correlationOf(source.trace(), source.event(i));
            return id == kNoCorrelation ? QString() : QString::number(id);
        },
        QStringLiteral("The file gives this event no correlation."))));
    out.push_back(hidden(textColumn(
        {QStringLiteral("name"), QStringLiteral("name"), QStringLiteral("Of the event."), 120},
        [source](std::size_t i) {
            return fromUtf8(scene::fullNameOf(source.trace(), source.event(i)));
        },
        QStringLiteral("The file does not say."))));
    return table;
}

} // namespace nv
