// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/window_text.h"

#include "ui/format.h"

namespace nv {
namespace {

QString sourceText(WindowSource source)
{
    switch (source) {
    case WindowSource::All:
        return QStringLiteral("whole capture");
    case WindowSource::Steady:
        return QStringLiteral("steady window");
    case WindowSource::Nvtx:
        return QStringLiteral("NVTX window");
    case WindowSource::User:
        break;
    }
    return QStringLiteral("window");
}

} // namespace

QString windowText(const Window& window)
{
    return sourceText(window.source) + QLatin1Char(' ') + format::range(window.range);
}

QString keptRowsRule(const Window& window, const QString& rows, const QString& row)
{
    return window.source == WindowSource::All
               ? QStringLiteral("every ") + row
               : QStringLiteral("whole durations of %1 nsys keeps").arg(rows);
}

} // namespace nv
