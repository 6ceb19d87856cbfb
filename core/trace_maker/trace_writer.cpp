// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace_maker/random.h"
#include "core/trace_maker/trace_maker.h"
#include "core/trace_maker/trace_rows.h"

#include <sqlite3.h>

#include <memory>
#include <numeric>
#include <system_error>

namespace nv {
namespace {

struct Closer
{
    void operator()(sqlite3* db) const { sqlite3_close(db); }

    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class TraceWriter
{
public:
    TraceWriter(const MadeTrace& trace, ExportLayout layout)
        : m_trace(trace)
        , m_layout(layout)
    {}

    Status open(const std::filesystem::path& path);
    Status writeAll();

private:
    Status writeJobs(const std::vector<TableJob>& jobs);
    Status writeEnums();
    Status writeTable(const TableJob& job);
    Status execute(const std::string& sql);
    Status create(const MadeTable& table);
    Status prepareInsert(const MadeTable& table);
    Status insert(const MadeTable& table, const MadeRow& row);

    Error failure(std::string_view sql) const
    {
        return {Errc::Internal, sqlite3_errmsg(m_db.get()), std::string(sql)};
    }

    std::vector<std::uint32_t> order(std::size_t rows) const;

    const MadeTrace& m_trace;
    ExportLayout m_layout;
    std::unique_ptr<sqlite3, Closer> m_db;
    std::unique_ptr<sqlite3_stmt, Closer> m_insert;
};

Status TraceWriter::open(const std::filesystem::path& path)
{
    sqlite3* db = nullptr;
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    const int rc = sqlite3_open_v2(path.c_str(), &db, kFlags, nullptr);
    m_db.reset(db);
    if (rc != SQLITE_OK)
        return Error{Errc::Io, db != nullptr ? sqlite3_errmsg(db) : "out of memory", {}};
    return Nothing{};
}

Status TraceWriter::execute(const std::string& sql)
{
    if (sqlite3_exec(m_db.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return failure(sql);
    return Nothing{};
}

Status TraceWriter::create(const MadeTable& table)
{
    std::string columns;
    for (const MadeColumn& column : table.columns) {
        if (!holds(column.layouts, m_layout))
            continue;
        columns += columns.empty() ? "\"" : ", \"";
        columns += column.name;
        columns += "\" ";
        columns += column.declaration;
    }
    return execute("CREATE TABLE " + std::string(table.name) + " (" + columns + ")");
}

Status TraceWriter::prepareInsert(const MadeTable& table)
{
    std::string marks;
    for (const MadeColumn& column : table.columns)
        if (holds(column.layouts, m_layout))
            marks += marks.empty() ? "?" : ",?";
    const std::string sql = "INSERT INTO " + std::string(table.name) + " VALUES (" + marks + ")";
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(m_db.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK)
        return failure(sql);
    m_insert.reset(statement);
    return Nothing{};
}

void bindCell(sqlite3_stmt* statement, int place, const MadeCell& cell)
{
    if (const auto* number = std::get_if<std::int64_t>(&cell))
        sqlite3_bind_int64(statement, place, *number);
    else if (const auto* real = std::get_if<double>(&cell))
        sqlite3_bind_double(statement, place, *real);
    else if (const auto* text = std::get_if<std::string_view>(&cell))
        sqlite3_bind_text(statement, place, text->data(), static_cast<int>(text->size()),
                          SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, place);
}

Status TraceWriter::insert(const MadeTable& table, const MadeRow& row)
{
    int place = 0;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (holds(table.columns[i].layouts, m_layout))
            bindCell(m_insert.get(), ++place, row.at(i));
    const bool done = sqlite3_step(m_insert.get()) == SQLITE_DONE;
    sqlite3_reset(m_insert.get());
    if (!done)
        return failure(table.name);
    return Nothing{};
}

std::vector<std::uint32_t> TraceWriter::order(std::size_t rows) const
{
    std::vector<std::uint32_t> result(rows);
    std::iota(result.begin(), result.end(), 0U);
    if (!m_trace.shuffleSeed)
        return result;
    Random random(*m_trace.shuffleSeed);
    for (std::size_t i = rows; i > 1; --i)
        std::swap(result[i - 1], result[random.below(i)]);
    return result;
}

Status TraceWriter::writeTable(const TableJob& job)
{
    if (!holds(job.table.layouts, m_layout) || (job.rows == 0 && !job.always))
        return Nothing{};
    if (Status s = create(job.table); !s)
        return s;
    if (Status s = prepareInsert(job.table); !s)
        return s;
    MadeRow row;
    for (const std::uint32_t i : order(job.rows)) {
        job.fill(row, i);
        if (Status s = insert(job.table, row); !s)
            return s;
    }
    m_insert.reset();
    return Nothing{};
}

Status TraceWriter::writeJobs(const std::vector<TableJob>& jobs)
{
    for (const TableJob& job : jobs)
        if (Status s = writeTable(job); !s)
            return s;
    return Nothing{};
}

Status TraceWriter::writeEnums()
{
    static constexpr MadeColumn kColumns[] = {
        {"id", "INTEGER NOT NULL PRIMARY KEY"}, {"name", "TEXT"}, {"label", "TEXT"}};
    std::vector<TableJob> jobs;
    for (const MadeEnum& e : madeEnums()) {
        const auto fill = [&e](MadeRow& row, std::size_t i) {
            row = {cell(static_cast<std::int64_t>(i)), cell(e.labels[i]), cell(e.labels[i])};
        };
        jobs.push_back({{e.table, kColumns, e.layouts}, e.labels.size(), fill, true});
    }
    return writeJobs(jobs);
}

Status TraceWriter::writeAll()
{
    // The file is made under a temporary name and thrown away on any failure: no journal needed.
    if (Status s = execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN"); !s)
        return s;
    if (Status s = writeJobs(metadataJobs(m_trace, m_layout)); !s)
        return s;
    if (Status s = writeEnums(); !s)
        return s;
    if (Status s = writeJobs(entityJobs(m_trace)); !s)
        return s;
    if (Status s = writeJobs(eventJobs(m_trace)); !s)
        return s;
    if (Status s = writeJobs(seriesJobs(m_trace)); !s)
        return s;
    for (const std::string& sql : m_trace.afterwards)
        if (Status s = execute(sql); !s)
            return s;
    return execute("COMMIT");
}

Status writeDatabase(const TraceMaker& maker, const std::filesystem::path& path)
{
    TraceWriter writer(maker.rows(), maker.layout());
    if (Status s = writer.open(path); !s)
        return s;
    return writer.writeAll();
}

} // namespace

Status TraceMaker::writeTo(const std::filesystem::path& path) const
{
    std::filesystem::path temporary = path;
    temporary += ".part";
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    Status written = writeDatabase(*this, temporary);
    std::error_code failed;
    if (written)
        std::filesystem::rename(temporary, path, failed);
    if (written && !failed)
        return written;
    std::filesystem::remove(temporary, ignored);
    const std::string reason = failed ? failed.message() : written.error().message;
    return Error{Errc::Io,
                 "The trace \"" + path.filename().string() + "\" cannot be written: " + reason
                     + ".",
                 failed ? path.string() : written.error().context};
}

} // namespace nv
