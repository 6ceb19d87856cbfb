// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

/// The text of a report for exactly this window, all figures computed anew by the functions of the
/// command line.  Cost: that of all tables of the window: on a worker.  Errors: Cancelled.
/// Thread: pure.
namespace nv {

Result<std::string> reportText(const Report& report, const Analysis& analysis, const Window& window,
                               const NameRulesPtr& rules, const std::stop_token& stop);

} // namespace nv
