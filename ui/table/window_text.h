// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"

#include <QString>

/// How a panel names the window it answers for: "window 12.301–12.441 s", "whole capture
/// 0.000–22.310 s", "steady window …".  Digits as
/// the length of the window needs them.
namespace nv {

QString windowText(const Window& window);
/// Which rows a table counts: "whole durations of launches nsys keeps", for `all` "every launch".
QString keptRowsRule(const Window& window, const QString& rows, const QString& row);

} // namespace nv
