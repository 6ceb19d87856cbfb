// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace nv {

/// Steps through the columns that opening reads, with the plain SQLite interface: two threads, a
/// connection each, each with its half of every table.  Every cell is taken, none is kept: the
/// floor under any reader of this file.
Status plainScan(const std::filesystem::path& path);

} // namespace nv
