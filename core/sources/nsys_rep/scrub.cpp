// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_rep/scrub.h"

#include "core/sources/nsys_sqlite/text_columns.h"
#include "core/sqlite/database.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

namespace nv::nsys {
namespace {

constexpr int kProgressSteps = 4096; // virtual machine steps between two looks at the stop token

struct Closer
{
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }

    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

using StatementHandle = std::unique_ptr<sqlite3_stmt, Closer>;

/// A connection that writes, to a file nobody else knows.
class Editor
{
public:
    Editor(std::string name, std::stop_token stop)
        : m_name(std::move(name))
        , m_stop(std::make_unique<std::stop_token>(std::move(stop)))
    {}

    Status open(const std::filesystem::path& file)
    {
        sqlite3* db = nullptr;
        const int code = sqlite3_open_v2(file.c_str(), &db,
                                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
        m_db.reset(db);
        if (code != SQLITE_OK)
            return failure("open");
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
        sqlite3_progress_handler(
            db, kProgressSteps,
            [](void* token) {
                return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0;
            },
            m_stop.get());
        return run("PRAGMA secure_delete=ON; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; "
                   "PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF; "
                   "PRAGMA locking_mode=EXCLUSIVE");
    }

    Status run(const std::string& sql)
    {
        if (sqlite3_exec(m_db.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
            return failure(sql);
        return Nothing{};
    }

    Result<StatementHandle> prepare(const std::string& sql)
    {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_db.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
            return failure(sql);
        return StatementHandle(statement);
    }

    /// Calls `take` with each row.
    template <class Take>
    Status forEach(const std::string& sql, Take take)
    {
        NV_TRY(statement, prepare(sql));
        for (;;) {
            const int code = sqlite3_step(statement.get());
            if (code == SQLITE_DONE)
                return Nothing{};
            if (code != SQLITE_ROW)
                return failure(sql);
            take(statement.get());
        }
    }

    Error failure(const std::string& sql) const
    {
        const std::string detail = sqlite3_errmsg(m_db.get());
        const std::string context = detail + " in: " + sql;
        switch (sqlite3_errcode(m_db.get()) & 0xFF) {
        case SQLITE_INTERRUPT:
            return {Errc::Cancelled, "Opening " + m_name + " was cancelled.", context};
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            return {Errc::Corrupt,
                    "What nsys wrote for " + m_name + " is no sound SQLite file: " + detail + ".",
                    context};
        default:
            return {Errc::Io, "What nsys wrote for " + m_name + " cannot be kept: " + detail + ".",
                    context};
        }
    }

private:
    std::string m_name;
    std::unique_ptr<std::stop_token> m_stop; // the handler keeps its address
    std::unique_ptr<sqlite3, Closer> m_db;
};

/// In UTF-8 whatever the encoding of the file; texts with NULs keep their length.
std::string_view textAt(sqlite3_stmt* row, int column)
{
    const void* bytes = sqlite3_column_type(row, column) == SQLITE_BLOB
                            ? sqlite3_column_blob(row, column)
                            : sqlite3_column_text(row, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
    return bytes != nullptr ? std::string_view(static_cast<const char*>(bytes), size)
                            : std::string_view();
}

struct Table
{
    std::string name;
    std::set<std::string> columns; ///< in lower case

    bool has(const char* column) const { return columns.count(column) > 0; }
};

/// The tables an export has, without views and those of SQLite itself.
Result<std::vector<Table>> tablesOf(Editor& db)
{
    std::vector<Table> tables;
    Status read =
        db.forEach("SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
                   "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
                   "ORDER BY m.name",
                   [&](sqlite3_stmt* row) {
                       const std::string_view name = textAt(row, 0);
                       if (tables.empty() || tables.back().name != name)
                           tables.push_back({std::string(name), {}});
                       tables.back().columns.insert(lowerAscii(textAt(row, 1)));
                   });
    if (!read)
        return read.error();
    return tables;
}

const Table* find(const std::vector<Table>& tables, std::string_view name)
{
    for (const Table& table : tables)
        if (table.name == name)
            return &table;
    return nullptr;
}

/// Fills the temporary table `dead` with the ids of the texts that have to go.
Status collectTexts(Editor& db, const std::vector<Table>& tables)
{
    if (Status made = db.run("CREATE TEMP TABLE dead(id INTEGER PRIMARY KEY)"); !made)
        return made;
    std::vector<sqlite3_int64> ids;
    Status read = db.forEach("SELECT id, value FROM StringIds", [&ids](sqlite3_stmt* row) {
        if (isEnvironmentBlock(textAt(row, 1)))
            ids.push_back(sqlite3_column_int64(row, 0));
    });
    if (!read)
        return read;
    for (const sqlite3_int64 id : ids)
        if (Status added = db.run("INSERT OR IGNORE INTO dead VALUES (" + std::to_string(id) + ")");
            !added)
            return added;
    if (const Table* streams = find(tables, "ProcessStreams"))
        for (const char* column : {"filenameid", "contentid"})
            if (streams->has(column))
                if (Status added =
                        db.run(std::string("INSERT OR IGNORE INTO dead SELECT ") + column
                               + " FROM ProcessStreams WHERE typeof(" + column + ") = 'integer'");
                    !added)
                    return added;
    return Nothing{};
}

/// Takes out of `dead` what a table other than ProcessStreams refers to.
Status spareWhatIsReferred(Editor& db, const std::vector<Table>& tables)
{
    for (const Table& table : tables) {
        if (table.name == "ProcessStreams" || table.name == "StringIds")
            continue;
        for (const std::string& column : table.columns) {
            if (!isTextColumn(column))
                continue;
            Status spared = db.run("DELETE FROM dead WHERE id IN (SELECT " + sqlite::quoted(column)
                                   + " FROM " + sqlite::quoted(table.name) + " WHERE "
                                   + sqlite::quoted(column) + " IN (SELECT id FROM dead))");
            if (!spared)
                return spared;
        }
    }
    return Nothing{};
}

Status deleteTexts(Editor& db, const std::vector<Table>& tables)
{
    const Table* strings = find(tables, "StringIds");
    if (strings == nullptr || !strings->has("id") || !strings->has("value"))
        return Nothing{};
    if (Status collected = collectTexts(db, tables); !collected)
        return collected;
    bool any = false;
    if (Status read = db.forEach("SELECT 1 FROM dead LIMIT 1", [&](auto*) { any = true; }); !read)
        return read;
    if (!any) // no need to look through every event
        return Nothing{};
    if (Status spared = spareWhatIsReferred(db, tables); !spared)
        return spared;
    return db.run("DELETE FROM StringIds WHERE id IN (SELECT id FROM dead)");
}

Status deleteRows(Editor& db, const std::vector<Table>& tables)
{
    struct Rule
    {
        const char* table;
        const char* column; ///< that the rule needs
        const char* sql;
    };

    constexpr std::array<Rule, 4> kRules{{
        {"META_DATA_CAPTURE", "name",
         "DELETE FROM META_DATA_CAPTURE WHERE name LIKE '%ENVIRONMENT%'"},
        {"TARGET_INFO_SYSTEM_ENV", nullptr, "DELETE FROM TARGET_INFO_SYSTEM_ENV"},
        {"ProcessStreams", nullptr, "DELETE FROM ProcessStreams"},
        {"ANALYSIS_FILE", "content", "UPDATE ANALYSIS_FILE SET content = ''"},
    }};
    for (const Rule& rule : kRules) {
        const Table* table = find(tables, rule.table);
        if (table == nullptr || (rule.column != nullptr && !table->has(rule.column)))
            continue;
        if (Status done = db.run(rule.sql); !done)
            return done;
    }
    return Nothing{};
}

} // namespace

bool isEnvironmentBlock(std::string_view text)
{
    if (text.find('\0') == std::string_view::npos)
        return false;
    // One NAME=VALUE is enough: a block may hold odd things beside.
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\0', begin), text.size());
        const std::string_view part = text.substr(begin, end - begin);
        const std::size_t equals = part.find('=');
        if (equals != std::string_view::npos && equals > 0)
            return true;
        begin = end + 1;
    }
    return false;
}

Status scrub(const std::filesystem::path& file, const std::string& name,
             const std::stop_token& stop)
{
    Editor db(name, stop);
    if (Status opened = db.open(file); !opened)
        return opened;
    NV_TRY(tables, tablesOf(db));
    if (Status begun = db.run("BEGIN"); !begun)
        return begun;
    if (Status done = deleteTexts(db, tables); !done)
        return done;
    if (Status done = deleteRows(db, tables); !done)
        return done;
    return db.run("PRAGMA application_id=" + std::to_string(kScrubbedId)
                  + "; PRAGMA user_version=" + std::to_string(kScrubbedVersion) + "; COMMIT");
}

Status compactInto(const std::filesystem::path& file, const std::filesystem::path& target,
                   const std::string& name, const std::stop_token& stop)
{
    Editor db(name, stop);
    if (Status opened = db.open(file); !opened)
        return opened;
    std::string quotedTarget = "'";
    for (const char c : target.string()) {
        if (c == '\'')
            quotedTarget += '\'';
        quotedTarget += c;
    }
    return db.run("VACUUM INTO " + quotedTarget + "'");
}

} // namespace nv::nsys
