// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/table_panel.h"

namespace nv {

/// The CUDA API calls of a window, one row per base name, by total.  Row identity:
/// apiRowId.
Table apiTable(const Answer& answer);

std::uint64_t apiRowId(std::string_view rowName);

QString noCallSentence(const Answer& answer);

} // namespace nv
