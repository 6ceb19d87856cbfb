// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// What kind of operation does a kernel's name stand for?
/// "attention", "GEMM", "convolution", "norm", "RoPE", "collective", "scatter", "sort", "reduce",
/// "elementwise", "copy", "FFT", "other".  A guess by words of the name, for grouping only.
/// Thread: pure.  Source: host-overhead.md 6.3.
namespace nv {

std::string_view kernelFamily(std::string_view shortName);

} // namespace nv
