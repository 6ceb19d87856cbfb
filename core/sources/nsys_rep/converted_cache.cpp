// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/converted_cache.h"

#include "core/sources/nsys_rep/scrub.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unistd.h>
#include <vector>

namespace nv::nsys {
namespace fs = std::filesystem;

namespace {

std::string prefixOf(const FileKey& key)
{
    return key.text() + "-";
}

std::uint32_t bigEndian(const std::array<unsigned char, 100>& head, std::size_t at)
{
    return static_cast<std::uint32_t>(head[at]) << 24U
           | static_cast<std::uint32_t>(head[at + 1]) << 16U
           | static_cast<std::uint32_t>(head[at + 2]) << 8U
           | static_cast<std::uint32_t>(head[at + 3]);
}

/// An SQLite file of the length its first page says, scrubbed by these rules.
bool isSound(int file, std::uint64_t size)
{
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    std::array<unsigned char, 100> head{};
    if (::pread(file, head.data(), head.size(), 0) != static_cast<ssize_t>(head.size())
        || std::memcmp(head.data(), kMagic.data(), kMagic.size()) != 0)
        return false;
    const unsigned written = static_cast<unsigned>(head[16]) << 8U | head[17];
    const std::uint64_t pageSize = written == 1 ? 65536 : written;
    return bigEndian(head, 28) * pageSize == size
           && bigEndian(head, 60) == static_cast<std::uint32_t>(kScrubbedVersion)
           && bigEndian(head, 68) == static_cast<std::uint32_t>(kScrubbedId);
}

} // namespace

fs::path convertedFolder()
{
    return userCacheFolder("converted");
}

ConvertedCache::ConvertedCache(fs::path folder, std::uint64_t limitBytes)
    : m_files(std::move(folder), limitBytes, ".sqlite", isSound)
{}

std::optional<CachedFile> ConvertedCache::find(const FileKey& key, const NsysVersion& version) const
{
    return m_files.find(prefixOf(key) + fullText(version));
}

std::optional<CachedFile> ConvertedCache::findAny(const FileKey& key) const
{
    std::vector<std::pair<NsysVersion, std::string>> found;
    const std::string prefix = prefixOf(key);
    for (const std::string& name : m_files.namesWith(prefix))
        if (const auto version = findVersion(name.substr(prefix.size())))
            found.emplace_back(*version, name);
    std::sort(found.rbegin(), found.rend());
    for (const auto& [version, name] : found)
        if (auto entry = m_files.find(name))
            return entry;
    return std::nullopt;
}

Result<CachedFile> ConvertedCache::put(const FileKey& key, const NsysVersion& version,
                                       const FileCache::Writer& write) const
{
    return m_files.put(prefixOf(key) + fullText(version), write);
}

} // namespace nv::nsys
