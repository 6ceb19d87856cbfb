// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/copier.h"
#include "core/sources/nsys_sqlite/text_columns.h"

#include <array>

/// What kept events refer to: graphs and their nodes, call chains, texts.
namespace nv {

Status Copier::collect(std::string_view into, std::string_view tableName, std::string_view column)
{
    const SourceTable* table = find(tableName);
    if (table == nullptr || !table->has(column))
        return Nothing{};
    const std::string cell = table->columnOf(column);
    return m_db.run("INSERT OR IGNORE INTO temp." + std::string(into) + " SELECT " + cell + " FROM "
                    + target(*table) + " WHERE typeof(" + cell + ") = 'integer'");
}

Status Copier::follow(std::string_view ids, const SourceTable& table,
                      std::span<const std::pair<std::string_view, std::string_view>> links)
{
    if (Status done = m_db.run("DELETE FROM temp.nv_origin"); !done)
        return done;
    for (const auto& [from, to] : links)
        if (table.has(from) && table.has(to))
            if (Status done =
                    m_db.run("INSERT OR IGNORE INTO temp.nv_origin SELECT " + table.columnOf(from)
                             + ", " + table.columnOf(to) + " FROM " + source(table)
                             + " WHERE typeof(" + table.columnOf(from) + ") = 'integer' AND typeof("
                             + table.columnOf(to) + ") = 'integer'");
                !done)
                return done;
    const std::string name = "temp." + std::string(ids);
    return m_db.run("WITH RECURSIVE n(id) AS (SELECT id FROM " + name
                    + " UNION SELECT o.origin FROM n JOIN temp.nv_origin o ON o.id = n.id) "
                      "INSERT OR IGNORE INTO "
                    + name + " SELECT id FROM n");
}

Status Copier::copyGraphs()
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 1> kNodes{
        {{"graphnodeid", "originalgraphnodeid"}}};
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kGraphs{
        {{"graphexecid", "graphid"},
         {"graphid", "originalgraphid"},
         {"graphexecid", "originalgraphid"}}};
    for (const char* table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                              "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE"}) {
        if (Status done = collect("nv_node", table, "graphnodeid"); !done)
            return done;
        for (const char* column : {"graphid", "graphexecid"})
            if (Status done = collect("nv_graph", table, column); !done)
                return done;
    }
    for (const SourceTable& table : m_tables)
        if (!table.isView && roleOf(table) == TableRole::Graph && table.has("graphnodeid"))
            if (Status done = follow("nv_node", table, kNodes); !done)
                return done;
    // The upper half of a node's id is its graph.
    if (Status done =
            m_db.run("INSERT OR IGNORE INTO temp.nv_graph SELECT id >> 32 FROM temp.nv_node");
        !done)
        return done;
    for (const SourceTable& table : m_tables)
        if (!table.isView && roleOf(table) == TableRole::Graph && table.has("graphid"))
            if (Status done = follow("nv_graph", table, kGraphs); !done)
                return done;
    for (const SourceTable& table : m_tables) {
        if (table.isView || roleOf(table) != TableRole::Graph)
            continue;
        std::string condition = conditionOf(table);
        const auto also = [&](const char* column, const char* ids) {
            if (table.has(column) && !condition.empty())
                condition += " OR t." + table.columnOf(column) + " IN temp." + ids;
        };
        also("graphnodeid", "nv_node");
        also("graphid", "nv_graph");
        also("graphexecid", "nv_graph");
        if (Status done = copy(table, condition); !done)
            return done;
    }
    return Nothing{};
}

Status Copier::copyChains()
{
    struct Link
    {
        std::string_view table;
        std::string_view by;
        std::string_view column;
    };

    constexpr std::array<Link, 3> kLinks{
        {{"CUDA_CALLCHAINS", "CUPTI_ACTIVITY_KIND_RUNTIME", "callchainid"},
         {"OSRT_CALLCHAINS", "OSRT_API", "callchainid"},
         {"SAMPLING_CALLCHAINS", "COMPOSITE_EVENTS", "id"}}};
    for (const SourceTable& table : m_tables) {
        if (table.isView || roleOf(table) != TableRole::Chain)
            continue;
        // Chains name files in somebody's folders.
        std::string condition = m_copy.isRedacted ? "0" : "";
        for (const Link& link : kLinks)
            if (link.table == table.name && !m_copy.plan.everything && !m_copy.isRedacted) {
                const SourceTable* by = find(link.by);
                condition = by != nullptr && by->has(link.column)
                                ? "t." + table.columnOf("id") + " IN (SELECT "
                                      + by->columnOf(link.column) + " FROM " + target(*by) + ")"
                                : std::string("0");
            }
        if (Status done = copy(table, condition); !done)
            return done;
    }
    return Nothing{};
}

Status Copier::copyTexts()
{
    const SourceTable* strings = find("StringIds");
    if (strings == nullptr || roleOf(*strings) != TableRole::Strings)
        return Nothing{};
    for (const SourceTable& table : m_tables)
        for (const auto& [lower, column] : table.spelling)
            if (!table.isView && &table != strings && nsys::isTextColumn(lower))
                if (Status done = collect("nv_text", table.name, lower); !done)
                    return done;
    return copy(*strings, "t." + strings->columnOf("id") + " IN temp.nv_text");
}

} // namespace nv
