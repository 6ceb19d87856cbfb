// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// How does an export say that it is a saved window of a longer capture?  By a row of its meta data
/// with this name and the window as S/E.  Thread: constants.
namespace nv::nsys {

inline constexpr std::string_view kSavedWindowKey = "NSYS_VERDICT_WINDOW";

} // namespace nv::nsys
