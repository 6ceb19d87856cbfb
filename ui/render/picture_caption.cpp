// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window_budget.h"
#include "core/verdict/verdict.h"
#include "ui/format.h"
#include "ui/render/picture.h"
#include "ui/render/time_axis.h"

namespace nv {

QString pictureCaption(const Analysis& analysis, const Window& window, const QString& version)
{
    const Verdict verdict =
        quickVerdict(analysis, windowBudget(*analysis.budget, window.range, {},
                                            analysis.thresholds.classes.active));
    QStringList parts;
    parts << QString::fromStdString(analysis.trace->capture.fileName);
    parts << (windowName(window, analysis.steady) % QStringLiteral(" (")
              % format::range(window.range) % QStringLiteral(")"));
    QString primary = QString::fromStdString(verdict.primary);
    if (const ClassFinding* finding = verdict.find(verdict.primary); finding && finding->share)
        primary += QStringLiteral(" ") % format::percent(*finding->share)
                   % QStringLiteral(" of the window");
    parts << primary;
    parts << (version.isEmpty() ? QStringLiteral("nsys-verdict")
                                : QStringLiteral("nsys-verdict ") % version);
    return parts.join(QStringLiteral("  \u00b7  "));
}

} // namespace nv
