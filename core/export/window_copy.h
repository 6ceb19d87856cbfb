// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/export/keep_plan.h"
#include "core/sqlite/database.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

/// Copies what a plan keeps from an export into a new file, table by table: first the events, then
/// what they refer to.  Nothing of the environment is copied, apart from a text that an event refers
/// to: scrub() looks at these.
/// Errors: Io, Corrupt, Cancelled; the file is then good for nothing.  Thread: any; blocks.
namespace nv {

struct WindowCopy
{
    const sqlite::Access& source;
    const KeepPlan& plan;
    std::filesystem::path file; ///< must not exist
    std::string name;           ///< what sentences call it
    bool isRedacted = false;
};

/// Rows written.
Result<std::uint64_t> copyWindow(const WindowCopy& copy, const std::stop_token& stop,
                                 Progress& progress);

} // namespace nv
