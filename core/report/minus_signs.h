// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// How a text of figures is set for people: what is negative gets a minus (U+2212), not a hyphen.
/// A hyphen is one where it stands before a number that fills the text or has a unit ("-16.7 %",
/// "(-2.00 ms"); options of commands, ranges and names with hyphens are left as they are.
/// For pages and the screen only: JSON, CSV and markdown are read by programs.
/// Cost: O(n).  Thread: pure.
namespace nv {

std::string withMinusSigns(std::string_view text);

} // namespace nv
