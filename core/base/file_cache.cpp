// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_cache.h"

#include "core/base/private_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace nv {
namespace fs = std::filesystem;

namespace {

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

/// Makes the folder and what is above it; only its user may look into it.
Status makeFolder(const fs::path& folder)
{
    std::error_code ec;
    if (folder.empty())
        return Error{Errc::Io, "There is no folder for a cache: HOME is not set.", {}};
    fs::create_directories(folder.parent_path(), ec);
    if (!ec && ::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        ec.assign(errno, std::generic_category());
    if (ec)
        return Error{Errc::Io, "The folder of the cache cannot be made: " + ec.message() + ".",
                     folder.string()};
    ::chmod(folder.c_str(), S_IRWXU);
    return Nothing{};
}

} // namespace

FileCache::FileCache(fs::path folder, std::uint64_t limitBytes, std::string_view suffix,
                     IsSound isSound)
    : m_folder(std::move(folder))
    , m_limit(limitBytes)
    , m_suffix(suffix)
    , m_isSound(isSound)
{
    if (!m_folder.empty())
        removeStaleFolders(m_folder);
}

fs::path FileCache::entryPath(const std::string& name) const
{
    return m_folder / (name + std::string(m_suffix));
}

std::optional<CachedFile> FileCache::take(const fs::path& path) const
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
        || !m_isSound(file, static_cast<std::uint64_t>(opened.st_size)))
        return std::nullopt;
    // The last use: the time of reading, since that of writing tells whether a file was replaced.
    // Not UTIME_NOW: that is the clock of the last tick, the same for entries used one after another.
    std::array<timespec, 2> times{{{}, {0, UTIME_OMIT}}};
    ::clock_gettime(CLOCK_REALTIME, times.data());
    ::futimens(file, times.data());
    return CachedFile{path, std::move(lock)};
}

std::optional<CachedFile> FileCache::find(const std::string& name) const
{
    return m_folder.empty() ? std::nullopt : take(entryPath(name));
}

std::vector<std::string> FileCache::namesWith(const std::string& prefix) const
{
    std::vector<std::string> found;
    if (m_folder.empty())
        return found;
    std::error_code ec;
    for (fs::directory_iterator it(m_folder, ec), end; !ec && it != end; it.increment(ec)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with(prefix) && name.ends_with(m_suffix))
            found.push_back(name.substr(0, name.size() - m_suffix.size()));
    }
    return found;
}

Result<CachedFile> FileCache::put(const std::string& name, const Writer& write) const
{
    if (Status made = makeFolder(m_folder); !made)
        return made.error();
    NV_TRY(folder, PrivateFolder::makeIn(m_folder));
    const fs::path partial = folder->path() / "partial";
    if (Status written = write(partial); !written)
        return written.error();
    ::chmod(partial.c_str(), S_IRUSR | S_IWUSR);
    const fs::path entry = entryPath(name);
    std::error_code ec;
    fs::rename(partial, entry, ec);
    auto taken = ec ? std::nullopt : take(entry);
    if (!taken)
        return Error{Errc::Io, "The file cannot be kept in the cache: " + ec.message() + ".", {}};
    evict(entry);
    return *taken;
}

void FileCache::drop(const fs::path& entry) const
{
    std::error_code ignored;
    fs::remove(entry, ignored);
}

void FileCache::evict(const fs::path& newest) const
{
    struct Entry
    {
        std::pair<std::int64_t, std::int64_t> used; // seconds, and nanoseconds of the last
        std::uint64_t size = 0;
        fs::path path;
    };

    std::vector<Entry> entries;
    std::uint64_t total = 0;
    std::error_code ec;
    for (fs::directory_iterator it(m_folder, ec), end; !ec && it != end; it.increment(ec)) {
        struct stat info
        {};

        if (!it->path().filename().string().ends_with(m_suffix)
            || ::lstat(it->path().c_str(), &info) != 0 || !S_ISREG(info.st_mode))
            continue;
        entries.push_back({{info.st_atim.tv_sec, info.st_atim.tv_nsec},
                           static_cast<std::uint64_t>(info.st_size),
                           it->path()});
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

fs::path userCacheFolder(std::string_view name)
{
    // Nothing in the program changes the environment.
    const char* cache = std::getenv("XDG_CACHE_HOME"); // NOLINT(concurrency-mt-unsafe)
    if (cache != nullptr && fs::path(cache).is_absolute())
        return fs::path(cache) / "nsys-verdict" / name;
    const char* home = std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe)
    if (home != nullptr && fs::path(home).is_absolute())
        return fs::path(home) / ".cache" / "nsys-verdict" / name;
    return {};
}

} // namespace nv
