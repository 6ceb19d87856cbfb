// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"
#include "ui/panels/compare/compare_tables.h"
#include "ui/panels/compare/difference_columns.h"

#include <QCoreApplication>

namespace nv {

namespace {

QString tr(const char* text)
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
    const QString mean = tr("Mean over the compared steps");
    return {
        {tr("begin to begin"), mean, c.wall, time},
        {tr("begin to begin, p50"), tr("Median of the compared steps"), c.spread.p50, time},
        {tr("begin to begin, p95"), tr("Nearest rank"), c.spread.p95, time},
        {tr("begin to begin, p99"), tr("Nearest rank"), c.spread.p99, time},
        {tr("begin to end"), mean + tr("; the longest of the ranks; — where no end is marked"),
         c.length, time},
        {tr("end to next begin"), mean + tr("; — where no end is marked"), c.gap, time},
        {tr("GPU busy"), mean + tr(": some kernel or graph runs; mean of the ranks"), c.busy, time},
        {tr("kernels"), tr("Launches of a step, mean of the ranks"), c.kernels, number},
        {tr("launched by graphs"), tr("Share of the kernels of the window"), c.coverage, share},
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
    table.columns = {wide(nameColumn({tr("of a step"), QStringLiteral("figure"), {}, 130},
                                     [figures](std::size_t i) {
                                         return NameCell{(*figures)[i].name,
                                                         (*figures)[i].name + u": "
                                                             + (*figures)[i].tip,
                                                         {}};
                                     })),
                     side(false, tr("A")), side(true, tr("B")),
                     differenceColumn({tr("B − A"), QStringLiteral("delta"), {}, 84}, change,
                                      [figures](std::size_t i) { return (*figures)[i].format; }),
                     percentColumn(change)};
    return table;
}

} // namespace nv
