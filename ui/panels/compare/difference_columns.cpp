// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare/difference_columns.h"

#include "ui/format.h"

#include <QCoreApplication>

#include <cmath>

namespace nv {

namespace {

QString exact(const std::optional<double>& value)
{
    return value ? QString::number(*value, 'f', 1) : QString();
}

} // namespace

QString withSign(double value, const Figure& format)
{
    if (value == 0)
        return QStringLiteral("0");
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + format(std::abs(value));
}

QString signedDuration(double ns)
{
    return withSign(ns, [](double value) { return format::duration(value); });
}

Cell figureCell(const std::optional<double>& value, const QString& text, const QString& tooltip)
{
    return {value ? text : format::unknown(),
            exact(value),
            value ? format::withMinus(exact(value)) + u'\n' + tooltip : tooltip,
            std::nullopt,
            {}};
}

/// Sorted by size: what grew and what shrank most stand together.
Column differenceColumn(const ColumnText& text, const Get<Change>& get, const Get<Figure>& format)
{
    Column out;
    out.title = text.title;
    out.copyTitle = text.copyTitle;
    out.tooltip = text.tooltip;
    out.width = text.width;
    out.isText = false;
    out.key = [get](std::size_t row) -> SortKey {
        const auto delta = get(row).delta();
        return delta ? SortKey(std::abs(*delta)) : SortKey();
    };
    out.cell = [get, format, tooltip = text.tooltip](std::size_t row) {
        const auto delta = get(row).delta();
        return figureCell(delta, delta ? withSign(*delta, format(row)) : QString(), tooltip);
    };
    return out;
}

Column percentColumn(const Get<Change>& get)
{
    Column out;
    out.title = QStringLiteral("%");
    out.copyTitle = QStringLiteral("percent");
    out.tooltip = QCoreApplication::translate(
        "CompareTables",
        "The difference as a share of the base; — where the base is 0 or not known");
    out.width = 72;
    out.isText = false;
    out.key = [get](std::size_t row) -> SortKey {
        const auto percent = get(row).percent();
        return percent ? SortKey(std::abs(*percent)) : SortKey();
    };
    out.cell = [get, tooltip = out.tooltip](std::size_t row) {
        const auto percent = get(row).percent();
        const auto share = [](double value) { return format::percent(value); };
        return figureCell(percent, percent ? withSign(*percent / 100, share) : QString(), tooltip);
    };
    return out;
}

} // namespace nv
