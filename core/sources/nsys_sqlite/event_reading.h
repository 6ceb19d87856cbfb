// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_sqlite/table_rows.h"

#include <functional>
#include <vector>

/// Reads the event tables into the parts of a builder, on several threads.
/// Shape: each large table is cut into stretches of rowids; each stretch is read into a part of its
/// own by whatever thread is free, and joined in the order of the file.  So what is read depends
/// neither on the number of threads nor on who was faster.
/// Cost: one scan of each table; of the calls a second, short one where only a part of the time is
/// asked for.  Errors: of the first thread that failed; Cancelled.
/// Thread: one call at a time; it starts and ends its own threads.
namespace nv::nsys {

class EventReading
{
public:
    EventReading(const sqlite::Access& access, const Schema& schema, TraceBuilder& out,
                 const std::stop_token& stop, Progress& progress)
        : m_access(access)
        , m_schema(schema)
        , m_out(out)
        , m_stop(stop)
        , m_progress(progress)
    {}

    /// Looks at the ends of the tables; what `rows` answers from then on.
    Status plan(const sqlite::Database& db, std::uint64_t stretchRows = kStretchRows);

    /// An upper bound of the event rows of the file.
    std::uint64_t rows() const { return m_rows; }

    /// `slice` is null for the whole capture.
    Status run(TimeSlice* slice);

private:
    using Job = std::function<Status(const ReadContext&)>;

    struct Table
    {
        std::string_view name;
        TableRows rows;
        bool isOp = false;
        std::function<void(const Table&, std::vector<Job>&)> addJobs;
    };

    template <class Part>
    void add(std::string_view name, bool isOp, Status (*reader)(const ReadContext&, Part&),
             Part& part);
    Status readSliced(TimeSlice& slice);
    std::vector<Job> jobsOf(const std::function<bool(const Table&)>& isWanted) const;
    Status runAll(const std::vector<Job>& jobs, const TimeSlice* slice);

    const sqlite::Access& m_access;
    const Schema& m_schema;
    TraceBuilder& m_out;
    const std::stop_token& m_stop;
    Progress& m_progress;
    std::vector<Table> m_tables; ///< largest first
    std::uint64_t m_rows = 0;
};

} // namespace nv::nsys
