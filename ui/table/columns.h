// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "ui/table/fixed_unit.h"
#include "ui/table/table_model.h"

#include <functional>
#include <optional>

/// The kinds of columns every table is made of: what a figure looks like, how it is explained, what
/// is copied of it.  `get` answers for a row of the table and owns (or shares) what it looks into.
/// Unknown reads "—" with `whyUnknown` as its tooltip and is copied as an empty cell.
/// Unit: ns, bytes, shares 0..1; durations and sizes get one unit per column.
namespace nv {

struct ColumnText
{
    QString title;
    QString copyTitle;
    QString tooltip;
    int width = 72;
};

template <class T>
using Get = std::function<T(std::size_t row)>;

/// `name` is shown, `full` explains, is searched and copied.
struct NameCell
{
    QString name;
    QString full;
    QBrush swatch;
};

Column nameColumn(const ColumnText& text, Get<NameCell> get);
/// Plain text that may be absent: an empty text reads "—".
Column textColumn(const ColumnText& text, Get<QString> get, const QString& whyUnknown);
/// A word for some rows and nothing for the others.
Column remarkColumn(const ColumnText& text, Get<QString> get);
Column countColumn(const ColumnText& text, Get<std::uint64_t> get);
/// One unit for all columns of durations that are read side by side: chosen from `get` of all rows.
FixedUnit durationUnitOf(std::size_t rows, const Get<double>& get, UnitBy by);

Column durationColumn(const ColumnText& text, const FixedUnit& unit,
                      Get<std::optional<DurationNs>> get, const QString& whyUnknown = {});
Column averageColumn(const ColumnText& text, const FixedUnit& unit, Get<std::optional<double>> get,
                     const QString& whyUnknown = {});
Column bytesColumn(const ColumnText& text, std::size_t rows, Get<std::optional<double>> get,
                   UnitBy by, const QString& whyUnknown = {});
Column bandwidthColumn(const ColumnText& text, std::size_t rows, Get<std::optional<double>> get,
                       const QString& whyUnknown);
/// A plain number with two decimals ("2.00 a step").
Column numberColumn(const ColumnText& text, Get<std::optional<double>> get,
                    const QString& whyUnknown);
Column shareColumn(const ColumnText& text, Get<double> get);
/// A share with a bar before it; `brush` is its colour.
Column barColumn(const ColumnText& text, Get<double> get, Get<QBrush> brush);
Column ratioColumn(const ColumnText& text, Get<double> get);
/// A point in time, with the digits that tell the rows apart.
Column timeColumn(const ColumnText& text, Get<Ns> get);

/// Hidden until asked for in the menu of the header.
Column hidden(Column column);
/// Gets the width the other columns leave.
Column wide(Column column);

} // namespace nv
