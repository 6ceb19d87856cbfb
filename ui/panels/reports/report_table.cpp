// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/reports/report_table.h"

#include "core/analysis/stats/column_help.h"
#include "core/analysis/stats/stats_format.h"
#include "core/base/progress.h"
#include "ui/format.h"
#include "ui/table/event_names.h"
#include "ui/table/fixed_unit.h"
#include "ui/theme.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace nv {
namespace {

constexpr std::size_t kLooked = 5'000; ///< rows that choose units and widths
constexpr DurationNs kTimeResolution = 1000;
constexpr int kFigureWidth = 76;
constexpr int kBarWidth = 108;
constexpr int kNameWidth = 180;
constexpr int kMostTextWidth = 160;
constexpr int kDigit = 8;      ///< pixels of a character, about
constexpr int kTitleDigit = 7; ///< of a heading: fewer capitals and digits

QString exactText(const StatsCell& cell, StatsUnit unit = StatsUnit::None)
{
    if (unit == StatsUnit::Address && std::holds_alternative<std::int64_t>(cell))
        return QStringLiteral("0x")
               + QString::number(static_cast<quint64>(std::get<std::int64_t>(cell)), 16).toUpper();
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return QString::number(*whole);
    if (const auto* real = std::get_if<double>(&cell))
        return QString::fromStdString(pythonRepr(*real));
    if (const auto* text = std::get_if<std::string>(&cell))
        return QString::fromStdString(*text);
    return {};
}

double asDouble(const StatsCell& cell)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    return std::get<double>(cell);
}

bool isNumber(const StatsCell& cell)
{
    return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
}

/// "31 204", "−3", "2.5": a plain number.
QString numberText(const StatsCell& cell, bool isId)
{
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        if (isId)
            return QString::number(*whole);
        const QString digits = format::count(lengthBetween(0, *whole < 0 ? -(*whole + 1) : *whole)
                                             + (*whole < 0 ? 1 : 0));
        return *whole < 0 ? QStringLiteral("−") + digits : digits;
    }
    return format::withMinus(QString::number(std::get<double>(cell), 'f', 1));
}

/// The row looked at last: a view asks for all cells of a row, one after the other.
struct RowCache
{
    std::size_t index = static_cast<std::size_t>(-1);
    StatsRow row;
};

struct ColumnSource
{
    ReportRowsPtr rows;
    std::shared_ptr<RowCache> cache;
    std::size_t index = 0;

    const StatsColumn& column() const { return rows->table.columns[index]; }

    const StatsCell& cell(std::size_t row) const
    {
        if (cache->index != row) {
            cache->row = rows->table.row(row);
            cache->index = row;
        }
        return cache->row[index];
    }
};

/// Some of the rows, spread evenly: units and widths are chosen by them.
using SomeRows = std::vector<StatsRow>;

SomeRows someRows(const StatsTable& table)
{
    SomeRows out;
    const std::size_t step = table.size() / kLooked + 1;
    for (std::size_t row = 0; row < table.size(); row += step)
        out.push_back(table.row(row));
    return out;
}

std::vector<double> valuesOf(const SomeRows& rows, const std::vector<std::size_t>& columns)
{
    std::vector<double> out;
    for (const StatsRow& row : rows) {
        for (const std::size_t c : columns) {
            if (isNumber(row[c]))
                out.push_back(std::abs(asDouble(row[c])));
        }
    }
    return out;
}

/// Columns that are read side by side get one unit; sums one of their own.
class Units
{
public:
    Units(const std::vector<StatsColumn>& columns, const SomeRows& rows)
        : m_columns(columns)
        , m_rows(rows)
    {
        std::vector<std::size_t> lengths;
        std::vector<std::size_t> sizes;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const StatsColumn& column = columns[c];
            if (isSum(column) || isInstantColumn(column.title))
                continue;
            if (column.unit == StatsUnit::Time)
                lengths.push_back(c);
            if (column.unit == StatsUnit::Memory)
                sizes.push_back(c);
        }
        m_length = durationUnit(valuesOf(rows, lengths), UnitBy::Typical);
        m_size = byteUnit(valuesOf(rows, sizes), UnitBy::Typical);
    }

    FixedUnit of(std::size_t c) const
    {
        const StatsColumn& column = m_columns[c];
        if (column.unit == StatsUnit::Throughput)
            return bandwidthUnit(valuesOf(m_rows, {c}));
        if (column.unit == StatsUnit::Memory)
            return isSum(column) ? byteUnit(valuesOf(m_rows, {c}), UnitBy::Largest) : m_size;
        return isSum(column) ? durationUnit(valuesOf(m_rows, {c}), UnitBy::Largest) : m_length;
    }

