// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/ranges/range_tables.h"

#include "ui/class_swatch.h"
#include "ui/format.h"
#include "ui/table/columns.h"
#include "ui/table/event_names.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace nv {
namespace {

/// Ranks may mark steps of which no steady state is made.
QString notCounted()
{
    return QStringLiteral("No steady state was found, so no steps are counted.");
}

struct BudgetRow
{
    std::size_t device = 0; ///< position in the budget
    BudgetClass cls = BudgetClass::Unknown;
};

DurationNs timeOf(const RangeFigures& figures, const BudgetRow& row)
{
    return figures.verdict.budget.devices[row.device].budget[row.cls];
}

double shareOf(const RangeFigures& figures, const BudgetRow& row)
{
    const DurationNs whole = figures.range.range.length();
    return whole == 0 ? 0 : static_cast<double>(timeOf(figures, row)) / static_cast<double>(whole);
}

std::vector<BudgetRow> budgetRows(const std::vector<RangeFigures>& all)
{
    std::vector<BudgetRow> rows;
    const std::size_t devices = all.empty() ? 0 : all.front().verdict.budget.devices.size();
    for (std::size_t d = 0; d < devices; ++d)
        for (std::size_t c = 0; c < kBudgetClasses; ++c) {
            const BudgetRow row{d, static_cast<BudgetClass>(c)};
            if (std::any_of(all.begin(), all.end(),
                            [&row](const RangeFigures& f) { return timeOf(f, row) > 0; }))
                rows.push_back(row);
        }
    return rows;
}

Column editable(Column column, std::function<bool(std::size_t, const QString&)> edit)
{
    column.edit = std::move(edit);
    return column;
}

Column timesColumn(const RangeFiguresPtr& all, const std::shared_ptr<std::vector<BudgetRow>>& rows,
                   std::size_t range)
{
    const RangeFigures& figures = (*all)[range];
    Column column = barColumn(
        {fromUtf8(figures.range.name), fromUtf8(figures.range.name + " share"),
         QStringLiteral("Time of the class / length of the range %1, %2.")
             .arg(fromUtf8(figures.range.name),
                  format::duration(static_cast<double>(figures.range.range.length()))),
         104},
        [all, rows, range](std::size_t i) { return shareOf((*all)[range], (*rows)[i]); },
        [rows](std::size_t i) { return Theme::current().budgetBrush((*rows)[i].cls); });
    column.cell = [all, rows, range, plain = column.cell](std::size_t i) {
        Cell cell = plain(i);
        const DurationNs time = timeOf((*all)[range], (*rows)[i]);
        cell.tooltip = format::duration(static_cast<double>(time)) + QStringLiteral(", ")
                       + format::count(time) + QStringLiteral(" ns");
        return cell;
    };
    return column;
}

/// A figure of every range: what it is called, what it means, what it is of one, and why it is not
/// known there.
struct FigureRow
{
    QString title;
    QString definition;
    bool isTime = false; ///< ns; else a count
    std::function<std::optional<double>(const RangeFigures&)> value;
    std::function<QString(const RangeFigures&)> whyUnknown;
};

QString figureText(double value, bool isTime)
{
    return isTime ? format::duration(value) : format::count(static_cast<std::uint64_t>(value));
}

QString exactFigure(double value, bool isTime)
{
    const QString exact = QString::number(value, 'f', QLocale::FloatingPointShortest);
    return isTime ? exact + QStringLiteral(" ns") : exact;
}

Cell rangeFigure(const FigureRow& row, const RangeFigures& of)
{
    const std::optional<double> value = row.value(of);
    if (!value)
        return {format::unknown(), QString(), row.whyUnknown(of), std::nullopt, {}};
    return {figureText(*value, row.isTime),
            QString::number(*value, 'f', QLocale::FloatingPointShortest),
            row.isTime ? exactFigure(*value, true) : QString(),
            std::nullopt,
            {}};
}

QString signOf(double value)
{
    return value < 0 ? QStringLiteral("−") : QStringLiteral("+");
}

/// "+2.00 ms · +20.0 %"; without the share where the first range has nothing to be compared with.
Cell rangeDifference(const FigureRow& row, const RangeFigures& first, const RangeFigures& of)
{
    const std::optional<double> base = row.value(first);
    const std::optional<double> value = row.value(of);
    if (!base || !value)
        return {format::unknown(), QString(), row.whyUnknown(base ? of : first), std::nullopt, {}};
    const double delta = *value - *base;
    const QString exact = QString::number(delta, 'f', QLocale::FloatingPointShortest);
    if (delta == 0)
        return {QStringLiteral("0"), exact, {}, std::nullopt, {}};
    QString text = signOf(delta) + figureText(std::abs(delta), row.isTime);
    if (*base > 0)
        text += QStringLiteral(" · ") + signOf(delta) + format::percent(std::abs(delta) / *base);
    return {
        text, exact, signOf(delta) + exactFigure(std::abs(delta), row.isTime), std::nullopt, {}};
}

template <class N>
std::optional<double> asFigure(const std::optional<N>& n)
{
    return n ? std::optional(static_cast<double>(*n)) : std::nullopt;
}

void addFigureSteps(std::vector<FigureRow>& rows)
{
    rows.push_back({QStringLiteral("whole steps"),
                    QStringLiteral("Steps that lie in the range from their begin to their end."),
                    false, [](const RangeFigures& f) { return asFigure(f.facts.steps); },
                    [](const RangeFigures&) { return notCounted(); }});
    rows.push_back(
        {QStringLiteral("time per step"),
         QStringLiteral("Mean of the whole steps inside, each from its begin to that of the next."),
         true, [](const RangeFigures& f) { return asFigure(f.facts.perStepNs); },
         [](const RangeFigures& f) {
             return f.facts.steps ? QStringLiteral("No whole step lies in the range.")
                                  : notCounted();
         }});
}

void addFigureWork(std::vector<FigureRow>& rows, const RangeFiguresPtr& all, const TracePtr& trace)
{
    rows.push_back({QStringLiteral("kernels"),
                    QStringLiteral("Kernels that begin in the range, on all devices; those of "
                                   "graphs that were recorded as a whole are not known."),
                    false, [](const RangeFigures& f) { return asFigure(f.facts.kernels); },
                    [](const RangeFigures&) {
                        return QStringLiteral("Launches were recorded, their kernels were not.");
                    }});
    if (std::any_of(all->begin(), all->end(),
                    [](const RangeFigures& f) { return f.facts.replays > 0; }))
        rows.push_back({QStringLiteral("graph replays"),
                        QStringLiteral("Launches of graphs that were recorded as a whole."), false,
                        [](const RangeFigures& f) {
                            return std::optional(static_cast<double>(f.facts.replays));
                        },
                        [](const RangeFigures&) { return QString(); }});
    const bool isOneGpu = trace->devices.size() <= 1;
    for (std::size_t d = 0; d < trace->devices.size(); ++d)
        rows.push_back(
            {isOneGpu ? QStringLiteral("GPU busy")
                      : QStringLiteral("GPU %1 busy").arg(deviceLabel(*trace, DeviceId(d))),
             QStringLiteral("Time in which a kernel, graph, copy or memset ran on the device."),
             true,
             [d](const RangeFigures& f) {
                 const bool isKnown = f.facts.kernels || f.facts.replays > 0;
                 const auto busy = static_cast<double>(f.verdict.budget.devices[d].busyNs);
                 return isKnown ? std::optional(busy) : std::nullopt;
             },
             [](const RangeFigures&) { return QStringLiteral("No kernels were recorded."); }});
}

/// A column of texts that explain themselves; rows of unlike units are not sorted.
Column figureColumnOf(const QString& title, const QString& definition, int width,
                      const std::shared_ptr<std::vector<FigureRow>>& rows,
                      const std::function<Cell(const FigureRow&)>& get)
{
    Column column = remarkColumn({title, title, definition, width}, {});
    column.isText = false;
    column.key = [](std::size_t) { return SortKey(); };
    column.cell = [rows, get](std::size_t i) {
        const FigureRow& row = (*rows)[i];
        Cell cell = get(row);
        cell.tooltip +=
            (cell.tooltip.isEmpty() ? QString() : QStringLiteral("\n")) + row.definition;
        return cell;
    };
    return column;
}

} // namespace

