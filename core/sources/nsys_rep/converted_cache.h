// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sources/nsys_rep/nsys_version.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

/// Has this report been converted before?  The folder of converted reports, each a scrubbed export.
/// Shape: one file per report and nsys version, named after both; nothing else tells what it is.
/// Complete files only: they are renamed into place.  Beyond its limit the folder loses the entries
/// that were used longest ago, but neither the newest nor one that a program has open.
/// Errors: of `put` only, Io or Cancelled.  Thread: any, also several programs at once.
/// Source: product.md, Input.
namespace nv::nsys {

/// What makes two reports the same: size, time, content.
struct ReportKey
{
    std::uint64_t size = 0;
    std::int64_t modified = 0;
    std::uint64_t fingerprint = 0; ///< FileFingerprint::content

    static Result<ReportKey> of(const std::filesystem::path& report, const std::stop_token& stop);
};

/// An export to read, and what must be held while it is read.
struct ConvertedFile
{
    std::filesystem::path path;
    std::shared_ptr<const void> keep;
};

class ConvertedCache
{
public:
    ConvertedCache(std::filesystem::path folder, std::uint64_t limitBytes);

    /// Made by this version of nsys; nullopt when there is none, or only a damaged one.
    std::optional<ConvertedFile> find(const ReportKey& key, const NsysVersion& version) const;
    /// Made by the newest version there is.
    std::optional<ConvertedFile> findAny(const ReportKey& key) const;

    using Writer = std::function<Status(const std::filesystem::path& target)>;
    /// `write` writes the file; then it is put into place, and others may have to go.
    Result<ConvertedFile> put(const ReportKey& key, const NsysVersion& version,
                              const Writer& write) const;
    void drop(const std::filesystem::path& entry) const;

    const std::filesystem::path& folder() const { return m_folder; }

private:
    std::filesystem::path entryPath(const ReportKey& key, const NsysVersion& version) const;
    void evict(const std::filesystem::path& newest) const;

    std::filesystem::path m_folder;
    std::uint64_t m_limit;
};

/// $XDG_CACHE_HOME/nsys-verdict/converted, else below ~/.cache; empty where neither is set.
std::filesystem::path userCacheFolder();

} // namespace nv::nsys
