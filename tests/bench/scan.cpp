// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/scan.h"

#include "core/base/units.h"
#include "core/sources/nsys_sqlite/columns.h"

#include <sqlite3.h>

#include <atomic>
#include <thread>

namespace nv {
namespace {

struct Scan
{
    std::string sql; ///< with the limits of the rowid as parameters
    std::int64_t rows = 0;
};

Result<std::vector<Scan>> scansOf(const sqlite::Access& access)
{
    NV_TRY(db, sqlite::Database::open(access, {}));
    NV_TRY(schema, nsys::Schema::probe(db));
    std::vector<Scan> out;
    for (const nsys::EventColumns& event : nsys::kEventColumns) {
        if (!schema.has(event.table))
            continue;
        NV_TRY(count, db.prepare("SELECT max(rowid) FROM " + sqlite::quoted(event.table)));
        NV_TRY(row, count.step());
        out.push_back(
            {schema.select(event.table, event.columns) + " WHERE rowid > ?1 AND rowid <= ?2",
             row ? count.integer(0) : 0});
    }
    return out;
}

std::int64_t taken(sqlite3_stmt* row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_TEXT
               ? static_cast<std::int64_t>(sqlite3_column_text(row, column)[0])
               : sqlite3_column_int64(row, column);
}

/// One half of every table; the sum keeps the reads from being dropped.
std::int64_t walk(const std::filesystem::path& path, const std::vector<Scan>& scans, bool isUpper)
{
    std::int64_t sum = 0;
    sqlite3* db = nullptr;
    if (sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr)
        == SQLITE_OK)
        for (const Scan& scan : scans) {
            sqlite3_stmt* statement = nullptr;
            sqlite3_prepare_v2(db, scan.sql.c_str(), -1, &statement, nullptr);
            sqlite3_bind_int64(statement, 1, isUpper ? scan.rows / 2 : kMinNs);
            sqlite3_bind_int64(statement, 2, isUpper ? kMaxNs : scan.rows / 2);
            const int columns = sqlite3_column_count(statement);
            while (sqlite3_step(statement) == SQLITE_ROW)
                for (int c = 0; c < columns; ++c)
                    sum ^= taken(statement, c);
            sqlite3_finalize(statement);
        }
    sqlite3_close(db);
    return sum;
}

} // namespace

Status plainScan(const std::filesystem::path& path)
{
    NV_TRY(access, sqlite::prepareAccess(path, {}));
    NV_TRY(scans, scansOf(access));
    std::atomic<std::int64_t> sum{0};
    {
        const std::jthread other([&] { sum ^= walk(access.path, scans, true); });
        sum ^= walk(access.path, scans, false);
    }
    return Nothing{};
}

} // namespace nv
