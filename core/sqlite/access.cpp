// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sqlite/database.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace nv::sqlite {
namespace fs = std::filesystem;

namespace {

Status copyFile(const fs::path& from, const fs::path& to, const std::stop_token& stop)
{
    std::ifstream in(from, std::ios::binary);
    std::ofstream out(to, std::ios::binary);
    std::vector<char> block(1U << 20U);
    while (in && out) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "Opening was cancelled.", {}};
        in.read(block.data(), static_cast<std::streamsize>(block.size()));
        out.write(block.data(), in.gcount());
    }
    out.close();
    if (in.bad() || !out)
        return Error{Errc::Io,
                     from.filename().string() + " cannot be copied to " + to.parent_path().string()
                         + ": the disk may be full.",
                     {}};
    return Nothing{};
}

bool isNonEmptyFile(const fs::path& path)
{
    std::error_code ec;
    return fs::file_size(path, ec) > 0 && !ec;
}

fs::path beside(const fs::path& file, const char* suffix)
{
    fs::path out = file;
    out += suffix;
    return out;
}

Result<std::string> readHead(const fs::path& file, const std::string& name)
{
    std::error_code ec;
    if (!fs::exists(file, ec))
        return Error{Errc::Io, name + " does not exist.", file.string()};
    if (fs::is_directory(file, ec))
        return Error{Errc::Io, name + " is a folder, not a trace.", file.string()};
    std::ifstream in(file, std::ios::binary);
    if (!in)
        return Error{Errc::Io,
                     name + " cannot be read: " + std::generic_category().message(errno) + ".",
                     file.string()};
    std::string head(100, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    return head;
}

/// Does another process hold a lock that keeps a reader out?
bool isLocked(const Access& access)
{
    auto db = Database::open(access, {});
    if (!db)
        return false;
    auto statement = db.value().prepare("SELECT count(*) FROM sqlite_master");
    if (!statement)
        return statement.error().context.find("locked") != std::string::npos;
    const auto row = statement.value().step();
    return !row && row.error().context.find("locked") != std::string::npos;
}

} // namespace

Result<std::shared_ptr<TemporaryCopy>> TemporaryCopy::of(const fs::path& file,
                                                         const std::stop_token& stop)
{
    NV_TRY(folder, PrivateFolder::make());
    std::shared_ptr<TemporaryCopy> copy(new TemporaryCopy);
    copy->m_folder = folder;
    copy->m_file = folder->path() / "trace.sqlite";
    for (const char* suffix : {"", "-wal", "-journal"}) {
        const fs::path from = beside(file, suffix);
        if (!isNonEmptyFile(from))
            continue;
        if (Status copied = copyFile(from, beside(copy->m_file, suffix), stop); !copied)
            return copied.error();
    }
    return copy;
}

namespace {

/// Brings the rows of the journal into the copied main file, so that readers may share it
/// read-only.
Status settleJournal(const Access& access)
{
    sqlite3* db = nullptr;
    int code = sqlite3_open_v2(access.path.c_str(), &db, SQLITE_OPEN_READWRITE, nullptr);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "PRAGMA journal_mode=DELETE; SELECT count(*) FROM sqlite_master",
                            nullptr, nullptr, nullptr);
    const std::string detail = db != nullptr ? sqlite3_errmsg(db) : "";
    sqlite3_close_v2(db);
    if (code != SQLITE_OK)
        return Error{Errc::Corrupt,
                     access.displayName + " is damaged (" + detail
                         + "); export it again with nsys export --type=sqlite.",
                     detail};
    return Nothing{};
}

} // namespace

Result<Access> prepareAccess(const fs::path& file, const std::stop_token& stop)
{
    Access access;
    access.path = file;
    access.displayName = file.filename().string();
    NV_TRY(head, readHead(file, access.displayName));
    if (head.empty())
        return Error{Errc::NotATrace,
                     access.displayName + " is an empty file: nothing was exported.",
                     file.string()};
    if (isNonEmptyFile(beside(file, "-wal")) || isNonEmptyFile(beside(file, "-journal"))) {
        NV_TRY(copy, TemporaryCopy::of(file, stop));
        access.path = copy->file();
        access.copy = copy;
        if (Status settled = settleJournal(access); !settled)
            return settled.error();
        return access;
    }
    const bool isWal = head.size() > 19 && head[18] == 2;
    access.immutable = isWal;
    if (!isWal && isLocked(access)) {
        access.immutable = true;
        access.warning = "Another program is writing this file: rows it has not finished may be "
                         "missing or doubled.";
    }
    return access;
}

} // namespace nv::sqlite
