// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/copier.h"
#include "core/sources/nsys_sqlite/text_columns.h"

#include <algorithm>

namespace nv {

namespace {

constexpr std::uint64_t kChunkRows = 200'000; ///< between two steps of the progress
constexpr std::uint64_t kMostChunks = 256;

Result<std::vector<SourceTable>> tablesOf(const sqlite::Access& source, const std::stop_token& stop)
{
    NV_TRY(db, sqlite::Database::open(source, stop));
    NV_TRY(statement,
           db.prepare("SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') "
                      "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"));
    std::vector<SourceTable> out;
    for (;;) {
        NV_TRY(row, statement.step());
        if (!row)
            break;
        SourceTable table;
        table.name = statement.text(0);
        table.isView = statement.text(1) == "view";
        table.sql = statement.text(2);
        if (table.sql.rfind("CREATE VIRTUAL", 0) != 0)
            out.push_back(std::move(table));
    }
    for (SourceTable& table : out) {
        auto columns = db.columns(table.name);
        if (!columns && columns.error().code == Errc::Cancelled)
            return columns.error();
        if (!columns) // a view over something that is gone
            continue;
        table.columns = columns.value();
        for (const std::string& column : table.columns)
            table.spelling.emplace(nsys::lowerAscii(column), column);
    }
    return out;
}

} // namespace

Result<std::uint64_t> Copier::run()
{
    for (const auto step :
         {&Copier::begin, &Copier::createTables, &Copier::takePlan, &Copier::copyEvents,
          &Copier::copyGraphs, &Copier::copyChains, &Copier::copyEntities, &Copier::copyTexts,
          &Copier::describe, &Copier::createRest})
        if (Status done = (this->*step)(); !done)
            return done.error();
    if (Status done = m_db.run("COMMIT"); !done)
        return done.error();
    if (Status done = m_db.close(); !done)
        return done.error();
    return m_rows;
}

const SourceTable* Copier::find(std::string_view name) const
{
    for (const SourceTable& table : m_tables)
        if (table.name == name && !table.isView)
            return &table;
    return nullptr;
}

Status Copier::begin()
{
    m_progress.done = 0;
    std::uint64_t total = 0;
    for (const SourceTable& table : m_tables)
        if (const auto rows = span(table); rows && roleOf(table) != TableRole::Excluded)
            total += rows->second;
    m_progress.total = total;
    m_progress.stage = Stage::Reading;
    return m_db.run("BEGIN");
}

Status Copier::createTables()
{
    for (const SourceTable& table : m_tables)
        if (!table.isView)
            if (Status made = m_db.run(table.sql); !made)
                return made;
    // Without a type SQLite would convert the cells it compares and look at every row.
    for (const std::string& sql :
         {std::string("CREATE TEMP TABLE nv_stretch(thread INTEGER, last INTEGER, begin INTEGER, "
                      "PRIMARY KEY(thread, last, begin)) WITHOUT ROWID"),
          std::string("CREATE TEMP TABLE nv_moment(thread INTEGER, last INTEGER, begin INTEGER, "
                      "PRIMARY KEY(thread, last, begin)) WITHOUT ROWID"),
          std::string("CREATE TEMP TABLE nv_pair(correlation INTEGER, process INTEGER, "
                      "PRIMARY KEY(correlation, process)) WITHOUT ROWID"),
          std::string("CREATE TEMP TABLE nv_lone(start INTEGER, \"end\" INTEGER, "
                      "PRIMARY KEY(start, \"end\")) WITHOUT ROWID"),
          std::string("CREATE TEMP TABLE nv_node(id INTEGER PRIMARY KEY)"),
          std::string("CREATE TEMP TABLE nv_graph(id INTEGER PRIMARY KEY)"),
          std::string("CREATE TEMP TABLE nv_origin(id INTEGER, origin INTEGER, "
                      "PRIMARY KEY(id, origin)) WITHOUT ROWID"),
          std::string("CREATE TEMP TABLE nv_text(id INTEGER PRIMARY KEY)")})
        if (Status made = m_db.run(sql); !made)
            return made;
    return Nothing{};
}

Status Copier::takePlan()
{
    const KeepPlan& plan = m_copy.plan;
    std::vector<std::int64_t> cells;
    const auto put = [&cells](const ThreadStretch& stretch) {
        cells.insert(cells.end(), {stretch.globalTid, stretch.last, stretch.begin});
    };
    std::for_each(plan.stretches.begin(), plan.stretches.end(), put);
    // The profiler's own time counts for every thread of a process.
    std::vector<ThreadStretch> any = plan.stretches;
    for (ThreadStretch& stretch : any)
        stretch.globalTid = kAnyThread;
    const std::vector<ThreadStretch> merged = disjointStretches(std::move(any));
    std::for_each(merged.begin(), merged.end(), put);
    if (Status done = m_db.insert(std::string(kStretches), 3, cells); !done)
        return done;
    cells.clear();
    std::for_each(plan.moments.begin(), plan.moments.end(), put);
    if (Status done = m_db.insert(std::string(kMoments), 3, cells); !done)
        return done;
    if (Status done = insertPairs(kPairs, plan.pairs); !done)
        return done;
    return insertPairs(kLone, plan.lone);
}

Status Copier::insertPairs(std::string_view table,
                           const std::vector<std::pair<std::int64_t, std::int64_t>>& pairs)
{
    std::vector<std::int64_t> cells;
    cells.reserve(2 * pairs.size());
    for (const auto& [first, second] : pairs)
        cells.insert(cells.end(), {first, second});
    return m_db.insert(std::string(table), 2, cells);
}

std::optional<std::pair<std::int64_t, std::uint64_t>> Copier::span(const SourceTable& table)
{
    if (table.isView)
        return std::nullopt;
    const auto first = m_db.integer("SELECT min(rowid) FROM " + source(table));
    const auto last = m_db.integer("SELECT max(rowid) FROM " + source(table));
    if (!first || !last || first.value() > last.value())
        return std::nullopt;
    return std::pair(first.value(), lengthBetween(first.value(), last.value()) + 1);
}

Status Copier::copy(const SourceTable& table, const std::string& condition)
{
    std::string columns;
    std::string cells;
    for (const std::string& column : table.columns) {
        columns += (columns.empty() ? "" : ", ") + sqlite::quoted(column);
        cells += (cells.empty() ? "t." : ", t.") + sqlite::quoted(column);
    }
    if (columns.empty())
        return Nothing{};
    const std::string sql = "INSERT INTO " + target(table) + "(" + columns + ") SELECT " + cells
                            + " FROM " + source(table) + " t WHERE ("
                            + (condition.empty() ? "1" : condition) + ")";
    const auto rows = span(table);
    if (!rows)
        return copied(m_db.run(sql), 0);
    const std::uint64_t step = std::max(kChunkRows, rows->second / kMostChunks + 1);
    for (std::uint64_t done = 0; done < rows->second; done += step) {
        const std::uint64_t size = std::min(step, rows->second - done);
        const auto from = static_cast<std::int64_t>(static_cast<std::uint64_t>(rows->first) + done);
        const auto last = static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + size - 1);
        Status written = copied(m_db.run(sql + " AND t.rowid >= " + std::to_string(from)
                                         + " AND t.rowid <= " + std::to_string(last)),
                                size);
        if (!written)
            return written;
    }
    return Nothing{};
}

