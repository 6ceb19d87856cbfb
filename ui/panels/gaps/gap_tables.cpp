// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/gaps/gap_tables.h"

#include "ui/class_swatch.h"
#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"

#include <algorithm>

namespace nv {
namespace {

const GapRow& gapRowAt(const Answer& answer, std::size_t i)
{
    return answer.tables->gaps.top[i];
}

QString classTitle(BudgetClass cls)
{
    return QString::fromUtf8(classLabel(cls));
}

/// What the gap is made of, for the tooltip of its cause: a cause is the largest class only.
QString classesText(const GapRow& row)
{
    QStringList lines;
    for (std::size_t c = 0; c < kBudgetClasses; ++c) {
        const auto cls = static_cast<BudgetClass>(c);
        if (row.classes[cls] > 0)
            lines << classTitle(cls) + QStringLiteral(": ")
                         + format::duration(static_cast<double>(row.classes[cls]));
    }
    return lines.join(QLatin1Char('\n'));
}

Column causeColumn(const Answer& answer)
{
    Column out = nameColumn(
        {QStringLiteral("cause"), QStringLiteral("cause"),
         QStringLiteral("The class that most of the gap belongs to."), 116},
        [answer](std::size_t i) {
            const QString title = classTitle(gapRowAt(answer, i).cause);
            return NameCell{title, title, Theme::current().budgetBrush(gapRowAt(answer, i).cause)};
        });
    out.cell = [answer, shown = out.cell](std::size_t i) {
        Cell cell = shown(i);
        cell.exact = fromUtf8(budgetClassKey(gapRowAt(answer, i).cause));
        cell.tooltip = classesText(gapRowAt(answer, i));
        return cell;
    };
    return out;
}

/// Short on the screen, whole in the tooltip, the filter and the copy.
Column opColumn(const ColumnText& text, const Answer& answer, OpIndex Gap::*which,
                const QString& whyUnknown)
{
    Column out = textColumn(
        text,
        [answer, which](std::size_t i) {
            const OpIndex op = gapRowAt(answer, i).gap.*which;
            return op.isNone() ? QString() : opFullName(answer.trace(), op);
        },
        whyUnknown);
    out.cell = [answer, which, full = out.cell](std::size_t i) {
        Cell cell = full(i);
        const OpIndex op = gapRowAt(answer, i).gap.*which;
        if (op.isNone())
            return cell;
        cell.exact = cell.text;
        cell.text = opName(answer.trace(), op);
        return cell;
    };
    return out;
}

void addPlace(Table& table, const Answer& answer)
{
    const auto unit = durationUnitOf(
        table.rows,
        [&](std::size_t i) { return static_cast<double>(gapRowAt(answer, i).whole.length()); },
        UnitBy::Typical);
    table.columns.push_back(causeColumn(answer));
    table.columns.push_back(durationColumn(
        {QStringLiteral("length"), QStringLiteral("dur_ns"),
         QStringLiteral("The whole gap, also where it reaches beyond the window."), 100},
        unit,
        [answer](std::size_t i) { return std::optional(gapRowAt(answer, i).whole.length()); }));
    table.columns.push_back(
        timeColumn({QStringLiteral("start"), QStringLiteral("start_ns"),
                    QStringLiteral("On the clock of the capture."), 104},
                   [answer](std::size_t i) { return gapRowAt(answer, i).whole.begin; }));
    table.columns.push_back(textColumn(
        {QStringLiteral("GPU"), QStringLiteral("device"), QStringLiteral("The idle device."), 44},
        [answer](std::size_t i) { return deviceLabel(answer.trace(), gapRowAt(answer, i).device); },
        {}));
}

void addStory(Table& table, const Answer& answer)
{
    auto& out = table.columns;
    out.push_back(opColumn({QStringLiteral("before"), QStringLiteral("before"),
                            QStringLiteral("The op whose end opens the gap."), 120},
                           answer, &Gap::before, QStringLiteral("Nothing ran before.")));
    out.push_back(opColumn({QStringLiteral("next"), QStringLiteral("after"),
                            QStringLiteral("The op that ends the gap."), 120},
                           answer, &Gap::after, QStringLiteral("Nothing ran afterwards.")));
    out.push_back(textColumn(
        {QStringLiteral("launched by"), QStringLiteral("launch_api"),
         QStringLiteral("The API call that issued the next op; its thread explains the gap."), 124},
        [answer](std::size_t i) {
            const CallIndex call = gapRowAt(answer, i).gap.launch;
            return call.isNone() ? QString() : callName(answer.trace(), call);
        },
        QStringLiteral("No API row belongs to the next op.")));
    out.push_back(textColumn(
        {QStringLiteral("host was in"), QStringLiteral("host_call"),
         QStringLiteral("Longest CUDA or OS call of the launching thread inside the gap."), 132},
        [answer](std::size_t i) { return fromUtf8(gapRowAt(answer, i).hostCall); },
        QStringLiteral("The launching thread is not known or made no call inside the gap.")));
    out.push_back(wide(textColumn(
        {QStringLiteral("NVTX range"), QStringLiteral("nvtx_owner"),
         QStringLiteral("Range of the launching thread that covers most of the gap."), 132},
        [answer](std::size_t i) { return fromUtf8(gapRowAt(answer, i).nvtxOwner); },
        QStringLiteral("No NVTX range of the launching thread covers the gap."))));
    out.push_back(hidden(textColumn(
        {QStringLiteral("NVTX at begin"), QStringLiteral("nvtx"),
         QStringLiteral("Innermost range of the launching thread when the gap begins."), 132},
        [answer](std::size_t i) { return fromUtf8(gapRowAt(answer, i).nvtx); },
        QStringLiteral("No NVTX range of the launching thread is open when the gap begins."))));
}

QString bucketTitle(const GapBucket& bucket)
{
    const auto border = [](Ns ns) {
        // Borders are round: "10.0 µs" of three digits is written "10 µs".
        QString text = format::duration(static_cast<double>(ns));
        return text.replace(QStringLiteral(".00"), QString())
            .replace(QStringLiteral(".0"), QString());
    };
    if (!bucket.to)
        return QStringLiteral("≥ ") + border(bucket.from);
    if (bucket.from == 0)
        return QStringLiteral("< ") + border(*bucket.to);
    return border(bucket.from) + QStringLiteral(" – ") + border(*bucket.to);
}

using Buckets = std::vector<GapBucket> GapTable::*;

/// Stream buckets have the borders of the device buckets; a table without them counts nothing.
const GapBucket* bucketAt(const Answer& answer, Buckets which, std::size_t i)
{
    const auto& buckets = answer.tables->gaps.*which;
    return i < buckets.size() ? &buckets[i] : nullptr;
}

void addBuckets(Table& table, const Answer& answer, Buckets which, const QString& whose,
                const QString& copy, const QString& tip)
{
    const auto unit = durationUnitOf(
        table.rows,
        [&](std::size_t i) {
            const GapBucket* bucket = bucketAt(answer, which, i);
            return bucket ? static_cast<double>(bucket->total) : 0.0;
        },
        UnitBy::Largest);
    table.columns.push_back(
        countColumn({whose + QStringLiteral(" gaps"), copy + QStringLiteral("count"), tip, 88},
                    [answer, which](std::size_t i) {
                        const GapBucket* bucket = bucketAt(answer, which, i);
                        return bucket ? bucket->count : 0;
                    }));
    table.columns.push_back(
        durationColumn({QStringLiteral("total"), copy + QStringLiteral("total_ns"),
                        tip + QStringLiteral(" Their time inside the window."), 80},
                       unit, [answer, which](std::size_t i) -> std::optional<DurationNs> {
                           const GapBucket* bucket = bucketAt(answer, which, i);
                           return bucket ? std::optional(bucket->total) : std::nullopt;
                       }));
}

} // namespace

std::uint64_t gapRowId(const GapRow& row)
{
    return static_cast<std::uint64_t>(row.whole.begin) * 1024 + row.device.value;
}

Table gapTable(const Answer& answer)
{
    Table table;
    table.rows = answer.tables->gaps.top.size();
    table.id = [answer](std::size_t i) { return gapRowId(gapRowAt(answer, i)); };
    addPlace(table, answer);
    addStory(table, answer);
    return table;
}

Table gapBucketTable(const Answer& answer)
{
    Table table;
    table.rows = answer.tables->gaps.buckets.size();
    table.id = [](std::size_t i) { return std::uint64_t{i}; };
    Column length = wide(nameColumn(
        {QStringLiteral("length"), QStringLiteral("length"),
         QStringLiteral("Length of the whole gap; the lower border belongs to the row."), 112},
        [answer](std::size_t i) {
            const QString title = bucketTitle(answer.tables->gaps.buckets[i]);
            return NameCell{title, title, {}};
        }));
    length.key = [answer](std::size_t i) {
        return SortKey(std::int64_t{answer.tables->gaps.buckets[i].from});
    };
    table.columns.push_back(std::move(length));
    addBuckets(table, answer, &GapTable::buckets, QStringLiteral("device"), {},
               QStringLiteral("No op at all on the device: real idle."));
    addBuckets(table, answer, &GapTable::streamBuckets, QStringLiteral("stream"),
               QStringLiteral("stream_"),
               QStringLiteral("Between ops of one stream: others may run meanwhile."));
    return table;
}

Table gapCauseTable(const Answer& answer)
{
    const auto& causes = answer.tables->gaps.causes;
    std::vector<BudgetClass> present;
    DurationNs sum = 0;
    for (std::size_t c = 0; c < kBudgetClasses; ++c) {
        if (causes[c].count > 0)
            present.push_back(static_cast<BudgetClass>(c));
        sum += causes[c].total;
    }
    const auto at = [answer, present](std::size_t i) -> const GapTable::Cause& {
        return answer.tables->gaps.causes.at(static_cast<std::size_t>(present[i]));
    };
    Table table;
    table.rows = present.size();
    table.id = [present](std::size_t i) { return static_cast<std::uint64_t>(present[i]); };
    table.columns.push_back(
        wide(nameColumn({QStringLiteral("cause"), QStringLiteral("cause"),
                         QStringLiteral("The class that most of a gap belongs to."), 96},
                        [present](std::size_t i) {
                            const QString title = classTitle(present[i]);
                            return NameCell{title, title, Theme::current().budgetBrush(present[i])};
                        })));
    table.columns.push_back(countColumn({QStringLiteral("gaps"), QStringLiteral("count"),
                                         QStringLiteral("Device gaps with this cause."), 56},
                                        [at](std::size_t i) { return at(i).count; }));
    const auto unit = durationUnitOf(
        table.rows, [&](std::size_t i) { return static_cast<double>(at(i).total); },
        UnitBy::Largest);
    table.columns.push_back(
        durationColumn({QStringLiteral("total"), QStringLiteral("total_ns"),
                        QStringLiteral("Their time inside the window."), 92},
                       unit, [at](std::size_t i) { return std::optional(at(i).total); }));
    table.columns.push_back(barColumn(
        {QStringLiteral("share of gaps"), QStringLiteral("share"),
         QStringLiteral("Total / time of all device gaps in the window."), 120},
        [at, sum](std::size_t i) {
            return sum == 0 ? 0 : static_cast<double>(at(i).total) / static_cast<double>(sum);
        },
        [present](std::size_t i) { return Theme::current().budgetBrush(present[i]); }));
    return table;
}

std::uint64_t gapCount(const GapTable& gaps)
{
    std::uint64_t out = 0;
    for (const GapBucket& bucket : gaps.buckets)
        out += bucket.count;
    return out;
}

QString noGapSentence(const Answer& answer)
{
    if (answer.trace().devices.empty())
        return neverRecorded(QStringLiteral("No device ran anything in this capture: there is no "
                                            "gap to explain."),
                             QStringLiteral("nsys profile -t cuda,nvtx,osrt"));
    return QStringLiteral("No device was idle in this window.");
}

} // namespace nv
