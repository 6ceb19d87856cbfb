// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/private_folder.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

/// A read-only connection that leaves no trace beside the file it reads, and rows of typed columns.
/// How a file is opened: one without journal files with mode=ro; one in WAL mode with an empty or
/// no -wal as immutable (mode=ro would create a -shm beside it); one with a non-empty -wal or
/// -journal is copied with it to a private temporary folder and read there; one that another
/// process holds locked is read as immutable, with a warning. Errors: Io, NotATrace, Corrupt,
/// Cancelled, each a sentence with the file's base name. Thread: one connection per thread; several
/// may read one file.  Stop: a progress handler ends a running query within a few milliseconds of a
/// stop request.
namespace nv::sqlite {

class Row;
class Statement;

/// A copy of a file in a private folder; both go with the last copy of the handle.
class TemporaryCopy
{
public:
    static Result<std::shared_ptr<TemporaryCopy>> of(const std::filesystem::path& file,
                                                     const std::stop_token& stop);
    TemporaryCopy(const TemporaryCopy&) = delete;
    TemporaryCopy& operator=(const TemporaryCopy&) = delete;

    const std::filesystem::path& file() const { return m_file; }

private:
    TemporaryCopy() = default;
    std::shared_ptr<PrivateFolder> m_folder;
    std::filesystem::path m_file;
};

/// How to open a file, decided once and used by every connection to it.
struct Access
{
    std::filesystem::path path;
    std::string displayName; ///< base name of what the user opened
    bool immutable = false;
    std::string warning; ///< a sentence for the data-quality list, empty when all is well
    std::shared_ptr<TemporaryCopy> copy;
    std::shared_ptr<const void> keep; ///< held as long as somebody may open the file again
};

Result<Access> prepareAccess(const std::filesystem::path& file, const std::stop_token& stop);
/// What opens the file read-only, as a URI.
std::string readOnlyUri(const Access& access);

class Database
{
public:
    static Result<Database> open(const Access& access, std::stop_token stop);
    ~Database();
    Database(Database&&) noexcept;
    Database& operator=(Database&&) noexcept;

    Result<Statement> prepare(std::string_view sql) const;
    /// Calls `visitor` with the values `columns` (a list as after SELECT) of each row of `from` (what
    /// follows FROM).  Rows are handed out from inside the query, as to an aggregate function: twice
    /// as fast as stepping over them.  What the visitor throws ends the query and is thrown on.
    Status visit(const std::string& columns, const std::string& from,
                 const std::function<void(const Row&)>& visitor) const;
    /// Names of tables and views.
    Result<std::vector<std::string>> tables() const;
    /// Names of the columns of a table or view.
    Result<std::vector<std::string>> columns(std::string_view table) const;
    /// The last failure as a sentence about this file.
    Error failure(int code, std::string_view sql) const;

private:
    Database() = default;
    struct Hooks;
    sqlite3* m_db = nullptr;
    std::unique_ptr<Hooks> m_hooks;
    std::string m_name;
};

class Statement
{
public:
    ~Statement();
    Statement(Statement&&) noexcept;
    Statement& operator=(Statement&&) noexcept;

    /// True: a row is there.  False: no more rows.
    Result<bool> step();
    bool isNull(int column) const;
    bool isInteger(int column) const;
    std::int64_t integer(int column) const; ///< 0 unless isInteger

    std::int64_t integerOr(int column, std::int64_t otherwise) const
    {
        return isInteger(column) ? integer(column) : otherwise;
    }

    /// The bytes of a text, NULs included; empty for anything but text.
    std::string_view text(int column) const;
    bool isText(int column) const;

private:
    friend class Database;

    Statement(const Database* db, sqlite3_stmt* statement, std::string sql)
        : m_db(db)
        , m_statement(statement)
        , m_sql(std::move(sql))
    {}

    const Database* m_db = nullptr;
    sqlite3_stmt* m_statement = nullptr;
    std::string m_sql;
};

/// `name` quoted as an SQL identifier.
std::string quoted(std::string_view name);

} // namespace nv::sqlite
