// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// What is the name of this CUDA API call without the suffixes the export adds?
/// Two rules: the program's own, and the cruder one that nsys' reports use.
/// Thread: pure functions.  Source: host-overhead.md 0.3, nsys.md 2.
namespace nv {

/// Suffix `_v<digits>`, then `_ptsz` or `_ptds` removed: cudaLaunchKernel_v7000 ->
/// cudaLaunchKernel.
std::string apiBaseName(std::string_view name);

/// `_v` and any four characters at the end removed, whatever they are.
std::string_view nsysStrippedName(std::string_view name);

} // namespace nv
