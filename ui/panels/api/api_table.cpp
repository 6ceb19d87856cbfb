// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/api/api_table.h"

#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

namespace nv {
namespace {

const ApiRow& callRowAt(const Answer& answer, std::size_t i)
{
    return answer.tables->api[i];
}

DurationNs idleOf(const ApiRow& row)
{
    return row.gapCompile + row.gapSync + row.gapAlloc + row.gapLaunch;
}

/// The classes of the table are finer than those that have a colour: copies, graphs and the rest
/// are drawn on the timeline as launches are.
QBrush swatchOf(const ApiRow& row)
{
    const Theme& theme = Theme::current();
    if (row.cls == "compile")
        return theme.api(ApiClass::Compile);
    if (row.cls == "sync")
        return theme.api(ApiClass::Sync);
    if (row.cls == "alloc")
        return theme.api(ApiClass::Alloc);
    return theme.api(ApiClass::Launch);
}

using StatsField = Ns DurationStats::*;
using IdleField = DurationNs ApiRow::*;

Get<std::optional<DurationNs>> whole(const Answer& answer, StatsField field)
{
    return [answer, field](std::size_t i) {
        return std::optional(static_cast<DurationNs>(callRowAt(answer, i).stats.*field));
    };
}

void addDurations(Table& table, const Answer& answer)
{
    const auto unit = durationUnitOf(
        table.rows,
        [&](std::size_t i) { return static_cast<double>(callRowAt(answer, i).stats.p50); },
        UnitBy::Typical);
    const auto stat = [&](const char* title, const char* copy, const char* tip, StatsField field) {
        return durationColumn(
            {QString::fromUtf8(title), QString::fromUtf8(copy), QString::fromUtf8(tip), 76}, unit,
            whole(answer, field));
    };
    auto& out = table.columns;
    out.push_back(stat("p50", "p50_ns",
                       "Half of the calls take no longer.\n"
                       "Nearest rank: a duration that occurred; the median of nsys may differ.",
                       &DurationStats::p50));
    out.push_back(stat("p95", "p95_ns", "95 of 100 calls take no longer (nearest rank).",
                       &DurationStats::p95));
    out.push_back(stat("p99", "p99_ns", "99 of 100 calls take no longer (nearest rank).",
                       &DurationStats::p99));
    out.push_back(stat("max", "max_ns", "The longest call.", &DurationStats::max));
    out.push_back(hidden(stat("min", "min_ns", "The shortest call.", &DurationStats::min)));
}

void addIdle(Table& table, const Answer& answer)
{
    const auto unit = durationUnitOf(
        table.rows,
        [&](std::size_t i) { return static_cast<double>(idleOf(callRowAt(answer, i))); },
        UnitBy::Largest);
    table.columns.push_back(durationColumn(
        {QStringLiteral("idle behind it"), QStringLiteral("idle_ns"),
         QStringLiteral("Device idle time of the window that this call explains, over all devices "
                        "and classes."),
         132},
        unit, [answer](std::size_t i) { return std::optional(idleOf(callRowAt(answer, i))); }));
    const auto part = [&](const char* name, IdleField field) {
        return hidden(durationColumn(
            {QStringLiteral("idle: ") + QString::fromLatin1(name),
             QStringLiteral("gap_%1_ns").arg(QString::fromLatin1(name)),
             QStringLiteral("Device idle time of the window of class %1 that this call explains.")
                 .arg(QString::fromLatin1(name)),
             96},
            unit,
            [answer, field](std::size_t i) { return std::optional(callRowAt(answer, i).*field); }));
    };
    table.columns.push_back(part("compile", &ApiRow::gapCompile));
    table.columns.push_back(part("sync", &ApiRow::gapSync));
    table.columns.push_back(part("alloc", &ApiRow::gapAlloc));
    table.columns.push_back(part("launch", &ApiRow::gapLaunch));
}

} // namespace

std::uint64_t apiRowId(std::string_view rowName)
{
    return std::hash<std::string_view>{}(rowName);
}

Table apiTable(const Answer& answer)
{
    Table table;
    table.rows = answer.tables->api.size();
    table.id = [answer](std::size_t i) { return apiRowId(callRowAt(answer, i).name); };
    const auto totals = durationUnitOf(
        table.rows,
        [&](std::size_t i) { return static_cast<double>(callRowAt(answer, i).stats.total); },
        UnitBy::Largest);
    auto& out = table.columns;
    out.push_back(wide(nameColumn(
        {QStringLiteral("call"), QStringLiteral("name"),
         QStringLiteral("Base name: runtime and driver versions of a call are one row."), 160},
        [answer](std::size_t i) {
            const QString name = fromUtf8(callRowAt(answer, i).name);
            return NameCell{name, name, swatchOf(callRowAt(answer, i))};
        })));
    out.push_back(textColumn(
        {QStringLiteral("class"), QStringLiteral("class"),
         QStringLiteral("What kind of work the call is, by its name."), 68},
        [answer](std::size_t i) { return fromUtf8(callRowAt(answer, i).cls); },
        QStringLiteral("The name of this call says nothing about its kind.")));
    out.push_back(countColumn(
        {QStringLiteral("n"), QStringLiteral("count"), QStringLiteral("Calls in the window."), 64},
        [answer](std::size_t i) { return callRowAt(answer, i).stats.count; }));
    out.push_back(durationColumn({QStringLiteral("total"), QStringLiteral("total_ns"),
                                  QStringLiteral("Sum of the whole durations of its calls, over "
                                                 "all threads."),
                                  92},
                                 totals, whole(answer, &DurationStats::total)));
    addDurations(table, answer);
    addIdle(table, answer);
    return table;
}

QString noCallSentence(const Answer& answer)
{
    const std::uint64_t rows = answer.trace().counts[TableKind::Runtime];
    if (rows == 0)
        return neverRecorded(QStringLiteral("This capture holds no CUDA API call: why a device was "
                                            "idle cannot be told."),
                             QStringLiteral("nsys profile -t cuda,nvtx,osrt"));
    if (rows == answer.trace().aside[TableKind::Runtime])
        return QStringLiteral("No API call of this capture has usable times; see Data quality.");
    return QStringLiteral("No CUDA API call was made in this window.");
}

} // namespace nv
