// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_sqlite/schema.h"
#include "core/trace/trace_builder.h"

/// One reader per table family: rows of the file into a part of the builder.
/// Each fills its own part only, so that two threads may read two tables.  An absent table leaves
/// its part empty.  Errors: Io, Corrupt, Cancelled from the database.
namespace nv::nsys {

struct ReadContext
{
    const sqlite::Database& db;
    const Schema& schema;
    Progress& progress;
};

Status readKernels(const ReadContext& in, OpPart<RawKernel>& out);
Status readMemcpys(const ReadContext& in, OpPart<CopyVariant>& out);
Status readMemsets(const ReadContext& in, OpPart<CopyVariant>& out);
Status readGraphs(const ReadContext& in, OpPart<GraphVariant>& out);
Status readRuntime(const ReadContext& in, CallPart& out);
Status readOsrt(const ReadContext& in, CallPart& out);
Status readSyncs(const ReadContext& in, SyncPart& out);
Status readNvtx(const ReadContext& in, RangePart& out);
Status readOverheads(const ReadContext& in, OverheadPart& out);
Status readEntities(const ReadContext& in, EntityNames& out);
Status readCapture(const ReadContext& in, CaptureInfo& out, std::vector<Note>& notes);
/// Only the strings asked for: whole blocks of the environment lie in the same table.
Status readStrings(const ReadContext& in, const std::vector<std::int64_t>& ids,
                   std::unordered_map<std::int64_t, std::string>& out);

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
inline RawNs rawNs(const sqlite::Statement& row, int column)
{
    return row.isInteger(column) ? RawNs(row.integer(column)) : std::nullopt;
}

} // namespace nv::nsys
