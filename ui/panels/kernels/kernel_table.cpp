// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/kernels/kernel_table.h"

#include "core/analysis/family_table.h"
#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"
#include "ui/theme.h"

#include <algorithm>

namespace nv {
namespace {

/// Shares what the columns look into; copied into each of their functions.
struct Source
{
    Answer answer;
    std::shared_ptr<const std::vector<bool>> communication;
    NameRulesPtr rules;
    std::shared_ptr<const std::vector<std::string>> families;

    const KernelRow& row(std::size_t i) const { return answer.tables->kernels[i]; }

    QColor color(std::size_t i) const
    {
        const KernelRow& kernel = row(i);
        const bool isCommunication =
            !kernel.demangled.isNone() && (*communication)[kernel.demangled()];
        return isCommunication
                   ? Theme::current().budget(BudgetClass::Communication)
                   : Theme::current().kernel(answer.trace().names.text(kernel.shortName));
    }

    NameCell name(std::size_t i) const
    {
        const NameTable& names = answer.trace().names;
        const std::string shortName = names.display(row(i).shortName);
        const std::string demangled = names.display(row(i).demangled);
        std::optional<std::string_view> label = rules ? rules->labelOf(shortName) : std::nullopt;
        if (!label && rules)
            label = rules->labelOf(demangled);
        return {fromUtf8(label ? std::string(*label) : shortName), fromUtf8(demangled),
                QBrush(color(i))};
    }
};

using StatsField = Ns DurationStats::*;
using StatsNumber = double DurationStats::*;

Get<std::optional<DurationNs>> whole(const Source& source, StatsField field)
{
    return [source, field](std::size_t i) {
        return std::optional(static_cast<DurationNs>(source.row(i).stats.*field));
    };
}

Get<std::optional<double>> number(const Source& source, StatsNumber field)
{
    return [source, field](std::size_t i) { return std::optional(source.row(i).stats.*field); };
}

QString flagsText(const KernelRow& row)
{
    QStringList flags;
    if (row.outliers)
        flags << QStringLiteral("outliers");
    if (row.systematic)
        flags << QStringLiteral("systematic");
    return flags.join(QStringLiteral(", "));
}

QString flagsTooltip(const TailLimits& limits)
{
    return QStringLiteral("outliers: the longest launch takes more than %1 of p50.\n"
                          "systematic: p99 is above %2 of p50 (p95 below %3 launches).")
        .arg(format::ratio(limits.outlierMax), format::ratio(limits.systematicP99))
        .arg(limits.systematicCount);
}

void addDurations(Table& table, const Source& source)
{
    const auto unit = durationUnitOf(
        table.rows, [&](std::size_t i) { return static_cast<double>(source.row(i).stats.p50); },
        UnitBy::Typical);
    const auto stat = [&](const char* title, const char* copy, const char* tip, StatsField field) {
        return durationColumn(
            {QString::fromUtf8(title), QString::fromUtf8(copy), QString::fromUtf8(tip), 72}, unit,
            whole(source, field));
    };
    const auto mean = [&](const char* title, const char* copy, const char* tip, StatsNumber field) {
        return averageColumn(
            {QString::fromUtf8(title), QString::fromUtf8(copy), QString::fromUtf8(tip), 72}, unit,
            number(source, field));
    };
    auto& out = table.columns;
    out.push_back(stat("p50", "p50_ns",
                       "Half of the launches take no longer.\n"
                       "Nearest rank: a duration that occurred; the median of nsys may differ, see "
                       "the column median.",
                       &DurationStats::p50));
    out.push_back(stat("p95", "p95_ns", "95 of 100 launches take no longer (nearest rank).",
                       &DurationStats::p95));
    out.push_back(stat("p99", "p99_ns", "99 of 100 launches take no longer (nearest rank).",
                       &DurationStats::p99));
    out.push_back(stat("max", "max_ns", "The longest launch.", &DurationStats::max));
    out.push_back(hidden(stat("min", "min_ns", "The shortest launch.", &DurationStats::min)));
    out.push_back(
        hidden(mean("avg", "avg_ns", "Mean duration, as nsys prints it.", &DurationStats::avg)));
    out.push_back(hidden(mean("median", "median_ns",
                              "The median as nsys prints it: for an even count the mean of the two "
                              "launches in the middle.\n"
                              "Where launches are of two kinds that may be a duration that never "
                              "occurred; p50 is one that did.",
                              &DurationStats::median)));
    out.push_back(
        hidden(mean("stddev", "stddev_ns", "Sample standard deviation.", &DurationStats::stddev)));
}

void addTail(Table& table, const Source& source)
{
    const TailLimits& limits = source.answer.analysis->thresholds.tails;
    table.columns.push_back(shareColumn(
        {QStringLiteral("tail"), QStringLiteral("tail_score"),
         QStringLiteral("Time beyond p50 of launches longer than %1 of p50, as a share of the "
                        "window: what the slow launches cost.")
             .arg(format::ratio(limits.excess)),
         60},
        [source](std::size_t i) { return source.row(i).tailScore; }));
    table.columns.push_back(
        remarkColumn({QStringLiteral("flags"), QStringLiteral("flags"), flagsTooltip(limits), 84},
                     [source](std::size_t i) { return flagsText(source.row(i)); }));
    table.columns.back().cell = [source](std::size_t i) {
        const KernelRow& row = source.row(i);
        const QString all = flagsText(row);
        // Both words do not fit a column of a dock.
        return Cell{row.outliers && row.systematic ? QStringLiteral("both") : all,
                    all,
                    {},
                    std::nullopt,
                    {}};
    };
}

/// Only where the user has given bytes for a kernel, of any trace.
void addBandwidth(Table& table, const Source& source)
{
    if (source.answer.analysis->thresholds.bytesPerLaunch.empty())
        return;
    const QString noBytes =
        QStringLiteral("Give the bytes a launch of this kernel moves: right-click its row.");
    table.columns.push_back(bandwidthColumn(
        {QStringLiteral("memory"), QStringLiteral("bandwidth_bytes_per_s"),
         QStringLiteral("Bytes per launch, as you gave them, by the time of the launches."), 84},
        table.rows, [source](std::size_t i) { return source.row(i).bandwidth; }, noBytes));
    Column share = numberColumn(
        {QStringLiteral("of memory"), QStringLiteral("bandwidth_share"),
         QStringLiteral("Of the bandwidth that the device's memory is made for."), 72},
        [source](std::size_t i) { return source.row(i).bandwidthShare; },
        QStringLiteral("Needs bytes per launch and a capture that tells the device's bandwidth."));
    share.cell = [source, plain = share.cell](std::size_t i) {
        Cell cell = plain(i);
        if (const auto value = source.row(i).bandwidthShare)
            cell.text = format::percent(*value);
        return cell;
    };
    table.columns.push_back(std::move(share));
}

} // namespace

std::vector<bool> communicationNames(const Analysis& analysis)
{
    const TraceModel& trace = *analysis.trace;
    std::vector<bool> out(trace.names.size());
    for (std::size_t v = 0; analysis.budget && v < trace.kernelVariants.size(); ++v) {
        const NameId name = trace.kernelVariants[v].demangled;
        if (!name.isNone() && analysis.budget->isCommunication(static_cast<std::uint32_t>(v)))
            out[name()] = true;
    }
    return out;
}

Table kernelTable(const Answer& answer, const NameRulesPtr& rules)
{
    const Source source{
        answer, std::make_shared<const std::vector<bool>>(communicationNames(*answer.analysis)),
        rules,
        std::make_shared<const std::vector<std::string>>(
            kernelFamilies(answer.trace(), answer.tables->kernels, rules.get()))};
    Table table;
    table.rows = answer.tables->kernels.size();
    table.id = [source](std::size_t i) { return std::uint64_t{source.row(i).demangled.value}; };
    const auto totals = durationUnitOf(
        table.rows, [&](std::size_t i) { return static_cast<double>(source.row(i).stats.total); },
        UnitBy::Largest);
    table.columns.push_back(wide(
        nameColumn({QStringLiteral("kernel"), QStringLiteral("demangled"),
                    QStringLiteral("One row per demangled name; the short name is shown."), 160},
                   [source](std::size_t i) { return source.name(i); })));
    table.columns.push_back(
        countColumn({QStringLiteral("n"), QStringLiteral("count"),
                     QStringLiteral("Launches in the window."), 60},
                    [source](std::size_t i) { return source.row(i).stats.count; }));
    table.columns.push_back(
        durationColumn({QStringLiteral("total"), QStringLiteral("total_ns"),
                        QStringLiteral("Sum of the whole durations of its launches."), 92},
                       totals, whole(source, &DurationStats::total)));
    table.columns.push_back(barColumn(
        {QStringLiteral("share of kernels"), QStringLiteral("share"),
         QStringLiteral("Total / sum of the totals of this table (Time % of nsys)."), 124},
        [source](std::size_t i) { return source.row(i).share; },
        [source](std::size_t i) { return QBrush(source.color(i)); }));
    table.columns.push_back(textColumn(
        {QStringLiteral("family"), QStringLiteral("family"),
         QStringLiteral("The kind of operation, guessed from the name; a file of name rules goes "
                        "before."),
         84},
        [source](std::size_t i) { return fromUtf8((*source.families)[i]); }, {}));
    addDurations(table, source);
    addTail(table, source);
    addBandwidth(table, source);
    return table;
}

QString familiesSentence(const Answer& answer, const NameRulesPtr& rules)
{
    constexpr std::size_t kNamed = 5;
    const std::vector<FamilyRow> families =
        familyTable(answer.trace(), answer.tables->kernels, rules.get());
    if (families.empty())
        return {};
    QStringList parts;
    double rest = 1;
    for (std::size_t i = 0; i < std::min(kNamed, families.size()); ++i) {
        parts << fromUtf8(families[i].family) + u' ' + format::percent(families[i].share);
        rest -= families[i].share;
    }
    if (families.size() > kNamed)
        parts << QStringLiteral("others ") + format::percent(std::max(rest, 0.0));
    return QStringLiteral("by family: ") + parts.join(QStringLiteral(", "));
}

QString noKernelSentence(const TraceModel& trace)
{
    const std::uint64_t kernels = trace.counts[TableKind::Kernel];
    if (kernels == 0 && trace.counts[TableKind::Graph] > 0)
        return neverRecorded(
            QStringLiteral("This capture recorded whole graph launches: which kernels ran inside "
                           "them cannot be told."),
            QStringLiteral("nsys profile -t cuda,nvtx,osrt --cuda-graph-trace=node"));
    if (kernels == 0)
        return neverRecorded(QStringLiteral("This capture holds no kernel."),
                             QStringLiteral("nsys profile -t cuda,nvtx,osrt"));
    if (kernels == trace.aside[TableKind::Kernel])
        return QStringLiteral("No kernel of this capture has usable times; see Data quality.");
    return QStringLiteral("No kernel ran in this window.");
}

} // namespace nv
