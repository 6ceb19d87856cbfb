// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sqlite/database.h"

#include "core/sqlite/row.h"

#include <cstring>
#include <exception>

namespace nv::sqlite {

/// What SQLite's callbacks find again: stays where it is when a Database moves.
struct Database::Hooks
{
    std::stop_token token;
    const std::function<void(const Row&)>* visitor = nullptr;
    std::exception_ptr thrown;

    static void onRow(sqlite3_context* context, int /*count*/, sqlite3_value** values)
    {
        auto& hooks = *static_cast<Hooks*>(sqlite3_user_data(context));
        try {
            (*hooks.visitor)(Row(values));
        } catch (...) { // SQLite is C: nothing may fly through it
            hooks.thrown = std::current_exception();
            sqlite3_result_error(context, "the visitor failed", -1);
        }
    }

    static void onEnd(sqlite3_context* context) { sqlite3_result_null(context); }
};

namespace {

constexpr const char* kVisit = "nv_visit";

constexpr int kProgressSteps = 4096; // virtual machine steps between two looks at the stop token

int onProgress(void* stop)
{
    return static_cast<std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

/// SQLite's URI form: ? and # end a path, % begins an escape.
std::string uriPath(const std::filesystem::path& path)
{
    std::string out = "file:";
    for (const char c : path.string()) {
        switch (c) {
        case '%':
            out += "%25";
            break;
        case '?':
            out += "%3f";
            break;
        case '#':
            out += "%23";
            break;
        default:
            out += c;
        }
    }
    return out;
}

} // namespace

std::string readOnlyUri(const Access& access)
{
    // A path that begins with two slashes would read as a URI authority: make it absolute and
    // plain.
    std::error_code ignored;
    const auto absolute = std::filesystem::absolute(access.path, ignored).lexically_normal();
    return uriPath(absolute) + (access.immutable ? "?mode=ro&immutable=1" : "?mode=ro");
}

Result<Database> Database::open(const Access& access, std::stop_token stop)
{
    Database db;
    db.m_name = access.displayName;
    db.m_hooks = std::make_unique<Hooks>();
    db.m_hooks->token = std::move(stop);
    const std::string uri = readOnlyUri(access);
    const int code =
        sqlite3_open_v2(uri.c_str(), &db.m_db,
                        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK)
        return db.failure(code, "open");
    sqlite3_progress_handler(db.m_db, kProgressSteps, onProgress, &db.m_hooks->token);
    const int made =
        sqlite3_create_function_v2(db.m_db, kVisit, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                   db.m_hooks.get(), nullptr, Hooks::onRow, Hooks::onEnd, nullptr);
    if (made != SQLITE_OK)
        return db.failure(made, kVisit);
    return db;
}

Database::~Database()
{
    sqlite3_close_v2(m_db);
}

Database::Database(Database&& other) noexcept
    : m_db(std::exchange(other.m_db, nullptr))
    , m_hooks(std::move(other.m_hooks))
    , m_name(std::move(other.m_name))
{}

Database& Database::operator=(Database&& other) noexcept
{
    std::swap(m_db, other.m_db);
    std::swap(m_hooks, other.m_hooks);
    std::swap(m_name, other.m_name);
    return *this;
}

Error Database::failure(int code, std::string_view sql) const
{
    const std::string detail = m_db != nullptr ? sqlite3_errmsg(m_db) : sqlite3_errstr(code);
    Error error;
    error.context = detail + " in: " + std::string(sql);
    switch (code & 0xFF) {
    case SQLITE_INTERRUPT:
        error.code = Errc::Cancelled;
        error.message = "Opening " + m_name + " was cancelled.";
        break;
    case SQLITE_NOTADB:
        error.code = Errc::Corrupt;
        error.message = m_name
                        + " is damaged: its content is not a database; export it again with "
                          "nsys export --type=sqlite.";
        break;
    case SQLITE_CORRUPT:
        error.code = Errc::Corrupt;
        error.message = m_name + " is damaged (" + detail
                        + "); export it again with "
                          "nsys export --type=sqlite.";
        break;
    case SQLITE_NOMEM:
        error.code = Errc::Internal;
        error.message = "There is not enough memory to read " + m_name + ".";
        break;
    default:
        error.code = Errc::Io;
        error.message = m_name + " cannot be read: " + detail + ".";
    }
    return error;
}

Result<Statement> Database::prepare(std::string_view sql) const
{
    sqlite3_stmt* statement = nullptr;
    const int code =
        sqlite3_prepare_v2(m_db, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    if (code != SQLITE_OK)
        return failure(code, sql);
    return Statement(this, statement, std::string(sql));
}

Status Database::visit(const std::string& columns, const std::string& from,
                       const std::function<void(const Row&)>& visitor) const
{
    NV_TRY(statement, prepare(std::string("SELECT ") + kVisit + "(" + columns + ") FROM " + from));
    m_hooks->visitor = &visitor;
    const auto row = statement.step();
    m_hooks->visitor = nullptr;
    if (m_hooks->thrown)
        std::rethrow_exception(std::exchange(m_hooks->thrown, nullptr));
    if (!row)
        return row.error();
    return Nothing{};
}

namespace {

Result<std::vector<std::string>> texts(const Database& db, const std::string& sql, int column)
{
    NV_TRY(statement, db.prepare(sql));
    std::vector<std::string> out;
    for (;;) {
        NV_TRY(row, statement.step());
        if (!row)
            return out;
        out.emplace_back(statement.text(column));
    }
}

} // namespace

Result<std::vector<std::string>> Database::tables() const
{
    return texts(*this, "SELECT name FROM sqlite_master WHERE type IN ('table','view')", 0);
}

Result<std::vector<std::string>> Database::columns(std::string_view table) const
{
    return texts(*this, "PRAGMA table_info(" + quoted(table) + ")", 1);
}

Statement::~Statement()
{
    sqlite3_finalize(m_statement);
}

Statement::Statement(Statement&& other) noexcept
    : m_db(other.m_db)
    , m_statement(std::exchange(other.m_statement, nullptr))
    , m_sql(std::move(other.m_sql))
{}

Statement& Statement::operator=(Statement&& other) noexcept
{
    std::swap(m_db, other.m_db);
    std::swap(m_statement, other.m_statement);
    std::swap(m_sql, other.m_sql);
    return *this;
}

Result<bool> Statement::step()
{
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return m_db->failure(code, m_sql);
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

bool Statement::isInteger(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_INTEGER;
}

bool Statement::isText(int column) const
{
    return sqlite3_column_type(m_statement, column) == SQLITE_TEXT;
}

std::int64_t Statement::integer(int column) const
{
    return isInteger(column) ? sqlite3_column_int64(m_statement, column) : 0;
}

std::string_view Statement::text(int column) const
{
    if (!isText(column))
        return {};
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::string quoted(std::string_view name)
{
    std::string out = "\"";
    for (const char c : name) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

} // namespace nv::sqlite