RangeFiguresPtr rangeFigures(const Analysis& analysis, const Annotations& annotations)
{
    auto out = std::make_shared<std::vector<RangeFigures>>();
    for (const Annotations::Range& range : annotations.ranges()) {
        const Window window = userWindow(analysis, range.range);
        out->push_back({range, window,
                        quickVerdict(analysis, windowBudget(*analysis.budget, window.range, {},
                                                            analysis.thresholds.classes.active)),
                        windowFacts(analysis, window)});
    }
    return out;
}

Table rangeTable(const RangeFiguresPtr& figures, const EditRange& rename, const EditRange& setNote)
{
    const auto at = [figures](std::size_t i) -> const RangeFigures& { return (*figures)[i]; };
    Table table;
    table.rows = figures->size();
    table.id = [at](std::size_t i) { return at(i).range.id; };
    const auto unit = durationUnitOf(
        table.rows, [at](std::size_t i) { return static_cast<double>(at(i).range.range.length()); },
        UnitBy::Typical);
    auto& out = table.columns;
    out.push_back(
        editable(textColumn({QStringLiteral("name"), QStringLiteral("name"),
                             QStringLiteral("F2, or a second click, renames it."), 56},
                            [at](std::size_t i) { return fromUtf8(at(i).range.name); }, {}),
                 [at, rename](std::size_t i, const QString& text) {
                     rename(at(i).range.id, text);
                     return true;
                 }));
    out.push_back(remarkColumn(
        {QStringLiteral("key"), QStringLiteral("key"),
         QStringLiteral("This key makes it the window; with Ctrl it takes the present window."),
         36},
        [at](std::size_t i) {
            return at(i).range.key == 0 ? QString() : QString::number(at(i).range.key);
        }));
    out.push_back(timeColumn({QStringLiteral("start"), QStringLiteral("start_ns"),
                              QStringLiteral("On the clock of the capture."), 96},
                             [at](std::size_t i) { return at(i).range.range.begin; }));
    out.push_back(durationColumn(
        {QStringLiteral("length"), QStringLiteral("length_ns"),
         QStringLiteral("From the start to the end of the range."), 80},
        unit, [at](std::size_t i) { return std::optional(at(i).range.range.length()); }));
    Column steps = textColumn(
        {QStringLiteral("steps"), QStringLiteral("steps"), QStringLiteral("Whole steps inside."),
         44},
        [at](std::size_t i) {
            return at(i).window.steps ? format::count(*at(i).window.steps) : QString();
        },
        notCounted());
    steps.isText = false;
    out.push_back(std::move(steps));
    out.push_back(textColumn({QStringLiteral("primary"), QStringLiteral("primary"),
                              QStringLiteral("What limits the range, by its budget alone."), 108},
                             [at](std::size_t i) { return fromUtf8(at(i).verdict.primary); }, {}));
    Column note = remarkColumn({QStringLiteral("note"), QStringLiteral("note"),
                                QStringLiteral("A second click edits it."), 80},
                               [at](std::size_t i) { return fromUtf8(at(i).range.note); });
    note.isSearched = true;
    out.push_back(wide(editable(std::move(note), [at, setNote](std::size_t i, const QString& text) {
        setNote(at(i).range.id, text);
        return true;
    })));
    return table;
}

