// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/launches/launch_table.h"

#include "ui/panels/kernels/kernel_table.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

namespace nv {
namespace {

const LaunchRow& rowAt(const Answer& answer, std::size_t i)
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
        const NameId id = rowAt(answer, i).demangled;
        const NameTable& names = answer.trace().names;
        const NameId shortName = id.isNone() ? id : (*shorts)[id()];
        const bool isCommunication = !id.isNone() && (*comm)[id()];
        const QColor color = isCommunication ? Theme::current().budget(BudgetClass::Communication)
                                             : Theme::current().kernel(names.text(shortName));
        return NameCell{fromUtf8(names.display(shortName)), fromUtf8(names.display(id)),
                        QBrush(color)};
    };
}

} // namespace

Table launchTable(const Answer& answer)
{
    Table table;
    table.rows = answer.tables->launches.size();
    table.id = [answer](std::size_t i) { return std::uint64_t{rowAt(answer, i).demangled.value}; };
    const auto unit = durationUnitOf(
        table.rows, [&](std::size_t i) { return rowAt(answer, i).apiAvg; }, UnitBy::Typical);
    auto& out = table.columns;
    out.push_back(wide(nameColumn({QStringLiteral("kernel"), QStringLiteral("demangled"),
                                   QStringLiteral("One row per demangled name."), 160},
                                  nameOf(answer))));
    out.push_back(countColumn({QStringLiteral("n"), QStringLiteral("count"),
                               QStringLiteral("Launches with their API call in the window; a pair "
                                              "counts when its kernel does."),
                               64},
                              [answer](std::size_t i) { return rowAt(answer, i).count; }));
    out.push_back(averageColumn(
        {QStringLiteral("API avg"), QStringLiteral("api_avg_ns"),
         QStringLiteral("Mean time the launching call took on the host."), 100},
        unit, [answer](std::size_t i) { return std::optional(rowAt(answer, i).apiAvg); }));
    out.push_back(averageColumn(
        {QStringLiteral("queue avg"), QStringLiteral("queue_avg_ns"),
         QStringLiteral("Mean wait from the end of the call to the start of the kernel, of the "
                        "launches that waited at least 0 ns."),
         108},
        unit, [answer](std::size_t i) { return rowAt(answer, i).queueAvg; },
        QStringLiteral("Every kernel of this row starts before its call ends.")));
    out.push_back(averageColumn(
        {QStringLiteral("kernel avg"), QStringLiteral("kernel_avg_ns"),
         QStringLiteral("Mean duration of the kernel."), 108},
        unit, [answer](std::size_t i) { return std::optional(rowAt(answer, i).kernelAvg); }));
    out.push_back(
        countColumn({QStringLiteral("early starts"), QStringLiteral("negative_latency"),
                     QStringLiteral("Kernels that start before their call ends: kept out of the "
                                    "queue average."),
                     92},
                    [answer](std::size_t i) { return rowAt(answer, i).negativeLatency; }));
    return table;
}

QString noLaunchSentence(const Answer& answer)
{
    if (!answer.tables->kernels.empty() && answer.trace().counts[TableKind::Runtime] == 0)
        return neverRecorded(QStringLiteral("This capture holds no CUDA API call: what a launch "
                                            "took on the host cannot be told."),
                             QStringLiteral("nsys profile -t cuda,nvtx,osrt"));
    if (!answer.tables->kernels.empty())
        return QStringLiteral("No kernel of this window has a launching API call.");
    return noKernelSentence(answer);
}

} // namespace nv
