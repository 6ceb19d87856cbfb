// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/nsys_sqlite.h"

#include "core/sources/memory_need.h"
#include "core/sources/nsys_sqlite/event_reading.h"
#include "core/sources/nsys_sqlite/file_rows.h"
#include "core/trace/trace_cache.h"

namespace nv::nsys {
namespace {

constexpr std::string_view kMagic("SQLite format 3\0", 16);

bool sniff(const std::filesystem::path&, std::string_view head)
{
    return head.substr(0, kMagic.size()) == kMagic;
}

/// What is left out must be said beside every figure.
Note partNote(const TraceBuilder& parts, TimeRange range)
{
    std::uint64_t rows = 0;
    std::uint64_t outside = 0;
    for (const PartBase* part :
         {static_cast<const PartBase*>(&parts.kernels),
          static_cast<const PartBase*>(&parts.memcpys),
          static_cast<const PartBase*>(&parts.memsets), static_cast<const PartBase*>(&parts.graphs),
          static_cast<const PartBase*>(&parts.calls), static_cast<const PartBase*>(&parts.osCalls),
          static_cast<const PartBase*>(&parts.syncs),
          static_cast<const PartBase*>(&parts.ranges)}) {
        rows += part->rows;
        outside += part->outside;
    }
    const auto edge = [](Ns t, Ns open, const char* name) {
        return t == open ? std::string(name) : std::to_string(t) + " ns";
    };
    return {"part-of-capture",
            Severity::Warning,
            "Only the time from " + edge(range.begin, kMinNs, "the beginning") + " to "
                + edge(range.end, kMaxNs, "the end")
                + " was loaded: " + std::to_string(rows - outside) + " of " + std::to_string(rows)
                + " event rows.  All figures are those of this part.",
            {"all figures"}};
}

/// What an export says beside its events; of one connection.
Status readFacts(const ReadContext& in, TraceBuilder& out)
{
    if (Status read = readOverheads(in, out.overheads); !read)
        return read;
    if (Status read = readEntities(in, out.entities); !read)
        return read;
    return readCapture(in, out.capture, out.notes);
}

/// By which the trace may be kept; none for a part of it, for a file that somebody may be writing
/// to, where nothing is kept, and for one that is opened in a moment anyway: the key costs a look at
/// the file.
std::optional<FileKey> keyOf(const sqlite::Access& access, std::uint64_t rows,
                             const LoadOptions& options, const std::stop_token& stop)
{
    if (options.opened.folder.empty() || rows < options.opened.leastRows || options.range
        || !access.warning.empty() || access.copy)
        return std::nullopt;
    const auto key = FileKey::of(options.path, stop);
    return key ? std::optional(key.value()) : std::nullopt;
}

Result<TracePtr> load(const LoadOptions& options, const std::stop_token& stop, Progress& progress)
{
    progress.stage = Stage::Opening;
    NV_TRY(access, sqlite::prepareAccess(options.path, stop));
    access.keep = options.keep;
    if (!options.displayName.empty())
        access.displayName = options.displayName;
    NV_TRY(db, sqlite::Database::open(access, stop));
    NV_TRY(schema, Schema::probe(db));
    if (!schema.isExport())
        return Error{Errc::NotATrace,
                     access.displayName
                         + " is an SQLite file, but holds no table of an Nsight Systems export.",
                     {}};
    TraceBuilder builder;
    builder.lanes = options.lanes;
    builder.fileRows = fileRows(access, schema);
    builder.capture.fileName = validUtf8(access.displayName);
    if (!access.warning.empty())
        builder.notes.push_back(
            {"file-in-use", Severity::Warning, access.warning, {"all figures"}});
    EventReading reading(access, schema, builder, stop, progress);
    if (Status planned = reading.plan(db); !planned)
        return planned.error();
    const std::optional<FileKey> key = keyOf(access, reading.rows(), options, stop);
    if (key)
        if (const std::shared_ptr<TraceModel> kept = TraceCache(options.opened).find(*key)) {
            kept->fileRows = builder.fileRows;
            kept->capture.fileName = builder.capture.fileName;
            return TracePtr(kept);
        }
    if (options.lanes) // a model without them is of no use to the window
        builder.key = key;
    if (!options.range)
        if (Status fits = fitsMemory(access.displayName, reading.rows(),
                                     options.memoryBytes.value_or(availableMemory()));
            !fits)
            return fits.error();
    std::optional<TimeSlice> slice;
    if (options.range)
        slice.emplace(*options.range);
    progress.stage = Stage::Reading;
    if (Status read = reading.run(slice ? &*slice : nullptr); !read)
        return read.error();
    if (slice)
        builder.notes.push_back(partNote(builder, slice->range()));
    const ReadContext context{db, schema, progress, std::nullopt, slice ? &*slice : nullptr};
    if (Status read = readFacts(context, builder); !read)
        return read.error();
    if (Status read = readStrings(context, builder.stringIds(), builder.strings); !read)
        return read.error();
    progress.stage = Stage::Indexing;
    return builder.finish(stop);
}

} // namespace

Source sqliteSource()
{
    return {"nsys-sqlite", "Nsight Systems SQLite export", "*.sqlite *.sqlite3 *.db", sniff, load};
}

} // namespace nv::nsys