Table figureTable(const RangeFiguresPtr& figures, const TracePtr& trace)
{
    const auto rows = std::make_shared<std::vector<FigureRow>>();
    addFigureSteps(*rows);
    addFigureWork(*rows, figures, trace);
    Table table;
    table.rows = rows->size();
    table.id = [](std::size_t i) { return std::uint64_t{i}; };
    Column title = remarkColumn({QStringLiteral("figure"), QStringLiteral("figure"),
                                 QStringLiteral("What is counted in each range."), 120},
                                [rows](std::size_t i) { return (*rows)[i].title; });
    title.cell = [rows](std::size_t i) {
        return Cell{(*rows)[i].title, {}, (*rows)[i].definition, std::nullopt, {}};
    };
    // Rows of unlike units are not sorted.
    title.key = [](std::size_t) { return SortKey(); };
    table.columns.push_back(wide(std::move(title)));
    const QString first = figures->empty() ? QString() : fromUtf8(figures->front().range.name);
    for (std::size_t r = 0; r < figures->size(); ++r) {
        const QString name = fromUtf8((*figures)[r].range.name);
        table.columns.push_back(figureColumnOf(
            name, QStringLiteral("In the range %1.").arg(name), 104, rows,
            [figures, r](const FigureRow& row) { return rangeFigure(row, (*figures)[r]); }));
        if (r == 0)
            continue;
        table.columns.push_back(figureColumnOf(
            name + QStringLiteral(" − ") + first,
            QStringLiteral("What the range %1 has more than %2, and as a share of %2.")
                .arg(name, first),
            128, rows, [figures, r](const FigureRow& row) {
                return rangeDifference(row, figures->front(), (*figures)[r]);
            }));
    }
    return table;
}

Table budgetTable(const RangeFiguresPtr& figures, const TracePtr& trace)
{
    const auto rows = std::make_shared<std::vector<BudgetRow>>(budgetRows(*figures));
    Table table;
    table.rows = rows->size();
    table.id = [rows](std::size_t i) {
        return std::uint64_t{(*rows)[i].device} * kBudgetClasses
               + static_cast<std::uint64_t>((*rows)[i].cls);
    };
    const bool isOne = trace->devices.size() <= 1;
    table.columns.push_back(wide(nameColumn(
        {QStringLiteral("class"), QStringLiteral("class"),
         QStringLiteral("Of the wall clock of a device; the classes of a range sum to it."), 120},
        [figures, rows, trace, isOne](std::size_t i) {
            const BudgetRow& row = (*rows)[i];
            QString name = QString::fromUtf8(classLabel(row.cls));
            if (!isOne)
                name = QStringLiteral("GPU %1 · ")
                           .arg(deviceLabel(
                               *trace, figures->front().verdict.budget.devices[row.device].device))
                       + name;
            return NameCell{name, name, Theme::current().budgetBrush(row.cls)};
        })));
    for (std::size_t r = 0; r < figures->size(); ++r)
        table.columns.push_back(timesColumn(figures, rows, r));
    return table;
}

} // namespace nv
