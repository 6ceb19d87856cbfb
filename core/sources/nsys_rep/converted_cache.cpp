// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/converted_cache.h"

#include "core/base/file_fingerprint.h"
#include "core/base/name_table.h"
#include "core/base/private_folder.h"
#include "core/sources/nsys_rep/scrub.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace nv::nsys {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSuffix = ".sqlite";

std::string prefixOf(const ReportKey& key)
{
    return hexText(key.size) + "-" + hexText(static_cast<std::uint64_t>(key.modified)) + "-"
           + hexText(key.fingerprint) + "-";
}

/// Holds a shared lock on an entry: it is not evicted while somebody may open it again.
class EntryLock
{
public:
    explicit EntryLock(int file)
        : m_file(file)
    {}

    ~EntryLock() { ::close(m_file); }

    EntryLock(const EntryLock&) = delete;
    EntryLock& operator=(const EntryLock&) = delete;

private:
    int m_file;
};

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

/// Opens and locks an entry that is worth reading.
std::optional<ConvertedFile> take(const fs::path& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return std::nullopt;
    auto lock = std::make_shared<EntryLock>(file);
    ::flock(file, LOCK_SH | LOCK_NB); // where locks do not work eviction cannot know

    struct stat opened
    {};

    struct stat named
    {};

    // Evicted or replaced between open and lock, it would not be there to be opened again.
    if (::fstat(file, &opened) != 0 || ::stat(path.c_str(), &named) != 0
        || opened.st_ino != named.st_ino || opened.st_dev != named.st_dev
        || !S_ISREG(opened.st_mode) || opened.st_uid != ::geteuid()
        || !isSound(file, static_cast<std::uint64_t>(opened.st_size)))
        return std::nullopt;
    // The last use: the time of reading, since that of writing tells whether a file was replaced.
    const std::array<timespec, 2> times{{{0, UTIME_NOW}, {0, UTIME_OMIT}}};
    ::futimens(file, times.data());
    return ConvertedFile{path, std::move(lock)};
}

/// Makes the folder and what is above it; only its user may look into it.
Status makeFolder(const fs::path& folder)
{
    std::error_code ec;
    if (folder.empty())
        return Error{Errc::Io, "There is no folder for converted reports: HOME is not set.", {}};
    fs::create_directories(folder.parent_path(), ec);
    if (!ec && ::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        ec.assign(errno, std::generic_category());
    if (ec)
        return Error{Errc::Io,
                     "The folder of converted reports cannot be made: " + ec.message() + ".",
                     folder.string()};
    ::chmod(folder.c_str(), S_IRWXU);
    return Nothing{};
}

} // namespace

Result<ReportKey> ReportKey::of(const fs::path& report, const std::stop_token& stop)
{
    NV_TRY(content, FileFingerprint::of(report, stop));
    ReportKey key;
    key.size = content.size;
    key.fingerprint = content.content;
    std::error_code ec;
    key.modified = fs::last_write_time(report, ec).time_since_epoch().count();
    if (ec)
        return Error{Errc::Io,
                     validUtf8(report.filename().string()) + " cannot be read: " + ec.message()
                         + ".",
                     {}};
    return key;
}

fs::path userCacheFolder()
{
    // Nothing in the program changes the environment.
    const char* cache = std::getenv("XDG_CACHE_HOME"); // NOLINT(concurrency-mt-unsafe)
    if (cache != nullptr && fs::path(cache).is_absolute())
        return fs::path(cache) / "nsys-verdict" / "converted";
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe)
    if (home != nullptr && fs::path(home).is_absolute())
        return fs::path(home) / ".cache" / "nsys-verdict" / "converted";
    return {};
}

ConvertedCache::ConvertedCache(fs::path folder, std::uint64_t limitBytes)
    : m_folder(std::move(folder))
    , m_limit(limitBytes)
{
    if (!m_folder.empty())
        removeStaleFolders(m_folder);
}

fs::path ConvertedCache::entryPath(const ReportKey& key, const NsysVersion& version) const
{
    return m_folder / (prefixOf(key) + fullText(version) + std::string(kSuffix));
}

std::optional<ConvertedFile> ConvertedCache::find(const ReportKey& key,
                                                  const NsysVersion& version) const
{
    return m_folder.empty() ? std::nullopt : take(entryPath(key, version));
}

std::optional<ConvertedFile> ConvertedCache::findAny(const ReportKey& key) const
{
    std::vector<std::pair<NsysVersion, fs::path>> found;
    const std::string prefix = prefixOf(key);
    std::error_code ec;
    for (fs::directory_iterator it(m_folder, ec), end; !ec && it != end; it.increment(ec)) {
        const std::string name = it->path().filename().string();
        if (name.rfind(prefix, 0) == 0 && it->path().extension() == kSuffix)
            if (const auto version = findVersion(name.substr(prefix.size())))
                found.emplace_back(*version, it->path());
    }
    std::sort(found.rbegin(), found.rend());
    for (const auto& [version, path] : found)
        if (auto entry = take(path))
            return entry;
    return std::nullopt;
}

Result<ConvertedFile> ConvertedCache::put(const ReportKey& key, const NsysVersion& version,
                                          const Writer& write) const
{
    if (Status made = makeFolder(m_folder); !made)
        return made.error();
    NV_TRY(folder, PrivateFolder::makeIn(m_folder));
    const fs::path partial = folder->path() / "converted.sqlite";
    if (Status written = write(partial); !written)
        return written.error();
    ::chmod(partial.c_str(), S_IRUSR | S_IWUSR);
    const fs::path entry = entryPath(key, version);
    std::error_code ec;
    fs::rename(partial, entry, ec);
    auto taken = ec ? std::nullopt : take(entry);
    if (!taken)
        return Error{Errc::Io, "The converted report cannot be kept: " + ec.message() + ".", {}};
    evict(entry);
    return *taken;
}

void ConvertedCache::drop(const fs::path& entry) const
{
    std::error_code ignored;
    fs::remove(entry, ignored);
}

void ConvertedCache::evict(const fs::path& newest) const
{
    struct Entry
    {
        std::int64_t used = 0;
        std::uint64_t size = 0;
        fs::path path;
    };

    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code ec;
    for (fs::directory_iterator it(m_folder, ec), end; !ec && it != end; it.increment(ec)) {
        struct stat info
        {};

        if (it->path().extension() != kSuffix || ::lstat(it->path().c_str(), &info) != 0
            || !S_ISREG(info.st_mode))
            continue;
        entries.push_back({static_cast<std::int64_t>(info.st_atime),
                           static_cast<std::uint64_t>(info.st_size), it->path()});
        total += entries.back().size;
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.used < b.used; });
    for (const Entry& entry : entries) {
        if (total <= m_limit)
            return;
        const int file = ::open(entry.path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        const bool isInUse = file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0;
        if (entry.path != newest && !isInUse && ::unlink(entry.path.c_str()) == 0)
            total -= entry.size;
        if (file >= 0)
            ::close(file);
    }
}

} // namespace nv::nsys
