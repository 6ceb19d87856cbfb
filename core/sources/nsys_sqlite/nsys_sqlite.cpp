// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/nsys_sqlite.h"

#include "core/sources/nsys_sqlite/file_rows.h"
#include "core/sources/nsys_sqlite/readers.h"

#include <functional>
#include <mutex>
#include <thread>

namespace nv::nsys {
namespace {

constexpr std::string_view kMagic("SQLite format 3\0", 16);

bool sniff(const std::filesystem::path&, std::string_view head)
{
    return head.substr(0, kMagic.size()) == kMagic;
}

struct Job
{
    std::uint64_t rows = 0;
    std::function<Status(const ReadContext&)> run;
};

/// An upper bound of the table's rows that costs no scan; views and small tables answer 0.
Result<std::uint64_t> estimatedRows(const sqlite::Database& db, const Schema& schema,
                                    std::string_view table)
{
    if (!schema.has(table))
        return std::uint64_t{0};
    auto statement = db.prepare("SELECT max(rowid) FROM " + sqlite::quoted(table));
    if (!statement) // a view has no rowid
        return std::uint64_t{0};
    NV_TRY(row, statement.value().step());
    const std::int64_t rows = row ? statement.value().integer(0) : 0;
    return rows > 0 ? static_cast<std::uint64_t>(rows) : 0;
}

Result<std::vector<Job>> planJobs(const sqlite::Database& db, const Schema& schema,
                                  TraceBuilder& out)
{
    std::vector<Job> jobs;
    const auto plan = [&](std::string_view table, auto reader, auto& part) -> Status {
        NV_TRY(rows, estimatedRows(db, schema, table));
        jobs.push_back({rows, [reader, &part](const ReadContext& in) { return reader(in, part); }});
        return Nothing{};
    };
    for (const Status& planned :
         {plan(kKernel, readKernels, out.kernels), plan(kMemcpy, readMemcpys, out.memcpys),
          plan(kMemset, readMemsets, out.memsets), plan(kGraph, readGraphs, out.graphs),
          plan(kRuntime, readRuntime, out.calls), plan(kOsrt, readOsrt, out.osCalls),
          plan(kSync, readSyncs, out.syncs), plan(kNvtx, readNvtx, out.ranges),
          plan(kOverhead, readOverheads, out.overheads),
          plan("PROCESSES", readEntities, out.entities)})
        if (!planned)
            return planned.error();
    jobs.push_back(
        {0, [&out](const ReadContext& in) { return readCapture(in, out.capture, out.notes); }});
    std::stable_sort(jobs.begin(), jobs.end(),
                     [](const Job& a, const Job& b) { return a.rows > b.rows; });
    return jobs;
}

/// Runs the jobs on this thread and one more, each with its own connection.
Status runJobs(const sqlite::Access& access, const Schema& schema, const std::vector<Job>& jobs,
               const std::stop_token& stop, Progress& progress)
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex; // guards `failure`
    std::optional<Error> failure;
    std::stop_source abandon;
    const std::stop_callback forward(stop, [&] { abandon.request_stop(); });
    const auto fail = [&](const Error& error) {
        const std::lock_guard lock(mutex);
        if (!failure)
            failure = error; // the other thread's Cancelled that follows is not the reason
        abandon.request_stop();
    };
    const auto work = [&] {
        const auto db = sqlite::Database::open(access, abandon.get_token());
        if (!db)
            return fail(db.error());
        const ReadContext context{db.value(), schema, progress};
        for (std::size_t i = next++; i < jobs.size(); i = next++)
            if (Status done = jobs[i].run(context); !done)
                return fail(done.error());
    };
    {
        const std::jthread other(work);
        work();
    }
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "Opening " + access.displayName + " was cancelled.", {}};
    if (failure)
        return *failure;
    return Nothing{};
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
    builder.fileRows = fileRows(access, schema);
    builder.capture.fileName = validUtf8(access.displayName);
    if (!access.warning.empty())
        builder.notes.push_back(
            {"file-in-use", Severity::Warning, access.warning, {"all figures"}});
    NV_TRY(jobs, planJobs(db, schema, builder));
    std::uint64_t rows = 0;
    for (const Job& job : jobs)
        rows += job.rows;
    progress.total = rows;
    progress.stage = Stage::Reading;
    if (Status read = runJobs(access, schema, jobs, stop, progress); !read)
        return read.error();
    const ReadContext context{db, schema, progress};
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
