// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_sqlite/schema.h"
#include "core/sources/nsys_sqlite/time_slice.h"
#include "core/sqlite/row.h"
#include "core/trace/trace_builder.h"

/// One reader per table family: rows of the file into a part of the builder.
/// Each fills its own part only, so that two threads may read two tables, or two stretches of one.
/// An absent table leaves its part empty.  Errors: Io, Corrupt, Cancelled from the database.
namespace nv::nsys {

/// Rows [first, last] of a table by rowid.
struct RowStretch
{
    std::int64_t first = 0;
    std::int64_t last = 0;
};

struct ReadContext
{
    const sqlite::Database& db;
    const Schema& schema;
    Progress& progress;
    std::optional<RowStretch> stretch{}; ///< of the event table that is read; all of it without
    const TimeSlice* slice = nullptr;    ///< the time that was asked for; null: all of it
};

Status readKernels(const ReadContext& in, OpPart<RawKernel>& out);
Status readMemcpys(const ReadContext& in, OpPart<CopyVariant>& out);
Status readMemsets(const ReadContext& in, OpPart<CopyVariant>& out);
Status readGraphs(const ReadContext& in, OpPart<GraphVariant>& out);
Status readRuntime(const ReadContext& in, CallPart& out);
/// The links of the calls that overlap the slice, in any order; one may come twice.
Status readCallLinks(const ReadContext& in, std::vector<TimeSlice::Key>& out);
Status readOsrt(const ReadContext& in, CallPart& out);
Status readSyncs(const ReadContext& in, SyncPart& out);
Status readNvtx(const ReadContext& in, RangePart& out);
Status readOverheads(const ReadContext& in, OverheadPart& out);
Status readEntities(const ReadContext& in, EntityNames& out);
Status readCapture(const ReadContext& in, CaptureInfo& out, std::vector<Note>& notes);
/// Only the strings asked for: whole blocks of the environment lie in the same table.
Status readStrings(const ReadContext& in, const std::vector<std::int64_t>& ids,
                   std::unordered_map<std::int64_t, std::string>& out);

/// What follows FROM to read an event table, or the stretch of it, in the order of the file.
inline std::string eventsOf(const ReadContext& in, std::string_view table)
{
    std::string from = sqlite::quoted(table);
    if (in.stretch)
        // An index that covers the columns would hand the rows out in its own order.
        from += " NOT INDEXED WHERE " + std::string(in.schema.rowIdName(table)) + " BETWEEN "
                + std::to_string(in.stretch->first) + " AND " + std::to_string(in.stretch->last);
    return from;
}

/// Calls `row` for each row of an event table; counts them into the progress.
template <class Take>
Status forEachEvent(const ReadContext& in, std::string_view table,
                    std::span<const std::string_view> columns, Take take)
{
    std::size_t n = 0;
    const auto visitor = [&](const sqlite::Row& row) {
        take(row);
        if (++n % kStopEvery == 0)
            in.progress.done += kStopEvery;
    };
    Status read =
        in.db.visit(in.schema.list(table, columns), eventsOf(in, table), std::cref(visitor));
    in.progress.done += n % kStopEvery;
    return read;
}

/// Counts a sound row that lies outside the time asked for; it goes no further.
inline void leaveOut(PartBase& part)
{
    ++part.rows;
    ++part.outside;
}

/// Calls `row` for each row of the query; counts them into the progress.
template <class Row>
Status forEachRow(const ReadContext& in, const std::string& sql, Row row)
{
    NV_TRY(statement, in.db.prepare(sql));
    std::size_t n = 0;
    for (;;) {
        NV_TRY(more, statement.step());
        if (!more)
            break;
        row(statement);
        if (++n % kStopEvery == 0)
            in.progress.done += kStopEvery;
    }
    in.progress.done += n % kStopEvery;
    return Nothing{};
}

/// A time as the file holds it: nullopt for NULL, texts, reals and blobs.
template <class Row>
RawNs rawNs(const Row& row, int column)
{
    return row.isInteger(column) ? RawNs(row.integer(column)) : std::nullopt;
}

} // namespace nv::nsys
