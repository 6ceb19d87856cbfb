// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/trace/cache_place.h"
#include "core/trace/trace_model.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Opens a file of some format as a trace model.  A format is a folder and a line in registry.cpp.
/// Errors: one sentence that names the file by its base name, what is wrong and what to do; nothing
/// is ever written beside the file.  Thread: load runs on a worker; it reads `stop`, writes
/// `progress`.
namespace nv {

/// How much room converted reports may take.
inline constexpr std::uint64_t kDefaultCacheBytes = std::uint64_t{20} << 30;

struct LoadOptions
{
    std::filesystem::path path;
    std::filesystem::path nsysPath{}; ///< what converts reports; empty: the newest that is found
    std::uint64_t cacheBytes = kDefaultCacheBytes; ///< limit of the folder of converted reports
    /// What messages and the trace call the file; empty: its base name.
    std::string displayName{};
    /// Held as long as the trace: the folder or the lock that `path` depends on.
    std::shared_ptr<const void> keep{};
    /// Load this part of the capture's time only; which events belong to it: time_slice.h.
    std::optional<TimeRange> range{};
    /// How much memory there is; asked of the system unless given, 0: no limit.
    std::optional<std::uint64_t> memoryBytes{};
    /// Where opened traces are kept for their next opening; without a folder, nowhere.
    CachePlace opened{};
    /// Without lanes nothing can be drawn; tables and reports do not ask for them.
    bool lanes = true;
};

struct Source
{
    std::string_view id;         ///< "nsys-sqlite"
    std::string_view title;      ///< "Nsight Systems SQLite export"
    std::string_view extensions; ///< for the open dialog: "*.sqlite *.sqlite3 *.db"
    /// Does this look like ours?  `head` is the first 4 KiB of the file.
    bool (*sniff)(const std::filesystem::path& path, std::string_view head);
    Result<TracePtr> (*load)(const LoadOptions& options, const std::stop_token& stop,
                             Progress& progress);
};

/// All sources, in the order they are asked.
std::span<const Source> sources();

/// Finds the source by content and loads the file.
Result<TracePtr> loadTrace(const LoadOptions& options, const std::stop_token& stop,
                           Progress& progress);

} // namespace nv
