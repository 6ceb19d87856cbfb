// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/new_limits.h"

namespace nv {

Result<AnalysisPtr> withThresholds(const Analysis& analysis, const Thresholds& thresholds,
                                   const std::stop_token& stop, Progress& progress)
{
    if (thresholds.budget != analysis.thresholds.budget)
        return analyse(analysis.trace, thresholds, stop, progress);
    auto copy = std::make_shared<Analysis>(analysis);
    copy->thresholds = thresholds;
    return AnalysisPtr(std::move(copy));
}

} // namespace nv
