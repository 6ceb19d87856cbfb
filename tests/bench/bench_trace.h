// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

/// A made-up serving run of about `rows` event rows: two devices, four streams each, NVTX nested
/// three deep, every kernel with its API call, a little OS runtime; the same for the same number.
/// Beside the events, and not counted among `rows`: eight metrics of each device at 10 kHz, and
/// eight rows of memory in use a step.
/// Errors: Io.  Thread: pure.
namespace nv {

Status writeBenchTrace(const std::filesystem::path& path, std::uint64_t rows);

} // namespace nv
