// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/table_rules.h"
#include "core/export/window_copy.h"
#include "core/sqlite/writer.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

/// One copying of a window.  Private to window_copy.cpp and the files beside it.
namespace nv {

class Copier
{
public:
    Copier(const WindowCopy& copy, sqlite::Writer writer, std::vector<SourceTable> tables,
           Progress& progress)
        : m_copy(copy)
        , m_db(std::move(writer))
        , m_tables(std::move(tables))
        , m_progress(progress)
    {}

    Result<std::uint64_t> run();

private:
    const SourceTable* find(std::string_view name) const;

    static std::string target(const SourceTable& table)
    {
        return "main." + sqlite::quoted(table.name);
    }

    static std::string source(const SourceTable& table)
    {
        return "src." + sqlite::quoted(table.name);
    }

    Status begin();
    Status createTables();
    Status takePlan();
    Status insertPairs(std::string_view table,
                       const std::vector<std::pair<std::int64_t, std::int64_t>>& pairs);
    /// First row id and an upper bound of the rows; nullopt where rows have no ids.
    std::optional<std::pair<std::int64_t, std::uint64_t>> span(const SourceTable& table);
    /// Copies the rows for which `condition` holds, all for an empty one.
    Status copy(const SourceTable& table, const std::string& condition);
    Status copied(Status status, std::uint64_t read);
    std::string conditionOf(const SourceTable& table) const;
    Status copyEvents();
    Status keepOneRow(const SourceTable& table);

    // copy_references.cpp
    /// Adds integer cells of a column of the new file; tables and columns that are not there add none.
    Status collect(std::string_view into, std::string_view tableName, std::string_view column);
    /// Follows `from` -> `to` in the original from what `ids` holds.
    Status follow(std::string_view ids, const SourceTable& table,
                  std::span<const std::pair<std::string_view, std::string_view>> links);
    /// Nodes of graphs that ran, back to the call that made them, and their graphs.
    Status copyGraphs();
    /// Call chains and counters hang on an id of an event.
    Status copyChains();
    Status copyTexts();

    // copy_entities.cpp
    std::string entityCondition(const SourceTable& table) const;
    Status copyEntities();
    /// So that whoever opens the file is told that it is a part.
    Status describe();
    /// Indexes, and views, which may look at any table.
    Status createRest();

    const WindowCopy& m_copy;
    sqlite::Writer m_db;
    std::vector<SourceTable> m_tables;
    Progress& m_progress;
    std::uint64_t m_rows = 0;
};

/// As an SQL text.
std::string quotedText(const std::string& text);

} // namespace nv
