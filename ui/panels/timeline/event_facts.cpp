// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline/event_facts.h"

#include "core/scene/event_view.h"
#include "ui/class_swatch.h"
#include "ui/format.h"

#include <algorithm>

namespace nv {

namespace {

QString viewText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString triple(std::int64_t x, std::int64_t y, std::int64_t z)
{
    const QString times = QStringLiteral(" \u00d7 ");
    return QString::number(x) % times % QString::number(y) % times % QString::number(z);
}

class FactsBuilder
{
public:
    FactsBuilder(const Analysis& analysis, EventRef event, EventFacts& out)
        : m_analysis(analysis)
        , m_trace(*analysis.trace)
        , m_event(event)
        , m_range(scene::rangeOf(m_trace, event))
        , m_out(out)
    {}

    void build()
    {
        m_out.name = viewText(scene::fullNameOf(m_trace, m_event));
        common();
        switch (m_event.kind) {
        case EventKind::Op:
            op(m_event.index);
            break;
        case EventKind::Call:
            call(m_event.index);
            break;
        case EventKind::Range:
            range(m_event.index);
            break;
        case EventKind::OsCall:
        case EventKind::Sync:
        case EventKind::Overhead:
            break;
        }
    }

private:
    void add(const char* what, const QString& value)
    {
        if (!value.isEmpty())
            m_out.facts.push_back({QString::fromUtf8(what), value});
    }

    bool isMark() const
    {
        return m_event.kind == EventKind::Range
               && m_trace.ranges.kind[m_event.index] == RangeKind::Mark;
    }

    void common()
    {
        if (!isMark()) {
            const auto length = static_cast<double>(m_range.length());
            add("duration",
                format::duration(length)
                    % (length < 1000 ? QString()
                                     : QStringLiteral("  (")
                                           % format::exactNs(static_cast<Ns>(m_range.length()))
                                           % QStringLiteral(")")));
        }
        add(isMark() ? "at" : "start", format::timeAt(m_range.begin, 1));
        const LanePlace place = placeOf(m_trace, m_event);
        if (place.isNone())
            return;
        const Lane& lane = m_trace.lanes[place.lane];
        QString where = viewText(lane.label);
        if (!lane.process.isNone()) {
            const Process& process = m_trace.processes[lane.process()];
            where += QStringLiteral(", process ") % QString::number(process.pid);
        } else if (!lane.device.isNone()) {
            const Device& device = m_trace.devices[lane.device()];
            where += QStringLiteral(", GPU ") % viewText(device.label);
        }
        add("lane", where);
    }

    void op(std::uint32_t i)
    {
        const OpIndex index(i);
        switch (m_trace.ops.kind[i]) {
        case OpKind::Kernel:
            kernel(m_trace.kernel(index));
            break;
        case OpKind::Memcpy:
            copy(m_trace.copy(index));
            break;
        case OpKind::Memset:
            add("size", format::bytes(static_cast<double>(m_trace.copy(index).bytes)));
            add("memory", memory(m_trace.copy(index).dstKind));
            break;
        case OpKind::GraphReplay:
            add("recorded", QStringLiteral("the graph as a whole, without its nodes"));
            break;
        }
        if (i < m_trace.ops.graphNode.size() && m_trace.ops.graphNode[i] != 0)
            add("graph node", QString::number(m_trace.ops.graphNode[i]));
        const std::int64_t correlation = m_trace.ops.correlation[i];
        if (correlation != kNoCorrelation)
            add("correlation", QString::number(correlation));
        launchedBy(m_trace.ops.call[i]);
    }

    void launchedBy(CallIndex call)
    {
        if (call.isNone()) {
            add("issued by", QStringLiteral("no API call recorded"));
            return;
        }
        const EventRef ref{EventKind::Call, call.value};
        add("issued by", viewText(scene::fullNameOf(m_trace, ref)));
        const TimeRange issued = scene::rangeOf(m_trace, ref);
        if (m_range.begin >= issued.begin)
            add("waited",
                format::duration(static_cast<double>(lengthBetween(issued.begin, m_range.begin)))
                    % QStringLiteral(" since the call began"));
    }

    void kernel(const KernelVariant& kernel)
    {
        if (kernel.shape) {
            const LaunchShape& s = *kernel.shape;
            add("grid", triple(s.gridX, s.gridY, s.gridZ));
            add("block", triple(s.blockX, s.blockY, s.blockZ));
        }
        if (kernel.registersPerThread > 0)
            add("registers",
                QString::number(kernel.registersPerThread) % QStringLiteral(" per thread"));
        const std::int64_t shared =
            addSaturated(kernel.staticSharedBytes, kernel.dynamicSharedBytes);
        if (shared > 0)
            add("shared memory",
                format::bytes(static_cast<double>(shared)) % QStringLiteral(" per block"));
    }

    static QString memory(std::int64_t kind)
    {
        return kind == kUnknownKind ? format::unknown() : viewText(memoryKindLabel(kind));
    }

