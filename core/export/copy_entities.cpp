// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/copier.h"
#include "core/sources/nsys_sqlite/saved_window.h"

/// What is not an event: small tables, what the file says of itself, indexes and views.
namespace nv {

namespace {

bool isMeta(std::string_view table)
{
    return table == "META_DATA_EXPORT" || table == "EXPORT_META_DATA";
}

} // namespace

std::string quotedText(const std::string& text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("''") : std::string(1, c);
    return out + '\'';
}

std::string Copier::entityCondition(const SourceTable& table) const
{
    if (table.name == "META_DATA_CAPTURE" && table.has("name")) {
        const std::string key = "t." + table.columnOf("name");
        std::string condition = key + " NOT LIKE '%ENVIRONMENT%'";
        if (m_copy.isRedacted)
            for (const char* word : {"PROCESS\\_", "USER", "HOST", "WORKING\\_DIR", "UUID",
                                     "SESSION\\_ID", "DISPLAY\\_NAME", "COMMAND", "FILE"})
                condition += " AND " + key + " NOT LIKE '%" + std::string(word) + "%' ESCAPE '\\'";
        return condition;
    }
    if (isMeta(table.name) && table.has("name")) {
        const std::string key = "t." + table.columnOf("name");
        std::string condition = m_copy.plan.everything
                                    ? std::string("1")
                                    : key + " <> " + quotedText(std::string(nsys::kSavedWindowKey));
        if (m_copy.isRedacted)
            condition += " AND " + key + " NOT LIKE '%FILE%'";
        return condition;
    }
    if (m_copy.isRedacted && (table.name == "ThreadNames" || table.name == "DIAGNOSTIC_EVENT"))
        return "0";
    return {};
}

Status Copier::copyEntities()
{
    for (const SourceTable& table : m_tables)
        if (!table.isView && roleOf(table) == TableRole::Entity)
            if (Status done = copy(table, entityCondition(table)); !done)
                return done;
    const SourceTable* processes = find("PROCESSES");
    if (m_copy.isRedacted && processes != nullptr && processes->has("name"))
        return m_db.run("UPDATE " + target(*processes) + " SET " + processes->columnOf("name")
                        + " = NULL");
    return Nothing{};
}

Status Copier::describe()
{
    if (m_copy.plan.everything)
        return Nothing{};
    const TimeRange window = m_copy.plan.window;
    for (const SourceTable& table : m_tables)
        if (!table.isView && isMeta(table.name) && table.has("name") && table.has("value"))
            return m_db.run("INSERT INTO " + target(table) + "(" + table.columnOf("name") + ", "
                            + table.columnOf("value") + ") VALUES ("
                            + quotedText(std::string(nsys::kSavedWindowKey)) + ", '"
                            + std::to_string(window.begin) + "/" + std::to_string(window.end)
                            + "')");
    return Nothing{};
}

Status Copier::createRest()
{
    NV_TRY(db, sqlite::Database::open(m_copy.source, {}));
    NV_TRY(statement, db.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type "
                                 "IN ('index', 'view') ORDER BY type, rowid"));
    for (;;) {
        NV_TRY(row, statement.step());
        if (!row)
            return Nothing{};
        if (Status made = m_db.run(std::string(statement.text(0))); !made)
            return made;
    }
}

} // namespace nv
