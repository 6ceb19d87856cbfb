// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sqlite/writer.h"

#include <sqlite3.h>

#include <utility>

namespace nv::sqlite {

struct Writer::Stop
{
    std::stop_token token;
};

namespace {

constexpr int kStepsToProgress = 4096; // virtual machine steps between two looks at the stop token

struct Finalizer
{
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

using StatementHandle = std::unique_ptr<sqlite3_stmt, Finalizer>;

std::string literal(const std::string& text)
{
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'')
            out += '\'';
        out += c;
    }
    return out + '\'';
}

Result<std::string> encodingOf(const Access& source, const std::stop_token& stop)
{
    NV_TRY(db, Database::open(source, stop));
    NV_TRY(statement, db.prepare("PRAGMA encoding"));
    NV_TRY(row, statement.step());
    return row ? std::string(statement.text(0)) : std::string("UTF-8");
}

} // namespace

Result<Writer> Writer::create(const std::filesystem::path& file, const std::string& name,
                              const Access& source, const std::stop_token& stop)
{
    NV_TRY(encoding, encodingOf(source, stop));
    Writer out;
    out.m_name = name;
    out.m_sourceName = source.displayName;
    out.m_stop = std::make_unique<Stop>(Stop{stop});
    constexpr int kFlags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file.c_str(), &out.m_db, kFlags, nullptr) != SQLITE_OK)
        return out.failure("open");
    sqlite3_db_config(out.m_db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_progress_handler(
        out.m_db, kStepsToProgress,
        [](void* held) { return static_cast<Stop*>(held)->token.stop_requested() ? 1 : 0; },
        out.m_stop.get());
    for (const std::string& sql :
         {"PRAGMA encoding=" + literal(encoding), std::string("PRAGMA journal_mode=OFF"),
          std::string("PRAGMA synchronous=OFF"), std::string("PRAGMA temp_store=MEMORY"),
          std::string("PRAGMA trusted_schema=OFF"),
          "ATTACH " + literal(readOnlyUri(source)) + " AS src"})
        if (Status done = out.run(sql); !done)
            return done.error();
    return out;
}

Writer::~Writer()
{
    sqlite3_close_v2(m_db);
}

Writer::Writer(Writer&& other) noexcept
    : m_db(std::exchange(other.m_db, nullptr))
    , m_stop(std::move(other.m_stop))
    , m_name(std::move(other.m_name))
    , m_sourceName(std::move(other.m_sourceName))
{}

Writer& Writer::operator=(Writer&& other) noexcept
{
    std::swap(m_db, other.m_db);
    std::swap(m_stop, other.m_stop);
    std::swap(m_name, other.m_name);
    std::swap(m_sourceName, other.m_sourceName);
    return *this;
}

Error Writer::failure(const std::string& sql) const
{
    const std::string detail = sqlite3_errmsg(m_db);
    const std::string context = detail + " in: " + sql;
    switch (sqlite3_errcode(m_db) & 0xFF) {
    case SQLITE_INTERRUPT:
        return {Errc::Cancelled, "Writing " + m_name + " was cancelled.", context};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return {Errc::Corrupt,
                m_sourceName + " is damaged (" + detail
                    + "); export it again with nsys export --type=sqlite.",
                context};
    case SQLITE_NOMEM:
        return {Errc::Internal, "There is not enough memory to write " + m_name + ".", context};
    default:
        return {Errc::Io, m_name + " cannot be written: " + detail + ".", context};
    }
}

Status Writer::run(const std::string& sql)
{
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v2(m_db, sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK)
        return failure(sql);
    const StatementHandle statement(prepared);
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW)
        code = sqlite3_step(prepared);
    if (code != SQLITE_DONE)
        return failure(sql);
    return Nothing{};
}

Status Writer::insert(const std::string& table, std::size_t columns,
                      std::span<const std::int64_t> cells)
{
    std::string sql = "INSERT OR IGNORE INTO " + table + " VALUES (?";
    for (std::size_t i = 1; i < columns; ++i)
        sql += ",?";
    sql += ")";
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v2(m_db, sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK)
        return failure(sql);
    const StatementHandle statement(prepared);
    for (std::size_t i = 0; i + columns <= cells.size(); i += columns) {
        for (std::size_t c = 0; c < columns; ++c)
            sqlite3_bind_int64(prepared, static_cast<int>(c) + 1, cells[i + c]);
        if (sqlite3_step(prepared) != SQLITE_DONE)
            return failure(sql);
        sqlite3_reset(prepared);
    }
    return Nothing{};
}

Result<std::int64_t> Writer::integer(const std::string& sql)
{
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v2(m_db, sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK)
        return failure(sql);
    const StatementHandle statement(prepared);
    const int code = sqlite3_step(prepared);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return failure(sql);
    const bool isInteger = code == SQLITE_ROW && sqlite3_column_type(prepared, 0) == SQLITE_INTEGER;
    return isInteger ? static_cast<std::int64_t>(sqlite3_column_int64(prepared, 0))
                     : std::int64_t{0};
}

std::uint64_t Writer::changes() const
{
    return static_cast<std::uint64_t>(sqlite3_changes(m_db));
}

Status Writer::close()
{
    if (sqlite3_close(m_db) != SQLITE_OK)
        return failure("close");
    m_db = nullptr;
    return Nothing{};
}

} // namespace nv::sqlite
