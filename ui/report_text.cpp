// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report_text.h"

namespace nv {

Result<std::string> reportText(const Report& report, const Analysis& analysis, const Window& window,
                               const NameRulesPtr& rules, const std::stop_token& stop)
{
    NV_TRY(tables, windowTables(analysis, window, {}, stop));
    NV_TRY(host, hostOverhead(analysis, window, {}, stop));
    const WindowBudget budget =
        windowBudget(*analysis.budget, window.range, {}, analysis.thresholds.classes.active);
    const Verdict verdict = fullVerdict(analysis, budget, tables);
    return report.write(ReportInput{analysis, tables, verdict, host, {}, false, rules});
}

} // namespace nv
