// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_steps.h"
#include "app/output_files.h"
#include "app/progress_line.h"
#include "core/export/save_window.h"

namespace nv {

Status runSave(const Options& options, const std::stop_token& stop)
{
    if (Status writable = checkTargets({options.output}, options.trace); !writable)
        return writable;
    NV_TRY(analysis, openAnalysis(options, stop));
    NV_TRY(window, windowOf(options, *analysis));
    Progress progress;
    const ProgressLine line(progress);
    const auto saved =
        saveWindow(*analysis, {window, options.output, options.redact}, stop, progress);
    if (!saved)
        return saved.error();
    return Nothing{};
}

} // namespace nv