    void copy(const CopyVariant& copy)
    {
        add("size", format::bytes(static_cast<double>(copy.bytes)));
        std::optional<double> bandwidth;
        if (!m_range.isEmpty())
            bandwidth =
                static_cast<double>(copy.bytes) * 1e9 / static_cast<double>(m_range.length());
        add("bandwidth", format::bandwidth(bandwidth));
        add("memory", memory(copy.srcKind) % QStringLiteral(" \u2192 ") % memory(copy.dstKind));
    }

    void call(std::uint32_t i)
    {
        const std::int64_t correlation = m_trace.calls.correlation[i];
        if (correlation != kNoCorrelation)
            add("correlation", QString::number(correlation));
        const auto [first, last] = m_trace.opsOf(CallIndex(i));
        const auto count = static_cast<std::uint64_t>(last - first);
        if (count == 1)
            add("issued", viewText(scene::labelOf(m_trace, {EventKind::Op, first->value})));
        else if (count > 1)
            add("issued", format::count(count) % QStringLiteral(" operations"));
    }

    void range(std::uint32_t i)
    {
        const DomainId domain = m_trace.ranges.domain[i];
        if (!domain.isNone())
            add("domain", viewText(m_trace.names.display(m_trace.domains[domain()].name)));
        if (m_trace.ranges.isOpen[i] != 0)
            add("note", QStringLiteral("never closed: drawn to the end of the capture"));
    }

    const Analysis& m_analysis;
    const TraceModel& m_trace;
    EventRef m_event;
    TimeRange m_range;
    EventFacts& m_out;
};

/// The gap that holds all of `range`, if there is one.
std::optional<Gap> gapAround(const Gaps& gaps, TimeRange range)
{
    const auto after = std::partition_point(
        gaps.begin(), gaps.end(), [range](const Gap& gap) { return gap.begin <= range.begin; });
    if (after == gaps.begin() || (after - 1)->end < range.end)
        return std::nullopt;
    return *(after - 1);
}

/// Classes of a budget, largest first: "host 62.0 %".
void addClasses(const Budget& budget, DurationNs total, EventFacts& out)
{
    std::vector<std::size_t> order;
    for (std::size_t c = 0; c < kBudgetClasses; ++c)
        if (budget.at(c) > 0)
            order.push_back(c);
    std::sort(order.begin(), order.end(),
              [&budget](std::size_t a, std::size_t b) { return budget.at(a) > budget.at(b); });
    for (const std::size_t c : order) {
        const auto time = static_cast<double>(budget.at(c));
        out.facts.push_back({QString::fromUtf8(classLabel(static_cast<BudgetClass>(c))),
                             format::duration(time) % QStringLiteral("  (")
                                 % format::percent(time / static_cast<double>(total))
                                 % QStringLiteral(")")});
    }
}

QString opName(const TraceModel& trace, OpIndex op)
{
    return op.isNone() ? format::unknown()
                       : viewText(scene::labelOf(trace, {EventKind::Op, op.value}));
}

} // namespace

EventFacts deviceFacts(const Analysis& analysis, DeviceId device, TimeRange range)
{
    const TraceModel& trace = *analysis.trace;
    const QString name = QStringLiteral("GPU ") % viewText(trace.devices[device()].label);
    EventFacts out;
    const std::optional<Gap> gap = gapAround(analysis.budget->gaps(device), range);
    if (!gap) {
        out.name = name % QStringLiteral(" in this column, ")
                   % format::duration(static_cast<double>(range.length()));
        addClasses(analysis.budget->budget(device, range), range.length(), out);
        return out;
    }
    const bool isOpen = gap->begin == kMinNs || gap->end == kMaxNs;
    if (isOpen) {
        out.name = name
                   % (gap->end == kMaxNs ? QStringLiteral(" idle: after its last operation")
                                         : QStringLiteral(" idle: before its first operation"));
        addClasses(analysis.budget->budget(device, range), range.length(), out);
        return out;
    }
    const TimeRange whole{gap->begin, gap->end};
    out.name =
        name % QStringLiteral(" idle for ") % format::duration(static_cast<double>(whole.length()));
    addClasses(analysis.budget->budget(device, whole), whole.length(), out);
    out.facts.push_back({QStringLiteral("start"), format::timeAt(whole.begin, 1)});
    out.facts.push_back({QStringLiteral("after"), opName(trace, gap->before)});
    out.facts.push_back({QStringLiteral("before"), opName(trace, gap->after)});
    if (!gap->launch.isNone())
        out.facts.push_back(
            {QStringLiteral("launched by"),
             viewText(scene::fullNameOf(trace, {EventKind::Call, gap->launch.value}))});
    return out;
}

QString EventFacts::asText() const
{
    QString out = name;
    for (const Fact& fact : facts)
        out += QStringLiteral("\n") % fact.what % QStringLiteral(": ") % fact.value;
    return out;
}

EventFacts eventFacts(const Analysis& analysis, EventRef event)
{
    EventFacts out;
    FactsBuilder(analysis, event, out).build();
    return out;
}

} // namespace nv
