// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Which columns of an export hold an id of StringIds?  No schema says so; it is a matter of names,
/// which are alike in every version.
/// Errors: a column of a later version with a name of its own is not known.  Thread: pure.
/// Source: nsys-schema.txt.
namespace nv::nsys {

/// `column` in lower case.
bool isTextColumn(std::string_view column);

std::string lowerAscii(std::string_view text);

} // namespace nv::nsys
