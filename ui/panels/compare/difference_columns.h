// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/change.h"
#include "ui/table/columns.h"

#include <functional>

/// Columns of differences: with their sign, sorted by size whatever the sign.
/// Unknown reads "—", 0 has no sign.  Thread: pure.
namespace nv {

/// How the size of a figure is written.
using Figure = std::function<QString(double)>;

QString withSign(double value, const Figure& format);
QString signedDuration(double ns);

/// One side of a figure; `tooltip` explains it below the exact value.
Cell figureCell(const std::optional<double>& value, const QString& text, const QString& tooltip);
Column differenceColumn(const ColumnText& text, const Get<Change>& get, const Get<Figure>& format);
Column percentColumn(const Get<Change>& get);

} // namespace nv
