// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/private_folder.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace nv {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kFolderPrefix = "nsys-verdict-";

/// -1: there is no such folder, or it is a link.
int openFolder(const fs::path& path)
{
    return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Also a live process of another container, which has no number here, holds the lock.
bool isInUse(const fs::path& folder)
{
    const int lock = openFolder(folder);
    if (lock < 0)
        return true;
    const bool isFree = ::flock(lock, LOCK_EX | LOCK_NB) == 0;
    ::close(lock);
    return !isFree;
}

bool isAlive(long pid)
{
    return ::kill(static_cast<pid_t>(pid), 0) == 0 || errno != ESRCH;
}

} // namespace

void removeStaleFolders(const fs::path& base)
{
    std::error_code ec;
    for (fs::directory_iterator it(base, ec), end; !ec && it != end; it.increment(ec)) {
        const std::string name = it->path().filename().string();
        if (name.rfind(kFolderPrefix, 0) != 0)
            continue;
        const long pid = std::strtol(name.c_str() + kFolderPrefix.size(), nullptr, 10);
        if (pid <= 0 || isAlive(pid) || isInUse(it->path()))
            continue;
        std::error_code ignored; // somebody else's folder simply stays
        fs::remove_all(it->path(), ignored);
    }
}

void removeStaleFolders()
{
    std::error_code ec;
    const fs::path base = fs::temp_directory_path(ec);
    if (!ec)
        removeStaleFolders(base);
}

PrivateFolder::PrivateFolder(fs::path path)
    : m_path(std::move(path))
    , m_lock(openFolder(m_path))
{
    if (m_lock >= 0)
        ::flock(m_lock, LOCK_EX | LOCK_NB); // where locks do not work the process number must do
}

PrivateFolder::~PrivateFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    if (m_lock >= 0)
        ::close(m_lock);
}

Result<std::shared_ptr<PrivateFolder>> PrivateFolder::make()
{
    std::error_code ec;
    const fs::path base = fs::temp_directory_path(ec);
    if (ec)
        return Error{Errc::Io, "There is no folder for temporary files: set TMPDIR.", ec.message()};
    return makeIn(base);
}

Result<std::shared_ptr<PrivateFolder>> PrivateFolder::makeIn(const fs::path& base)
{
    removeStaleFolders(base);
    std::string pattern =
        (base / (std::string(kFolderPrefix) + std::to_string(::getpid()) + "-XXXXXX")).string();
    if (::mkdtemp(pattern.data()) == nullptr) // mkdtemp makes it 0700
        return Error{Errc::Io,
                     "The folder for temporary files, " + base.string() + ", cannot be written.",
                     std::generic_category().message(errno)};
    return std::shared_ptr<PrivateFolder>(new PrivateFolder(pattern));
}

} // namespace nv
