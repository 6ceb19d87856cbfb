// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/event_view.h"
#include "ui/format.h"
#include "ui/panels/details/fact_text.h"
#include "ui/panels/details/section_writer.h"
#include "ui/window_text.h"

namespace nv {
namespace {

/// What surrounds an event: the call that issued it or the work it issued, ranges, step, twins.
class ContextSections : public SectionWriter
{
public:
    using SectionWriter::SectionWriter;

    void write()
    {
        if (isOp())
            addLaunch();
        else if (details().event.kind == EventKind::Call)
            addIssued();
        addRanges();
        addStep();
        addTwins();
    }

private:
    void addLaunch()
    {
        begin(tr("Launch"));
        if (!details().launch) {
            add(unknownFact(tr("call"), tr("No API call of this operation was recorded.")));
            return;
        }
        const LaunchDetails& launch = *details().launch;
        const EventRef call{EventKind::Call, launch.call.value};
        Fact name = textFact(tr("call"), fromUtf8(scene::fullNameOf(trace(), call)), {});
        name.link.event = call;
        add(std::move(name));
        add(durationFact(tr("call took"), launch.duration));
        add(signedFact(tr("latency"), launch.latency,
                       tr("From the end of the call to the start of the operation; negative where "
                          "it began before the call returned.")));
        add(launch.queue ? durationFact(tr("queue"), *launch.queue)
                         : unknownFact(tr("queue"), tr("It began before its call returned.")));
    }

    void addIssued()
    {
        begin(tr("Issued"));
        const auto [first, last] = trace().opsOf(CallIndex(index()));
        add(countFact(tr("operations"), static_cast<std::uint64_t>(last - first),
                      tr("Kernels, replays, copies and memsets with the correlation of this "
                         "call.")));
        if (first == last)
            return;
        const EventRef op{EventKind::Op, first->value};
        Fact name = textFact(tr("first"), fromUtf8(scene::fullNameOf(trace(), op)), {});
        name.link.event = op;
        add(std::move(name));
        const Ns start = scene::rangeOf(trace(), op).begin;
        const Ns end = details().range.end;
        const Ns latency = start >= end ? static_cast<Ns>(lengthBetween(end, start))
                                        : -static_cast<Ns>(lengthBetween(start, end));
        add(signedFact(tr("its latency"), latency,
                       tr("From the end of the call to the start of the operation.")));
    }

    void addRanges()
    {
        if (details().event.kind == EventKind::Sync || details().event.kind == EventKind::Overhead)
            return;
        begin(isOp() ? tr("NVTX around its call") : tr("NVTX around it"));
        if (details().thread.isNone()) {
            add(unknownFact(tr("ranges"), tr("The thread is not known.")));
            return;
        }
        if (details().ranges.empty()) {
            add({tr("ranges"), tr("none"), QStringLiteral("0"), {}, {}});
            return;
        }
        for (std::size_t i = 0; i < details().ranges.size(); ++i) {
            const EventRef range{EventKind::Range, details().ranges[i].value};
            const QString name = fromUtf8(scene::fullNameOf(trace(), range));
            const QString length =
                format::duration(static_cast<double>(scene::rangeOf(trace(), range).length()));
            add({tr("level %1").arg(i + 1),
                 name % QStringLiteral("  ·  ") % length,
                 name,
                 name,
                 {range, {}}});
        }
    }

    static QString phaseText(const Iteration& row)
    {
        if (row.isMixed)
            return tr("context and generation");
        switch (row.phase) {
        case StepPhase::Context:
            return tr("context");
        case StepPhase::Generation:
            return tr("generation");
        case StepPhase::None:
            break;
        }
        return {};
    }

