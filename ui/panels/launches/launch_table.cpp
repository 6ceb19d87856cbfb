// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/launches/launch_table.h"

#include "ui/format.h"
#include "ui/panels/kernels/kernel_table.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

namespace nv {
namespace {

const LaunchRow& launchRowAt(const Answer& answer, std::size_t i)
{
    return answer.tables->launches[i];
}

/// Launch rows carry the demangled name only; the colour goes by the short one.
std::vector<NameId> shortNames(const TraceModel& trace)
{
    std::vector<NameId> out(trace.names.size());
    for (const KernelVariant& kernel : trace.kernelVariants) {
        if (!kernel.demangled.isNone())
            out[kernel.demangled()] = kernel.shortName;
    }
    return out;
}

Get<NameCell> nameOf(const Answer& answer)
{
    const auto shorts = std::make_shared<const std::vector<NameId>>(shortNames(answer.trace()));
    const auto comm =
        std::make_shared<const std::vector<bool>>(communicationNames(*answer.analysis));
    return [answer, shorts, comm](std::size_t i) {
        const NameId id = launchRowAt(answer, i).demangled;
        const NameTable& names = answer.trace().names;
        const NameId shortName = id.isNone() ? id : (*shorts)[id()];
        const bool isCommunication = !id.isNone() && (*comm)[id()];
        const QColor color = isCommunication ? Theme::current().budget(BudgetClass::Communication)
                                             : Theme::current().kernel(names.text(shortName));
        return NameCell{fromUtf8(names.display(shortName)), fromUtf8(names.display(id)),
                        QBrush(color)};
    };
}

/// p50, p95 and p99 of one of the three times of a launch.
void addRanks(Table& table, const FixedUnit& unit, const QString& name, const QString& copyName,
              const QString& what, const Get<std::optional<DurationRanks>>& ranks,
              const QString& whyUnknown = {})
{
    const auto add = [&](const char* rank, Ns DurationRanks::*value) {
        const QString title = QString::fromLatin1(rank);
        table.columns.push_back(durationColumn(
            {name + QLatin1Char(' ') + title, copyName + QLatin1Char('_') + title + u"_ns",
             title.mid(1) + u" of 100 " + what
                 + u".\nNearest rank: a duration that occurred; the median of nsys may differ.",
             96},
            unit,
            [ranks, value](std::size_t i) -> std::optional<DurationNs> {
                const auto all = ranks(i);
                return all ? std::optional(static_cast<DurationNs>((*all).*value)) : std::nullopt;
            },
            whyUnknown));
    };
    add("p50", &DurationRanks::p50);
    add("p95", &DurationRanks::p95);
    add("p99", &DurationRanks::p99);
}

/// Calls take microseconds, kernels may wait for seconds: each of the three times has its unit.
FixedUnit unitOf(const Table& table, const Answer& answer, Ns (*typical)(const LaunchRow&))
{
    return durationUnitOf(
        table.rows,
        [&](std::size_t i) { return static_cast<double>(typical(launchRowAt(answer, i))); },
        UnitBy::Typical);
}

void addTimes(Table& table, const Answer& answer)
{
    const FixedUnit api = unitOf(table, answer, [](const LaunchRow& row) { return row.api.p50; });
    const FixedUnit queue = unitOf(
        table, answer, [](const LaunchRow& row) { return row.queue ? row.queue->p50 : Ns{0}; });
    const FixedUnit kernel =
        unitOf(table, answer, [](const LaunchRow& row) { return row.kernel.p50; });
    const QString early = QStringLiteral("Every kernel of this row starts before its call ends.");
    auto& out = table.columns;
    addRanks(table, api, QStringLiteral("API"), QStringLiteral("api"),
             QStringLiteral("launching calls take no longer on the host"),
             [answer](std::size_t i) { return std::optional(launchRowAt(answer, i).api); });
    addRanks(
        table, queue, QStringLiteral("queue"), QStringLiteral("queue"),
        QStringLiteral("launches wait no longer from the end of the call to the start of the "
                       "kernel; early starts are left out"),
        [answer](std::size_t i) { return launchRowAt(answer, i).queue; }, early);
    addRanks(table, kernel, QStringLiteral("kernel"), QStringLiteral("kernel"),
             QStringLiteral("kernels take no longer"),
             [answer](std::size_t i) { return std::optional(launchRowAt(answer, i).kernel); });
    out.push_back(hidden(averageColumn(
        {QStringLiteral("API avg"), QStringLiteral("api_avg_ns"),
         QStringLiteral("Mean time the launching call took on the host."), 96},
        api, [answer](std::size_t i) { return std::optional(launchRowAt(answer, i).apiAvg); })));
    out.push_back(hidden(averageColumn(
        {QStringLiteral("queue avg"), QStringLiteral("queue_avg_ns"),
         QStringLiteral("Mean wait from the end of the call to the start of the kernel, of the "
                        "launches that waited at least 0 ns."),
         96},
        queue, [answer](std::size_t i) { return launchRowAt(answer, i).queueAvg; }, early)));
    out.push_back(
        hidden(averageColumn({QStringLiteral("kernel avg"), QStringLiteral("kernel_avg_ns"),
                              QStringLiteral("Mean duration of the kernel."), 96},
                             kernel, [answer](std::size_t i) {
                                 return std::optional(launchRowAt(answer, i).kernelAvg);
                             })));
    out.push_back(averageColumn(
        {QStringLiteral("earliest"), QStringLiteral("earliest_ns"),
         QStringLiteral("The least of start of the kernel - end of its call, signed: negative "
                        "where a kernel starts before its call ends."),
         96},
        queue, [answer](std::size_t i) {
            return std::optional(static_cast<double>(launchRowAt(answer, i).earliest));
        }));
}

} // namespace

Table launchTable(const Answer& answer)
{
    Table table;
    table.rows = answer.tables->launches.size();
    table.id = [answer](std::size_t i) {
        return std::uint64_t{launchRowAt(answer, i).demangled.value};
    };
    auto& out = table.columns;
    out.push_back(wide(nameColumn({QStringLiteral("kernel"), QStringLiteral("demangled"),
                                   QStringLiteral("One row per demangled name."), 160},
                                  nameOf(answer))));
    out.push_back(countColumn({QStringLiteral("n"), QStringLiteral("count"),
                               QStringLiteral("Launches with their API call in the window; a pair "
                                              "counts when its kernel does."),
                               56},
                              [answer](std::size_t i) { return launchRowAt(answer, i).count; }));
    out.push_back(
        countColumn({QStringLiteral("early"), QStringLiteral("negative_latency"),
                     QStringLiteral("Kernels that start before their call ends (negative latency): "
                                    "kept out of the queue's ranks and average."),
                     56},
                    [answer](std::size_t i) { return launchRowAt(answer, i).negativeLatency; }));
    addTimes(table, answer);
    out.push_back(hidden(
        countColumn({QStringLiteral("before call"), QStringLiteral("before_call"),
                     QStringLiteral("Of the early ones those that start before their call begins: "
                                    "the clocks of host and device disagree."),
                     92},
                    [answer](std::size_t i) { return launchRowAt(answer, i).beforeCall; })));
    return table;
}

QString launchRemark(const Answer& answer)
{
    std::uint64_t before = 0;
    for (const LaunchRow& row : answer.tables->launches)
        before += row.beforeCall;
    if (before == 0)
        return {};
    return (before == 1 ? QStringLiteral("1 kernel starts before its call begins")
                        : QStringLiteral("%1 kernels start before their call begins")
                              .arg(format::count(before)))
           + QStringLiteral(": the clocks of host and device disagree, queue times are that "
                            "uncertain");
}

QString noLaunchSentence(const Answer& answer)
{
    if (!answer.tables->kernels.empty() && answer.trace().counts[TableKind::Runtime] == 0)
        return neverRecorded(QStringLiteral("This capture holds no CUDA API call: what a launch "
                                            "took on the host cannot be told."),
                             QStringLiteral("nsys profile -t cuda,nvtx,osrt"));
    if (!answer.tables->kernels.empty())
        return QStringLiteral("No kernel of this window has a launching API call.");
    return noKernelSentence(answer.trace());
}

} // namespace nv
