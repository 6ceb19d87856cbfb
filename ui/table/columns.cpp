// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/columns.h"

#include "ui/format.h"

#include <QLocale>

#include <algorithm>

namespace nv {
namespace {

constexpr DurationNs kTimeResolution = 1000; // rows of a table are told apart by the microsecond

Column begin(const ColumnText& text, bool isText)
{
    Column out;
    out.title = text.title;
    out.copyTitle = text.copyTitle;
    out.tooltip = text.tooltip;
    out.width = text.width;
    out.isText = isText;
    return out;
}

Cell unknownCell(const QString& why)
{
    // Copied as an empty cell: a sheet that sums the column must not choke on an em dash.
    return {format::unknown(), QString(), why, std::nullopt, {}};
}

/// The shortest text that reads back as the same number, without an exponent.
QString exactText(double value)
{
    return QString::number(value, 'f', QLocale::FloatingPointShortest);
}

QString withDefinition(const QString& exact, const QString& definition)
{
    return definition.isEmpty() ? exact : exact + QLatin1Char('\n') + definition;
}

QString titled(const QString& title, const FixedUnit& unit)
{
    return title + QStringLiteral(" (") + unit.name + QLatin1Char(')');
}

std::vector<double> valuesOf(std::size_t rows, const Get<std::optional<double>>& get)
{
    std::vector<double> out;
    out.reserve(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        if (const auto value = get(row))
            out.push_back(*value);
    }
    return out;
}

/// A number in the column's unit; `exactUnit` follows the exact value in the tooltip.
Column figureColumn(const ColumnText& text, const FixedUnit& unit, Get<std::optional<double>> get,
                    const QString& exactUnit, const QString& whyUnknown)
{
    Column out = begin(text, false);
    out.title = titled(text.title, unit);
    out.key = [get](std::size_t row) -> SortKey {
        const auto value = get(row);
        return value ? SortKey(*value) : SortKey();
    };
    out.cell = [get, unit, exactUnit, whyUnknown, definition = text.tooltip](std::size_t row) {
        const auto value = get(row);
        if (!value)
            return unknownCell(whyUnknown);
        const QString exact = exactText(*value);
        return Cell{
            unit.text(*value),
            exact,
            withDefinition(format::withMinus(exact) + QLatin1Char(' ') + exactUnit, definition),
            std::nullopt,
            {}};
    };
    return out;
}

} // namespace

Column nameColumn(const ColumnText& text, Get<NameCell> get)
{
    Column out = begin(text, true);
    out.isSearched = true;
    // By what is read: whole signatures begin with return types and namespaces, in another order.
    // Both names are searched.
    out.key = [get](std::size_t row) {
        const NameCell name = get(row);
        return SortKey(name.name == name.full ? name.full : name.name + QChar(u'\n') + name.full);
    };
    out.cell = [get](std::size_t row) {
        NameCell name = get(row);
        return Cell{name.name, name.full, name.full, std::nullopt, name.swatch};
    };
    return out;
}

Column textColumn(const ColumnText& text, Get<QString> get, const QString& whyUnknown)
{
    Column out = begin(text, true);
    out.isSearched = true;
    out.key = [get](std::size_t row) {
        const QString value = get(row);
        return value.isEmpty() ? SortKey() : SortKey(value);
    };
    out.cell = [get, whyUnknown](std::size_t row) {
        const QString value = get(row);
        return value.isEmpty() ? unknownCell(whyUnknown)
                               : Cell{value, value, value, std::nullopt, {}};
    };
    return out;
}

Column remarkColumn(const ColumnText& text, Get<QString> get)
{
    Column out = begin(text, true);
    out.key = [get](std::size_t row) { return SortKey(get(row)); };
    out.cell = [get](std::size_t row) { return Cell{get(row), {}, {}, std::nullopt, {}}; };
    return out;
}

Column countColumn(const ColumnText& text, Get<std::uint64_t> get)
{
    Column out = begin(text, false);
    out.key = [get](std::size_t row) { return SortKey(get(row)); };
    out.cell = [get](std::size_t row) {
        return Cell{format::count(get(row)), QString::number(get(row)), {}, std::nullopt, {}};
    };
    return out;
}

FixedUnit durationUnitOf(std::size_t rows, const Get<double>& get, UnitBy by)
{
    std::vector<double> values;
    values.reserve(rows);
    for (std::size_t row = 0; row < rows; ++row)
        values.push_back(get(row));
    return durationUnit(std::move(values), by);
}

Column durationColumn(const ColumnText& text, const FixedUnit& unit,
                      Get<std::optional<DurationNs>> get, const QString& whyUnknown)
{
    Column out = begin(text, false);
    out.title = titled(text.title, unit);
    out.key = [get](std::size_t row) -> SortKey {
        const auto value = get(row);
        return value ? SortKey(std::uint64_t(*value)) : SortKey();
    };
    out.cell = [get, unit, whyUnknown, definition = text.tooltip](std::size_t row) {
        const auto value = get(row);
        if (!value)
            return unknownCell(whyUnknown);
        return Cell{unit.text(static_cast<double>(*value)),
                    QString::number(*value),
                    withDefinition(format::count(*value) + QStringLiteral(" ns"), definition),
                    std::nullopt,
                    {}};
    };
    return out;
}

Column averageColumn(const ColumnText& text, const FixedUnit& unit, Get<std::optional<double>> get,
                     const QString& whyUnknown)
{
    return figureColumn(text, unit, std::move(get), QStringLiteral("ns"), whyUnknown);
}

Column bytesColumn(const ColumnText& text, std::size_t rows, Get<std::optional<double>> get,
                   UnitBy by, const QString& whyUnknown)
{
    return figureColumn(text, byteUnit(valuesOf(rows, get), by), get, QStringLiteral("bytes"),
                        whyUnknown);
}

Column bandwidthColumn(const ColumnText& text, std::size_t rows, Get<std::optional<double>> get,
                       const QString& whyUnknown)
{
    return figureColumn(text, bandwidthUnit(valuesOf(rows, get)), get,
                        QStringLiteral("bytes per second"), whyUnknown);
}

Column numberColumn(const ColumnText& text, Get<std::optional<double>> get,
                    const QString& whyUnknown)
{
    Column out =
        figureColumn(text, FixedUnit{QString(), 1, 2}, std::move(get), QString(), whyUnknown);
    out.title = text.title;
    return out;
}

Column shareColumn(const ColumnText& text, Get<double> get)
{
    Column out = begin(text, false);
    out.key = [get](std::size_t row) { return SortKey(get(row)); };
    out.cell = [get](std::size_t row) {
        return Cell{format::percent(get(row)), exactText(get(row)), {}, std::nullopt, {}};
    };
    return out;
}

Column barColumn(const ColumnText& text, Get<double> get, Get<QBrush> brush)
{
    Column out = shareColumn(text, get);
    out.cell = [get, brush, plain = out.cell](std::size_t row) {
        Cell cell = plain(row);
        cell.bar = std::clamp(get(row), 0.0, 1.0);
        cell.swatch = brush(row);
        return cell;
    };
    return out;
}

Column ratioColumn(const ColumnText& text, Get<double> get)
{
    Column out = begin(text, false);
    out.key = [get](std::size_t row) { return SortKey(get(row)); };
    out.cell = [get](std::size_t row) {
        return Cell{format::ratio(get(row)), exactText(get(row)), {}, std::nullopt, {}};
    };
    return out;
}

Column timeColumn(const ColumnText& text, Get<Ns> get)
{
    Column out = begin(text, false);
    out.key = [get](std::size_t row) { return SortKey(std::int64_t(get(row))); };
    out.cell = [get, definition = text.tooltip](std::size_t row) {
        const Ns t = get(row);
        return Cell{format::timeAt(t, kTimeResolution),
                    QString::number(t),
                    withDefinition(format::exactNs(t), definition),
                    std::nullopt,
                    {}};
    };
    return out;
}

Column hidden(Column column)
{
    column.isHidden = true;
    return column;
}

Column wide(Column column)
{
    column.takesRest = true;
    return column;
}

} // namespace nv
