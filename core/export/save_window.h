// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/window.h"
#include "core/base/progress.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>

/// A window of a trace as a smaller export for a colleague: every event that touches the window and
/// all it refers to, so that the budget, the tables and the kernel sums of that window are the same
/// here and in nsys.  Only the gap before the first operation of a device and the one after its last
/// are as long as the file is.
/// Shape: tables, columns, indexes and views as in the original; rows of tables with times by time,
/// those an event refers to by reference (calls, graphs, call chains, texts), the rest whole; what
/// was allocated before the window stays known.  Rows without a readable time are left out.  A row
/// NSYS_VERDICT_WINDOW of the export's meta data says which window it is.
/// Privacy: scrubbed by the rules for converted reports (scrub.h): no environment variable and no
/// output of the program is in it.  `isRedacted` also leaves out names of processes and threads,
/// command lines, paths of the capture and call chains.
/// Errors: BadArgument for a target that is the trace itself; Io, Corrupt, Cancelled.  The target is
/// whole or untouched: it is written in a private folder beside it and renamed.
/// Cost: two scans of the trace's tables; memory for the ids kept.
/// Thread: any; blocks.  `progress` counts rows read.
namespace nv {

struct SaveRequest
{
    Window window;
    std::filesystem::path target;
    bool isRedacted = false;
};

struct SavedWindow
{
    std::uint64_t rows = 0; ///< of every table
    std::uintmax_t bytes = 0;
    std::uintmax_t bytesOfTrace = 0;
};

Result<SavedWindow> saveWindow(const Analysis& analysis, const SaveRequest& request,
                               const std::stop_token& stop, Progress& progress);

} // namespace nv