private:
    static bool isSum(const StatsColumn& column)
    {
        return column.title.find("Total") != std::string::npos;
    }

    const std::vector<StatsColumn>& m_columns;
    const SomeRows& m_rows;
    FixedUnit m_length;
    FixedUnit m_size;
};

QString tooltipOf(std::string_view report, const StatsColumn& column, const QString& unit)
{
    QString out = fromUtf8(columnHelp(report, column.title));
    switch (column.unit) {
    case StatsUnit::Time:
        out += isInstantColumn(column.title)
                   ? QStringLiteral("\nShown to the microsecond, copied in ns.")
                   : QStringLiteral("\nShown in %1, copied in exact ns.").arg(unit);
        break;
    case StatsUnit::Memory:
        out += QStringLiteral("\nShown in %1, copied in bytes; the csv has MB of 10^6.").arg(unit);
        break;
    case StatsUnit::Throughput:
        out += QStringLiteral("\nShown in %1, copied in bytes per second.").arg(unit);
        break;
    case StatsUnit::Percent:
    case StatsUnit::Address:
    case StatsUnit::None:
        break;
    }
    return out;
}

/// The heading of the exact values.
QString copyTitleOf(const StatsColumn& column)
{
    QString title = QString::fromStdString(column.title);
    switch (column.unit) {
    case StatsUnit::Time:
        return title + QStringLiteral(" (ns)");
    case StatsUnit::Memory:
        return title + QStringLiteral(" (B)");
    case StatsUnit::Throughput:
        return title + QStringLiteral(" (B/s)");
    case StatsUnit::Percent:
        return title + QStringLiteral(" (%)");
    case StatsUnit::Address:
    case StatsUnit::None:
        break;
    }
    return title;
}

Cell emptyCell()
{
    return {format::unknown(),
            QString(),
            QStringLiteral("Empty in the report of nsys, too."),
            std::nullopt,
            {}};
}

QString explained(const QString& exact, const QString& definition)
{
    return definition.isEmpty() ? exact : exact + QLatin1Char('\n') + definition;
}

void fillPercent(Column& out, const ColumnSource& source)
{
    out.width = kBarWidth;
    out.title = QString::fromStdString(source.column().title) + QStringLiteral(" (%)");
    out.cell = [source](std::size_t row) {
        const StatsCell& cell = source.cell(row);
        if (!isNumber(cell))
            return emptyCell();
        const double value = asDouble(cell);
        Cell shown{format::percent(value / 100), exactText(cell), {}, {}, {}};
        shown.bar = std::clamp(value / 100, 0.0, 1.0);
        shown.swatch = QBrush(Theme::current().color(Role::Accent));
        return shown;
    };
}

void fillInstant(Column& out, const ColumnSource& source)
{
    out.width = 104;
    out.cell = [source, definition = out.tooltip](std::size_t row) {
        const StatsCell& cell = source.cell(row);
        if (!isNumber(cell))
            return emptyCell();
        const auto t = static_cast<Ns>(asDouble(cell));
        const Ns exact =
            std::holds_alternative<std::int64_t>(cell) ? std::get<std::int64_t>(cell) : t;
        return Cell{format::timeAt(exact, kTimeResolution),
                    exactText(cell),
                    explained(format::exactNs(exact), definition),
                    std::nullopt,
                    {}};
    };
}

void fillMeasure(Column& out, const ColumnSource& source, const FixedUnit& unit)
{
    const QString exactUnit = source.column().unit == StatsUnit::Time ? QStringLiteral(" ns")
                              : source.column().unit == StatsUnit::Memory
                                  ? QStringLiteral(" bytes")
                                  : QStringLiteral(" bytes per second");
    out.title = QString::fromStdString(source.column().title).trimmed() + QStringLiteral(" (")
                + unit.name + QLatin1Char(')');
    out.cell = [source, unit, exactUnit, definition = out.tooltip](std::size_t row) {
        const StatsCell& cell = source.cell(row);
        if (!isNumber(cell))
            return emptyCell();
        const QString exact = exactText(cell);
        return Cell{unit.text(asDouble(cell)),
                    exact,
                    explained(format::withMinus(exact) + exactUnit, definition),
                    std::nullopt,
                    {}};
    };
}

void fillAddress(Column& out, const ColumnSource& source)
{
    out.width = kNameWidth;
    out.cell = [source](std::size_t row) {
        const StatsCell& cell = source.cell(row);
        const QString text = exactText(cell, StatsUnit::Address);
        return isNumber(cell) ? Cell{text, text, {}, std::nullopt, {}} : emptyCell();
    };
}

