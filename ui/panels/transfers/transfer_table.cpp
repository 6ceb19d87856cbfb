// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/transfers/transfer_table.h"

#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

namespace nv {
namespace {

const TransferRow& transferRowAt(const Answer& answer, std::size_t i)
{
    return answer.tables->transfers[i];
}

QString stepsNeeded(const Thresholds& thresholds)
{
    return QStringLiteral("Per step is not known: fewer than %1 whole steps lie in this window.")
        .arg(thresholds.classes.minSteps);
}

QString memoryText(std::int64_t kind)
{
    return kind == kUnknownKind ? QString() : fromUtf8(memoryKindLabel(kind));
}

void addPlace(Table& table, const Answer& answer)
{
    const QString unknownKind = QStringLiteral("This export does not say which memory it is.");
    const QString noSource = QStringLiteral("A memset has no source.");
    auto& out = table.columns;
    out.push_back(wide(nameColumn(
        {QStringLiteral("transfer"), QStringLiteral("kind"),
         QStringLiteral("Direction of the copy, or memset."), 140},
        [answer](std::size_t i) {
            const QString title = transferTitle(transferRowAt(answer, i));
            return NameCell{title, title, Theme::current().budgetBrush(BudgetClass::Transfer)};
        })));
    out.push_back(textColumn(
        {QStringLiteral("from"), QStringLiteral("src_kind"),
         QStringLiteral("Kind of memory read. Pageable memory cannot be copied while the host goes "
                        "on."),
         72},
        [answer](std::size_t i) {
            const TransferRow& row = transferRowAt(answer, i);
            return row.isMemset ? QString() : memoryText(row.srcKind);
        },
        unknownKind + QLatin1Char(' ') + noSource));
    out.push_back(textColumn(
        {QStringLiteral("to"), QStringLiteral("dst_kind"),
         QStringLiteral("Kind of memory written."), 72},
        [answer](std::size_t i) { return memoryText(transferRowAt(answer, i).dstKind); },
        unknownKind));
}

void addSums(Table& table, const Answer& answer)
{
    auto& out = table.columns;
    out.push_back(countColumn({QStringLiteral("n"), QStringLiteral("count"),
                               QStringLiteral("Copies or memsets in the window."), 56},
                              [answer](std::size_t i) { return transferRowAt(answer, i).count; }));
    out.push_back(bytesColumn(
        {QStringLiteral("size"), QStringLiteral("bytes"),
         QStringLiteral("Sum of the bytes moved or set."), 92},
        table.rows,
        [answer](std::size_t i) {
            return std::optional(static_cast<double>(transferRowAt(answer, i).bytes));
        },
        UnitBy::Typical));
    // Bytes are integers: the copied figure must not pass through a double.
    out.back().cell = [answer, shown = out.back().cell](std::size_t i) {
        Cell cell = shown(i);
        cell.exact = QString::number(transferRowAt(answer, i).bytes);
        return cell;
    };
    const auto unit = durationUnitOf(
        table.rows,
        [&](std::size_t i) { return static_cast<double>(transferRowAt(answer, i).stats.total); },
        UnitBy::Largest);
    out.push_back(durationColumn({QStringLiteral("total"), QStringLiteral("total_ns"),
                                  QStringLiteral("Sum of their whole durations."), 92},
                                 unit, [answer](std::size_t i) {
                                     return std::optional(static_cast<DurationNs>(
                                         transferRowAt(answer, i).stats.total));
                                 }));
    out.push_back(durationColumn(
        {QStringLiteral("exposed"), QStringLiteral("exposed_ns"),
         QStringLiteral("Time in the window during which nothing else ran on the device: what "
                        "hiding the copy would save."),
         108},
        unit,
        [answer](std::size_t i) { return std::optional(transferRowAt(answer, i).exposedNs); }));
    out.push_back(bandwidthColumn(
        {QStringLiteral("rate"), QStringLiteral("bandwidth_bytes_per_s"),
         QStringLiteral("Bytes / total time."), 92},
        table.rows, [answer](std::size_t i) { return transferRowAt(answer, i).bandwidth; },
        QStringLiteral("These rows have no duration.")));
}

void addSteps(Table& table, const Answer& answer)
{
    const QString why = stepsNeeded(answer.analysis->thresholds);
    auto& out = table.columns;
    out.push_back(textColumn(
        {QStringLiteral("every step"), QStringLiteral("constant"),
         QStringLiteral("constant: at least one size moves equally often in %1 of the steps.")
             .arg(format::percent(answer.analysis->thresholds.tails.constantShare)),
         76},
        [answer](std::size_t i) {
            const auto& step = transferRowAt(answer, i).perStep;
            if (!step)
                return QString();
            return step->constant ? QStringLiteral("constant") : QStringLiteral("varies");
        },
        why));
    out.push_back(numberColumn(
        {QStringLiteral("n / step"), QStringLiteral("per_step_count"),
         QStringLiteral("Per step: those of constant size, else the median over all."), 64},
        [answer](std::size_t i) -> std::optional<double> {
            const auto& step = transferRowAt(answer, i).perStep;
            return step ? std::optional(step->count) : std::nullopt;
        },
        why));
    out.push_back(bytesColumn(
        {QStringLiteral("size / step"), QStringLiteral("per_step_bytes"),
         QStringLiteral("Per step: those of constant size, else the median over all."), 116},
        table.rows,
        [answer](std::size_t i) -> std::optional<double> {
            const auto& step = transferRowAt(answer, i).perStep;
            return step ? std::optional(step->bytes) : std::nullopt;
        },
        UnitBy::Typical, why));
}

} // namespace

std::uint64_t transferRowId(bool isMemset, std::int64_t copyKind, std::int64_t srcKind,
                            std::int64_t dstKind)
{
    std::size_t id = isMemset ? 1 : 0;
    // Kinds are the file's numbers, of any size: mixed, not packed.
    for (const std::int64_t kind : {isMemset ? 0 : copyKind, isMemset ? 0 : srcKind, dstKind})
        id = id * 0x9E3779B97F4A7C15ULL + std::hash<std::int64_t>{}(kind) + 1;
    return id;
}

QString transferTitle(const TransferRow& row)
{
    if (row.isMemset)
        return QStringLiteral("memset");
    return row.copyKind == kUnknownKind ? QStringLiteral("copy of unknown direction")
                                        : fromUtf8(copyKindLabel(row.copyKind));
}

Table transferTable(const Answer& answer)
{
    Table table;
    table.rows = answer.tables->transfers.size();
    table.id = [answer](std::size_t i) {
        const TransferRow& row = transferRowAt(answer, i);
        return transferRowId(row.isMemset, row.copyKind, row.srcKind, row.dstKind);
    };
    addPlace(table, answer);
    addSums(table, answer);
    addSteps(table, answer);
    return table;
}

QString perStepSentence(const TransferRow& row, const Thresholds& thresholds)
{
    if (!row.perStep)
        return stepsNeeded(thresholds);
    if (!row.perStep->constant)
        return QStringLiteral("%1: no size moves equally often in %2 of the steps.")
            .arg(transferTitle(row), format::percent(thresholds.tails.constantShare));
    QStringList parts;
    for (const CopySignature& s : row.perStep->signatures)
        parts << QStringLiteral("%1 × %2 in %3 of the steps")
                     .arg(format::count(s.perStepCount),
                          format::bytes(static_cast<double>(s.bytes)),
                          format::percent(s.inStepsShare));
    return transferTitle(row) + QStringLiteral(" moves every step: ")
           + parts.join(QStringLiteral(", "));
}

QString noTransferSentence(const Answer& answer)
{
    const TraceModel& trace = answer.trace();
    const std::uint64_t rows = trace.counts[TableKind::Memcpy] + trace.counts[TableKind::Memset];
    if (rows > 0 && rows == trace.aside[TableKind::Memcpy] + trace.aside[TableKind::Memset])
        return QStringLiteral("No copy of this capture has usable times; see Data quality.");
    if (rows > 0)
        return QStringLiteral("Nothing was copied or set in this window.");
    if (trace.ops.size() > 0)
        return QStringLiteral("This capture holds no copy and no memset: the program made none "
                              "while it was recorded.");
    return neverRecorded(QStringLiteral("This capture holds no copy and no memset."),
                         QStringLiteral("nsys profile -t cuda,nvtx,osrt"));
}

} // namespace nv