Status Copier::copied(Status status, std::uint64_t read)
{
    if (status) {
        m_rows += m_db.changes();
        m_progress.done += read;
    }
    return status;
}

std::string Copier::conditionOf(const SourceTable& table) const
{
    return m_copy.plan.everything ? std::string() : keepCondition(table, m_copy.plan.window);
}

Status Copier::copyEvents()
{
    for (const SourceTable& table : m_tables) {
        if (table.isView || roleOf(table) != TableRole::Event
            || (m_copy.isRedacted && table.has("filepath")))
            continue;
        if (Status done = copy(table, conditionOf(table)); !done)
            return done;
        if (needsOneRow(table.name) && !beginOf(table).empty())
            if (Status done = keepOneRow(table); !done)
                return done;
    }
    return Nothing{};
}

Status Copier::keepOneRow(const SourceTable& table)
{
    NV_TRY(any, m_db.integer("SELECT 1 FROM " + target(table) + " LIMIT 1"));
    if (any != 0)
        return Nothing{};
    const std::string begin = beginOf(table);
    return copy(table, "t.rowid = (SELECT t.rowid FROM " + source(table) + " t WHERE typeof("
                           + begin + ") = 'integer' ORDER BY abs(" + begin + " - 0.0 - "
                           + std::to_string(m_copy.plan.window.begin) + ") LIMIT 1)");
}

Result<std::uint64_t> copyWindow(const WindowCopy& copy, const std::stop_token& stop,
                                 Progress& progress)
{
    NV_TRY(tables, tablesOf(copy.source, stop));
    NV_TRY(writer, sqlite::Writer::create(copy.file, copy.name, copy.source, stop));
    return Copier(copy, std::move(writer), std::move(tables), progress).run();
}

} // namespace nv
