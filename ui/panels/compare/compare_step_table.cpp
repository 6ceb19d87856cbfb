// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"
#include "ui/panels/compare/compare_tables.h"
#include "ui/panels/compare/difference_columns.h"

#include <QCoreApplication>

namespace nv {

namespace {

QString stepTr(const char* text)
{
    return QCoreApplication::translate("CompareTables", text);
}

struct StepFigure
{
    QString name;
    QString tip;
    Change change;
    Figure format;
};

std::vector<StepFigure> stepFigures(const Comparison& c)
{
    const Figure time = [](double ns) { return format::duration(ns); };
    const Figure share = [](double value) { return format::percent(value); };
    const Figure number = [](double value) { return QString::number(value, 'f', 1); };
    const Figure count = [](double value) {
        return format::count(static_cast<std::uint64_t>(value));
    };
    const QString mean = stepTr("Mean over the compared steps");
    return {
        {stepTr("begin to begin"), mean, c.wall, time},
        {stepTr("begin to begin, p50"),
         stepTr("Half of the compared steps take no longer; nearest rank: the time of a step that "
                "occurred, where the median of nsys may lie between two"),
         c.spread.p50, time},
        {stepTr("begin to begin, p95"), stepTr("Nearest rank"), c.spread.p95, time},
        {stepTr("begin to begin, p99"), stepTr("Nearest rank"), c.spread.p99, time},
        {stepTr("begin to end"),
         mean + stepTr("; the longest of the ranks; — where no end is marked"), c.length, time},
        {stepTr("end to next begin"), mean + stepTr("; — where no end is marked"), c.gap, time},
        {stepTr("GPU busy"), mean + stepTr(": some kernel or graph runs; mean of the ranks"),
         c.busy, time},
        {stepTr("kernels"), stepTr("Launches of a step, mean of the ranks"), c.kernels, number},
        {stepTr("launched by graphs"), stepTr("Share of the kernels of the window"), c.coverage,
         share},
        {stepTr("steps compared"),
         stepTr("A: %1\nB: %2\nThe others of a window are in no figure of a step")
             .arg(QString::fromStdString(comparedStepsText(c.base)),
                  QString::fromStdString(comparedStepsText(c.target))),
         Change{static_cast<double>(c.base.steps), static_cast<double>(c.target.steps)}, count},
    };
}

} // namespace

Table stepTable(const CompareAnswerPtr& answer)
{
    const auto figures =
        std::make_shared<const std::vector<StepFigure>>(stepFigures(answer->comparison));
    const auto side = [figures](bool isTarget, const QString& title) {
        Column out;
        out.title = title;
        out.copyTitle = isTarget ? QStringLiteral("target") : QStringLiteral("base");
        out.width = 76;
        out.isText = false;
        const auto value = [figures, isTarget](std::size_t i) {
            const Change& change = (*figures)[i].change;
            return isTarget ? change.target : change.base;
        };
        out.key = [value](std::size_t i) -> SortKey {
            const auto known = value(i);
            return known ? SortKey(*known) : SortKey();
        };
        out.cell = [figures, value](std::size_t i) {
            const auto known = value(i);
            return figureCell(known, known ? (*figures)[i].format(*known) : QString(),
                              (*figures)[i].tip);
        };
        return out;
    };
    const auto change = [figures](std::size_t i) { return (*figures)[i].change; };
    Table table;
    table.rows = figures->size();
    table.id = [](std::size_t i) { return std::uint64_t{i}; };
    table.columns = {wide(nameColumn({stepTr("of a step"), QStringLiteral("figure"), {}, 130},
                                     [figures](std::size_t i) {
                                         return NameCell{(*figures)[i].name,
                                                         (*figures)[i].name + u": "
                                                             + (*figures)[i].tip,
                                                         {}};
                                     })),
                     side(false, stepTr("A")), side(true, stepTr("B")),
                     differenceColumn({stepTr("B − A"), QStringLiteral("delta"), {}, 84}, change,
                                      [figures](std::size_t i) { return (*figures)[i].format; }),
                     percentColumn(change)};
    return table;
}

} // namespace nv
