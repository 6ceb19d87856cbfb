// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details/event_sections.h"

#include "core/scene/event_view.h"
#include "ui/format.h"
#include "ui/panels/details/fact_text.h"
#include "ui/panels/details/section_writer.h"

#include <algorithm>

namespace nv {
namespace {

QString triple(std::int64_t x, std::int64_t y, std::int64_t z)
{
    const QString times = QStringLiteral(" \u00d7 ");
    return QString::number(x) % times % QString::number(y) % times % QString::number(z);
}

/// "python (4242)"; the number alone where it has no name.
QString named(const std::string& name, std::int64_t number)
{
    return name.empty() ? QString::number(number)
                        : fromUtf8(name) % QStringLiteral(" (") % QString::number(number) % u')';
}

/// Name, time, place, shape or size: what the row of the event says.
class OwnSections : public SectionWriter
{
public:
    using SectionWriter::SectionWriter;

    void write()
    {
        addNames();
        addTimes();
        addPlace();
        if (isOp())
            addOperation();
    }

private:
    void addNames()
    {
        begin(tr("Name"));
        if (!isKernel()) {
            add(textFact(tr("name"), fromUtf8(scene::fullNameOf(trace(), details().event)), {}));
            if (details().event.kind == EventKind::Range)
                addDomain();
            return;
        }
        const KernelVariant& kernel = trace().kernel(op());
        const QString why = tr("The file does not say.");
        add(textFact(tr("short"), nameOf(kernel.shortName), why));
        add(textFact(tr("demangled"), nameOf(kernel.demangled), why));
        add(textFact(tr("mangled"), nameOf(kernel.mangled),
                     tr("This capture has no mangled names.")));
    }

    void addDomain()
    {
        const DomainId domain = trace().ranges.domain[index()];
        add(domain.isNone() ? textFact(tr("domain"), tr("the default domain"), {})
                            : textFact(tr("domain"), nameOf(trace().domains[domain()].name),
                                       tr("The domain was never announced by name.")));
        if (trace().ranges.isOpen[index()] != 0)
            add(textFact(tr("note"), tr("never closed: drawn to the end of the capture"), {}));
    }

    void addTimes()
    {
        begin(tr("Time"));
        const QString clock = tr("On the clock of the capture.");
        add(timeFact(isMark() ? tr("at") : tr("start"), details().range.begin, clock));
        if (!isMark()) {
            add(timeFact(tr("end"), details().range.end, clock));
            add(durationFact(tr("duration"), details().range.length()));
        }
        add(signedFact(tr("start in window"), sinceBegin(details().range.begin),
                       tr("From the beginning of the window; before it: negative.")));
        add(textFact(tr("in the window"), insideText(window().range), {}));
    }

    Ns sinceBegin(Ns t) const
    {
        const Ns begin = window().range.begin;
        const auto most = static_cast<DurationNs>(kMaxNs);
        return begin <= t ? static_cast<Ns>(std::min(lengthBetween(begin, t), most))
                          : -static_cast<Ns>(std::min(lengthBetween(t, begin), most));
    }

    QString insideText(TimeRange counted) const
    {
        const TimeRange own = details().range;
        if (counted.begin <= own.begin && own.end <= counted.end)
            return tr("whole");
        if (own.end <= counted.begin)
            return tr("no, before it");
        if (own.begin >= counted.end)
            return tr("no, after it");
        return tr("in part, %1 of it")
            .arg(format::duration(static_cast<double>(own.intersect(counted).length())));
    }

    void addPlace()
    {
        begin(tr("Place"));
        const QString why = tr("The file does not say.");
        if (isOp()) {
            const Stream& stream = trace().streams[details().stream()];
            const Device& device = trace().devices[stream.device()];
            QString gpu = fromUtf8(device.label);
            if (!device.name.empty())
                gpu = gpu % QStringLiteral(" · ") % fromUtf8(device.name);
            add(textFact(tr("device"), gpu, why));
            add(textFact(tr("context"), QString::number(stream.context), why));
            add(textFact(tr("stream"), streamText(stream), why));
        }
        if (details().event.kind == EventKind::Sync)
            addSyncPlace();
        add(textFact(tr("process"), processText(), why));
        add(textFact(isOp() ? tr("launched by thread") : tr("thread"), threadText(),
                     isOp() ? tr("No API call of this operation was recorded.") : why));
        addNumbers();
    }

    static QString streamText(const Stream& stream)
    {
        if (stream.number < 0)
            return {};
        return stream.name.empty() ? QString::number(stream.number)
                                   : named(stream.name, stream.number);
    }

    void addSyncPlace()
    {
        const std::int64_t stream = trace().syncs.streamNumber[index()];
        const std::optional<EventRef> call = scene::callOfSync(trace(), index());
        add(textFact(tr("sync type"), fromUtf8(syncTypeLabel(trace().syncs.type[index()])), {}));
        add(textFact(tr("waited in"), call ? fromUtf8(scene::labelOf(trace(), *call)) : QString(),
                     tr("The capture holds no API call with its correlation.")));
        constexpr std::int64_t kNoStream = 0xFFFFFFFF; // as CUPTI says that there is none
        add(textFact(tr("stream"),
                     stream < 0 || stream == kNoStream ? tr("the whole context")
                                                       : QString::number(stream),
                     {}));
    }