/// Texts and plain numbers; a column of texts may hold NULL.
void fillPlain(Column& out, const ColumnSource& source, const SomeRows& some,
               const NameRulesPtr& rules)
{
    const bool isId = isIdColumn(source.column().title);
    std::size_t longest = source.column().title.size() + 2;
    for (const StatsRow& row : some) {
        if (const auto* text = std::get_if<std::string>(&row[source.index])) {
            longest = std::max(longest, text->size());
            out.isText = true;
        }
    }
    out.width = std::min(kMostTextWidth, static_cast<int>(longest) * kDigit + 8);
    // Asked for again with every move of the mouse: each name is matched once.
    const auto labels = std::make_shared<std::unordered_map<std::string, QString>>();
    out.cell = [source, isId, rules, labels](std::size_t row) {
        const StatsCell& cell = source.cell(row);
        if (std::holds_alternative<std::monostate>(cell))
            return emptyCell();
        const auto* text = std::get_if<std::string>(&cell);
        if (text == nullptr)
            return Cell{numberText(cell, isId), exactText(cell), {}, std::nullopt, {}};
        const QString full = QString::fromStdString(*text);
        if (!rules)
            return Cell{full, full, full, std::nullopt, {}};
        const auto [known, isNew] = labels->try_emplace(*text, full);
        if (const auto label = isNew ? rules->labelOf(*text) : std::nullopt)
            known->second = fromUtf8(*label);
        return Cell{known->second, full, full, std::nullopt, {}};
    };
}

/// The column that says what a row is about: the last of the names.
std::optional<std::size_t> subjectOf(const StatsTable& table)
{
    for (std::size_t c = table.columns.size(); c-- > 0;) {
        if (isNameColumn(table.columns[c].title))
            return c;
    }
    return std::nullopt;
}

} // namespace

Table reportTable(std::string_view report, const ReportRowsPtr& rows, const NameRulesPtr& rules)
{
    Table table;
    table.rows = rows->table.size();
    table.id = [rows](std::size_t row) { return rows->ids[row]; };
    const SomeRows some = someRows(rows->table);
    const Units units(rows->table.columns, some);
    const auto cache = std::make_shared<RowCache>();
    const std::optional<std::size_t> subject = subjectOf(rows->table);
    for (std::size_t c = 0; c < rows->table.columns.size(); ++c) {
        const ColumnSource source{rows, cache, c};
        const StatsColumn& column = source.column();
        const bool isMeasure = column.unit == StatsUnit::Time || column.unit == StatsUnit::Memory
                               || column.unit == StatsUnit::Throughput;
        const FixedUnit unit = isMeasure ? units.of(c) : FixedUnit{};
        Column out;
        out.title = QString::fromStdString(column.title).trimmed();
        out.copyTitle = copyTitleOf(column);
        out.tooltip = tooltipOf(report, column, unit.name);
        out.isText = false;
        out.width = kFigureWidth;
        out.key = [](std::size_t) { return SortKey(); }; // sorted by arrangeReport
        if (column.unit == StatsUnit::Percent)
            fillPercent(out, source);
        else if (column.unit == StatsUnit::Time && isInstantColumn(column.title))
            fillInstant(out, source);
        else if (isMeasure)
            fillMeasure(out, source, unit);
        else if (column.unit == StatsUnit::Address)
            fillAddress(out, source);
        else
            fillPlain(out, source, some, isNameColumn(column.title) ? rules : nullptr);
        // The whole title can be read, with the arrow of the sorted column.
        out.width = std::max(out.width, static_cast<int>(out.title.size()) * kTitleDigit + 24);
        if (c == subject) {
            out.width = kNameWidth;
            out.isText = true;
            out.takesRest = true;
            out.standsFirst = true;
        }
        table.columns.push_back(std::move(out));
    }
    return table;
}

QString reportTsv(const ReportRows& rows, const std::vector<std::uint32_t>& order,
                  const std::stop_token& stop)
{
    const std::vector<StatsColumn>& columns = rows.table.columns;
    QString out;
    for (std::size_t c = 0; c < columns.size(); ++c)
        out += (c > 0 ? QStringLiteral("\t") : QString()) + copyTitleOf(columns[c]);
    out += QLatin1Char('\n');
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (shouldStop(stop, i))
            return {};
        const StatsRow row = rows.table.row(order[i]);
        for (std::size_t c = 0; c < row.size(); ++c) {
            // A name may hold what separates cells and rows of the copied text.
            const QString text = exactText(row[c], columns[c].unit)
                                     .replace(QLatin1Char('\t'), QLatin1Char(' '))
                                     .replace(QLatin1Char('\n'), QLatin1Char(' '));
            out += (c > 0 ? QStringLiteral("\t") : QString()) + text;
        }
        out += QLatin1Char('\n');
    }
    return out;
}

} // namespace nv
