// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"

#include <nlohmann/json_fwd.hpp>

namespace nv {

/// Frames of the real timeline along a scripted tour, without and with charts, and while somebody
/// does something; the brush, the tables and the processor at rest, at 1920x1080.  Needs a QApplication.
void measureWindow(const AnalysisPtr& analysis, nlohmann::json& out);

} // namespace nv