    QString processText() const
    {
        if (details().process.isNone())
            return {};
        const Process& process = trace().processes[details().process()];
        return named(process.name, process.pid);
    }

    QString threadText() const
    {
        if (details().thread.isNone())
            return {};
        const Thread& thread = trace().threads[details().thread()];
        return named(thread.name, thread.tid);
    }

    void addNumbers()
    {
        std::int64_t correlation = kNoCorrelation;
        if (isOp())
            correlation = trace().ops.correlation[index()];
        else if (details().event.kind == EventKind::Call)
            correlation = trace().calls.correlation[index()];
        else
            return;
        add(textFact(tr("correlation"),
                     correlation == kNoCorrelation ? QString() : QString::number(correlation),
                     tr("The file gives this event no correlation.")));
        if (isOp() && index() < trace().ops.graphNode.size() && trace().ops.graphNode[index()] != 0)
            add(textFact(tr("graph node"), QString::number(trace().ops.graphNode[index()]), {}));
    }

    void addOperation()
    {
        switch (trace().ops.kind[index()]) {
        case OpKind::Kernel:
            addShape(trace().kernel(op()));
            break;
        case OpKind::Memcpy:
        case OpKind::Memset:
            addCopy(trace().copy(op()), trace().ops.kind[index()] == OpKind::Memset);
            break;
        case OpKind::GraphReplay: {
            const GraphVariant& graph = trace().graphVariants[trace().ops.variant[index()]];
            begin(tr("Graph"));
            add(textFact(tr("graph"), QString::number(graph.graphId), {}));
            add(textFact(tr("executable graph"), QString::number(graph.graphExecId), {}));
            add(textFact(tr("recorded"), tr("the graph as a whole, without its nodes"), {}));
            break;
        }
        }
    }

    void addShape(const KernelVariant& kernel)
    {
        begin(tr("Launch shape"));
        const QString why = tr("This export has no columns for the shape of a launch.");
        const bool isKnown = kernel.shape.has_value();
        const LaunchShape shape = kernel.shape.value_or(LaunchShape{});
        add(textFact(tr("grid"),
                     isKnown ? triple(shape.gridX, shape.gridY, shape.gridZ) : QString(), why));
        add(textFact(tr("block"),
                     isKnown ? triple(shape.blockX, shape.blockY, shape.blockZ) : QString(), why));
        add(textFact(tr("registers per thread"),
                     kernel.registersPerThread > 0 ? QString::number(kernel.registersPerThread)
                                                   : QString(),
                     tr("The file does not say.")));
        const auto shared = [&](std::int64_t bytes) {
            return isKnown && bytes >= 0 ? std::optional(bytes) : std::nullopt;
        };
        add(bytesFact(tr("static shared memory"), shared(kernel.staticSharedBytes), why));
        add(bytesFact(tr("dynamic shared memory"), shared(kernel.dynamicSharedBytes), why));
    }

    void addCopy(const CopyVariant& copy, bool isSet)
    {
        begin(isSet ? tr("Memset") : tr("Copy"));
        const std::optional<Bytes> bytes =
            copy.bytes >= 0 ? std::optional(copy.bytes) : std::nullopt;
        add(bytesFact(tr("size"), bytes, tr("The size in the file is negative.")));
        if (bytes && !details().range.isEmpty()) {
            const double rate =
                static_cast<double>(*bytes) * 1e9 / static_cast<double>(details().range.length());
            add({tr("bandwidth"),
                 format::bandwidth(rate),
                 QString::number(rate, 'f', 0),
                 tr("Size / duration."),
                 {}});
        } else {
            add(unknownFact(tr("bandwidth"), tr("Without size or duration there is none.")));
        }
        const auto memory = [](std::int64_t kind) {
            return kind == kUnknownKind ? QString() : fromUtf8(memoryKindLabel(kind));
        };
        const QString why = tr("The file does not say.");
        if (!isSet) {
            add(textFact(tr("direction"),
                         copy.copyKind == kUnknownKind ? QString()
                                                       : fromUtf8(copyKindLabel(copy.copyKind)),
                         why));
            add(textFact(tr("from memory"), memory(copy.srcKind), why));
        }
        add(textFact(isSet ? tr("memory") : tr("to memory"), memory(copy.dstKind), why));
    }
};

} // namespace

std::vector<FactSection> eventSections(const Analysis& analysis, const Window& window,
                                       const EventDetails& details)
{
    std::vector<FactSection> sections;
    OwnSections(analysis, window, details, sections).write();
    addContextSections(analysis, window, details, sections);
    return sections;
}

} // namespace nv
