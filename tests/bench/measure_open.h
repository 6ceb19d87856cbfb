// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace nv {

/// Memory of the first opening, time of `rounds` openings and plain scans in turn, analysis,
/// steady state and cancelling; `out` gets the figures, the last analysis is the result.
Result<AnalysisPtr> measureOpening(const std::filesystem::path& path, int rounds,
                                   nlohmann::json& out);

} // namespace nv
