// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file_cache.h"
#include "core/base/file_key.h"
#include "core/sources/nsys_rep/nsys_version.h"

#include <cstdint>
#include <filesystem>
#include <optional>

/// Has this report been converted before?  The folder of converted reports, each a scrubbed export.
/// Shape: one file per report and nsys version, named after both; nothing else tells what it is.
/// Errors: of `put` only, Io or Cancelled.  Thread: any, also several programs at once.
/// Source: product.md, Input.
namespace nv::nsys {

class ConvertedCache
{
public:
    ConvertedCache(std::filesystem::path folder, std::uint64_t limitBytes);

    /// Made by this version of nsys; nullopt when there is none, or only a damaged one.
    std::optional<CachedFile> find(const FileKey& key, const NsysVersion& version) const;
    /// Made by the newest version there is.
    std::optional<CachedFile> findAny(const FileKey& key) const;

    Result<CachedFile> put(const FileKey& key, const NsysVersion& version,
                           const FileCache::Writer& write) const;

    void drop(const std::filesystem::path& entry) const { m_files.drop(entry); }

private:
    FileCache m_files;
};

/// Of converted reports, in the user's cache; empty where there is none.
std::filesystem::path convertedFolder();

} // namespace nv::nsys
