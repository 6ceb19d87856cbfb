// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

/// Will a trace fit, before the machine begins to swap?
/// Unit: bytes; 80 an event row while it is opened (README, "Speed").  Errors: BadArgument with what
/// to do instead.  Thread: pure, but for availableMemory, which asks the system.
namespace nv {

inline constexpr std::uint64_t kOpeningBytesPerRow = 80;

/// What may be used without swapping; 0 where the system does not say.
std::uint64_t availableMemory();

/// `available` 0: always fits.
Status fitsMemory(const std::string& name, std::uint64_t rows, std::uint64_t available);

} // namespace nv