    void addStep()
    {
        begin(tr("Step"));
        const Iterations& all = analysis().iterations;
        if (!details().step) {
            add(unknownFact(tr("step"), all.rows.empty() ? tr(
                                            "No steady state was found, so no steps are counted.")
                                                         : tr("It lies outside of the steps.")));
            return;
        }
        const Iteration& row = all.rows[*details().step];
        add({tr("step"),
             stepNumberText(row),
             stepNumberText(row),
             tr("The number its marker says, else its position."),
             {std::nullopt, row.period()}});
        if (!row.label.isNone())
            add(textFact(tr("marker"), nameOf(row.label), {}));
        add(textFact(tr("phase"), phaseText(row), tr("Its marker tells no phase.")));
        add(durationFact(tr("period"), row.period().length()));
    }

    QString twinRule() const
    {
        if (isKernel())
            return tr("same name, grid and block");
        if (isOp() && trace().ops.kind[index()] != OpKind::GraphReplay)
            return tr("same direction, memory and size");
        return isOp() ? tr("same graph") : tr("same name");
    }

    void addRank(const QString& what, const RankedEvent& ranked)
    {
        add(durationFact(what, static_cast<DurationNs>(ranked.duration), {ranked.event, {}}));
    }

    void addTwins()
    {
        const TwinDetails& twins = details().twins;
        begin(tr("Twins in the window (%1)").arg(twinRule()));
        add(countFact(tr("count"), twins.count,
                      twins.countsItself
                          ? tr("With this one.")
                          : tr("Without this one, which the window does not count.")));
        if (twins.count == 0 || isMark())
            return;
        addStanding(twins);
        addRank(tr("min"), twins.min);
        addRank(tr("p50"), twins.p50);
        addRank(tr("p95"), twins.p95);
        addRank(tr("p99"), twins.p99);
        addRank(tr("max"), twins.max);
    }

    void addStanding(const TwinDetails& twins)
    {
        const auto share = [&](std::uint64_t part) {
            return format::percent(static_cast<double>(part) / static_cast<double>(twins.count));
        };
        add({tr("this one"),
             tr("longer than %1, shorter than %2").arg(share(twins.shorter), share(twins.longer)),
             QString::number(twins.shorter),
             tr("Copied: how many took less."),
             {}});
        const Ns own = static_cast<Ns>(details().range.length());
        const Ns apart = own - twins.p50.duration;
        if (twins.p50.duration == 0) {
            add(signedFact(tr("beside p50"), apart, tr("Duration − p50.")));
            return;
        }
        const double ratio = static_cast<double>(own) / static_cast<double>(twins.p50.duration);
        add({tr("beside p50"),
             format::ratio(ratio) % QStringLiteral("  (") % signedText(apart) % u')',
             QString::number(apart),
             tr("Duration / p50, and duration − p50. The p50 is the twin in the middle (nearest "
                "rank)."),
             {}});
    }
};

} // namespace

void addContextSections(const Analysis& analysis, const Window& window, const EventDetails& details,
                        std::vector<FactSection>& sections)
{
    ContextSections(analysis, window, details, sections).write();
}

FactSection markedSection(const EventsSummary& summary)
{
    const auto tr = [](const char* text) { return QCoreApplication::translate("Details", text); };
    const DurationStats& stats = summary.durations;
    FactSection out;
    out.title = tr("%1 marked events").arg(format::count(stats.count));
    const auto add = [&out](Fact fact) { out.facts.push_back(std::move(fact)); };
    const auto ranked = [&](const QString& what, const RankedEvent& event) {
        add(durationFact(what, static_cast<DurationNs>(event.duration), {event.event, {}}));
    };
    add(countFact(tr("count"), stats.count));
    add(durationFact(tr("sum"), static_cast<DurationNs>(stats.total)));
    ranked(tr("min"), summary.min);
    ranked(tr("p50"), summary.p50);
    ranked(tr("p95"), summary.p95);
    ranked(tr("max"), summary.max);
    Fact first = timeFact(tr("first start"), summary.firstStart);
    first.link.range = TimeRange{summary.firstStart, summary.lastEnd};
    add(std::move(first));
    add(timeFact(tr("last end"), summary.lastEnd));
    return out;
}

} // namespace nv
