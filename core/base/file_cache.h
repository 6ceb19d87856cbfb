// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What was made of a file before, and is dear to make again: a folder of finished files.
/// Shape: an entry is a file of the folder whose name ends with the cache's suffix.  Complete files
/// only: they are renamed into place; nobody but their user may read them.  Beyond its limit the
/// folder loses the entries that were used longest ago, but neither the newest nor one that a
/// program has open.
/// Errors: of `put` only, Io or what writing says.  Thread: any, also several programs at once.
/// Source: product.md, Input.
namespace nv {

/// An entry to read, and what must be held while it is read.
struct CachedFile
{
    std::filesystem::path path;
    std::shared_ptr<const void> keep;
};

class FileCache
{
public:
    /// `file` is open for reading, `size` long; false: the entry is not taken.
    using IsSound = bool (*)(int file, std::uint64_t size);

    /// `folder` empty: nothing is kept.
    FileCache(std::filesystem::path folder, std::uint64_t limitBytes, std::string_view suffix,
              IsSound isSound);

    /// Opens and locks an entry that is worth reading.  `name`: without the suffix.
    std::optional<CachedFile> find(const std::string& name) const;
    /// Names, without the suffix, that begin so.
    std::vector<std::string> namesWith(const std::string& prefix) const;

    using Writer = std::function<Status(const std::filesystem::path& target)>;
    /// `write` writes the file; then it is put into place, and others may have to go.
    Result<CachedFile> put(const std::string& name, const Writer& write) const;
    void drop(const std::filesystem::path& entry) const;

    void dropNamed(const std::string& name) const { drop(entryPath(name)); }

    const std::filesystem::path& folder() const { return m_folder; }

    std::uint64_t limitBytes() const { return m_limit; }

private:
    std::filesystem::path entryPath(const std::string& name) const;
    std::optional<CachedFile> take(const std::filesystem::path& entry) const;
    void evict(const std::filesystem::path& newest) const;

    std::filesystem::path m_folder;
    std::uint64_t m_limit;
    std::string_view m_suffix;
    IsSound m_isSound;
};

/// $XDG_CACHE_HOME/nsys-verdict/NAME, else below ~/.cache; empty where neither is set.
std::filesystem::path userCacheFolder(std::string_view name);

} // namespace nv
