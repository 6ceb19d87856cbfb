// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/outliers/outlier_table.h"

#include "ui/format.h"
#include "ui/panels/kernels/kernel_table.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

namespace nv {
namespace {

const OutlierRow& outlierRowAt(const Answer& answer, std::size_t i)
{
    return answer.tables->outliers[i];
}

Ns startOf(const Answer& answer, std::size_t i)
{
    return answer.trace().ops.start[outlierRowAt(answer, i).op()];
}

DurationNs durationOf(const Answer& answer, std::size_t i)
{
    return lengthBetween(startOf(answer, i), answer.trace().ops.end[outlierRowAt(answer, i).op()]);
}

NameCell nameOf(const Answer& answer, std::size_t i)
{
    const OpIndex op = outlierRowAt(answer, i).op;
    const TraceModel& trace = answer.trace();
    const bool isCommunication =
        answer.analysis->budget
        && answer.analysis->budget->isCommunication(trace.ops.variant[op()]);
    const QColor color =
        isCommunication ? Theme::current().budget(BudgetClass::Communication)
                        : Theme::current().kernel(trace.names.text(trace.kernel(op).shortName));
    return {opName(trace, op), opFullName(trace, op), QBrush(color)};
}

void addFigures(Table& table, const Answer& answer)
{
    const auto unit = durationUnitOf(
        table.rows, [&](std::size_t i) { return static_cast<double>(durationOf(answer, i)); },
        UnitBy::Typical);
    auto& out = table.columns;
    out.push_back(durationColumn(
        {QStringLiteral("duration"), QStringLiteral("dur_ns"), QStringLiteral("Of this launch."),
         96},
        unit, [answer](std::size_t i) { return std::optional(durationOf(answer, i)); }));
    out.push_back(durationColumn(
        {QStringLiteral("p50"), QStringLiteral("group_p50_ns"),
         QStringLiteral("Of all launches of this kernel with the same grid and block.\n"
                        "Nearest rank: a duration that occurred; the median of nsys may differ."),
         76},
        unit, [answer](std::size_t i) {
            return std::optional(static_cast<DurationNs>(outlierRowAt(answer, i).groupP50));
        }));
    out.push_back(ratioColumn({QStringLiteral("x p50"), QStringLiteral("ratio_to_p50"),
                               QStringLiteral("Duration / p50 of its group."), 64},
                              [answer](std::size_t i) { return outlierRowAt(answer, i).ratio; }));
    out.push_back(timeColumn({QStringLiteral("start"), QStringLiteral("start_ns"),
                              QStringLiteral("On the clock of the capture."), 104},
                             [answer](std::size_t i) { return startOf(answer, i); }));
}

void addStory(Table& table, const Answer& answer)
{
    const auto device = [answer](std::size_t i) {
        return deviceLabel(answer.trace(), answer.trace().deviceOf(outlierRowAt(answer, i).op));
    };
    const auto stream = [answer](std::size_t i) {
        return streamLabel(answer.trace(), answer.trace().ops.stream[outlierRowAt(answer, i).op()]);
    };
    const auto correlation = [answer](std::size_t i) {
        const std::int64_t id = answer.trace().ops.correlation[outlierRowAt(answer, i).op()];
        return id == kNoCorrelation ? QString() : QString::number(id);
    };
    auto& out = table.columns;
    out.push_back(textColumn({QStringLiteral("GPU"), QStringLiteral("device"),
                              QStringLiteral("The device it ran on."), 44},
                             device, {}));
    out.push_back(textColumn({QStringLiteral("stream"), QStringLiteral("stream"),
                              QStringLiteral("The stream it ran in."), 56},
                             stream, {}));
    out.push_back(hidden(textColumn({QStringLiteral("correlation"), QStringLiteral("correlation"),
                                     QStringLiteral("Joins the launch to its API call."), 84},
                                    correlation,
                                    QStringLiteral("The file gives this launch no correlation."))));
    out.push_back(wide(textColumn(
        {QStringLiteral("what was different"), QStringLiteral("reason"),
         QStringLiteral("Compared with a launch of median length of the same group."), 260},
        [answer](std::size_t i) { return fromUtf8(outlierRowAt(answer, i).reason); },
        QStringLiteral("Nothing that this capture recorded differs from the median twin."))));
    out.push_back(textColumn(
        {QStringLiteral("NVTX range"), QStringLiteral("nvtx"),
         QStringLiteral("Innermost range of the launching thread."), 120},
        [answer](std::size_t i) { return fromUtf8(outlierRowAt(answer, i).nvtx); },
        QStringLiteral("No NVTX range of the launching thread is open at the launch.")));
}

} // namespace

Table outlierTable(const Answer& answer)
{
    Table table;
    table.rows = answer.tables->outliers.size();
    table.id = [answer](std::size_t i) { return std::uint64_t{outlierRowAt(answer, i).op.value}; };
    table.columns.push_back(nameColumn({QStringLiteral("kernel"), QStringLiteral("demangled"),
                                        QStringLiteral("The launch that stands out."), 150},
                                       [answer](std::size_t i) { return nameOf(answer, i); }));
    addFigures(table, answer);
    addStory(table, answer);
    return table;
}

QString noOutlierSentence(const Answer& answer)
{
    if (answer.tables->kernels.empty())
        return noKernelSentence(answer.trace());
    const TailLimits& limits = answer.analysis->thresholds.tails;
    return QStringLiteral("No launch stands out in this window: of the kernels launched at least "
                          "%1 times with one shape, none took more than %2 of its p50 and %3 more.")
        .arg(limits.groupSize)
        .arg(format::ratio(limits.outlierRatio),
             format::duration(static_cast<double>(limits.outlierMinNs)));
}

} // namespace nv
