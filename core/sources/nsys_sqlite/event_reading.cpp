// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sources/nsys_sqlite/event_reading.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <thread>

namespace nv::nsys {
namespace {

/// Puts the stretches of a table together in the order of the file, as they come.
template <class Part>
class Joiner
{
public:
    Joiner(Part& out, std::size_t stretches)
        : m_out(out)
        , m_ready(stretches)
    {}

    void done(std::size_t stretch, Part&& part)
    {
        std::unique_lock lock(m_mutex);
        m_ready[stretch].emplace(std::move(part));
        if (m_isJoining)
            return; // who joins takes this one too
        m_isJoining = true;
        for (; m_next < m_ready.size() && m_ready[m_next]; ++m_next) {
            Part next = std::move(*m_ready[m_next]);
            m_ready[m_next].reset();
            lock.unlock();
            join(m_out, std::move(next));
            lock.lock();
        }
        m_isJoining = false;
    }

private:
    Part& m_out;
    std::mutex m_mutex; ///< guards what follows
    std::vector<std::optional<Part>> m_ready;
    std::size_t m_next = 0;
    bool m_isJoining = false;
};

Error noMemory(const std::string& name)
{
    return {Errc::Internal,
            "There is not enough memory to open " + name
                + "; load a part of its time with --load-range.",
            {}};
}

template <class Variant>
void addLinks(const OpPart<Variant>& part, std::vector<TimeSlice::Key>& out)
{
    for (std::size_t i = 0; i < part.start.size(); ++i) {
        const TimeSlice::Link link{part.places.values()[part.placeOf[i]].globalPid,
                                   part.correlation[i]};
        if (TimeSlice::hasKey(link))
            out.push_back(TimeSlice::keyOf(link));
    }
}

} // namespace

template <class Part>
void EventReading::add(std::string_view name, bool isOp,
                       Status (*reader)(const ReadContext&, Part&), Part& part)
{
    const auto addJobs = [reader, &part](const Table& table, std::vector<Job>& jobs) {
        const std::vector<RowStretch>& stretches = table.rows.stretches;
        if (stretches.size() < 2) {
            jobs.push_back([reader, &part, stretches](const ReadContext& in) {
                ReadContext own = in;
                if (!stretches.empty())
                    own.stretch = stretches.front();
                return reader(own, part);
            });
            return;
        }
        const std::size_t expected = table.rows.estimate / stretches.size() + 1;
        const auto joiner = std::make_shared<Joiner<Part>>(part, stretches.size());
        for (std::size_t s = 0; s < stretches.size(); ++s)
            jobs.push_back([=, stretch = stretches[s]](const ReadContext& in) -> Status {
                ReadContext own = in;
                own.stretch = stretch;
                Part read;
                if (own.slice == nullptr)
                    reserve(read, expected);
                if (Status done = reader(own, read); !done)
                    return done;
                joiner->done(s, std::move(read));
                return Nothing{};
            });
    };
    m_tables.push_back({name, {}, isOp, addJobs});
}

Status EventReading::plan(const sqlite::Database& db, std::uint64_t stretchRows)
{
    add(kKernel, true, &readKernels, m_out.kernels);
    add(kMemcpy, true, &readMemcpys, m_out.memcpys);
    add(kMemset, true, &readMemsets, m_out.memsets);
    add(kGraph, true, &readGraphs, m_out.graphs);
    add(kRuntime, false, &readRuntime, m_out.calls);
    add(kOsrt, false, &readOsrt, m_out.osCalls);
    add(kSync, false, &readSyncs, m_out.syncs);
    add(kNvtx, false, &readNvtx, m_out.ranges);
    std::error_code ec;
    const std::uintmax_t bytes = std::filesystem::file_size(m_access.path, ec);
    for (Table& table : m_tables) {
        if (!m_schema.has(table.name))
            continue;
        NV_TRY(rows, tableRows(db, m_schema, table.name, ec ? 0 : bytes, stretchRows));
        table.rows = std::move(rows);
        m_rows += table.rows.estimate;
    }
    std::stable_sort(m_tables.begin(), m_tables.end(), [](const Table& a, const Table& b) {
        return a.rows.estimate > b.rows.estimate;
    });
    return Nothing{};
}

std::vector<EventReading::Job>
EventReading::jobsOf(const std::function<bool(const Table&)>& isWanted) const
{
    std::vector<Job> jobs;
    for (const Table& table : m_tables)
        if (isWanted(table))
            table.addJobs(table, jobs);
    return jobs;
}

Status EventReading::run(TimeSlice* slice)
{
    m_progress.total = m_rows;
    if (slice != nullptr)
        return readSliced(*slice);
    // Whole columns at once where their length is known: pages nobody writes to cost nothing.
    for (const Table& table : m_tables) {
        const std::uint64_t rows = table.rows.estimate;
        if (table.rows.stretches.size() < 2)
            continue;
        if (table.name == kKernel)
            reserve(m_out.kernels, rows);
        else if (table.name == kMemcpy)
            reserve(m_out.memcpys, rows);
        else if (table.name == kRuntime)
            reserve(m_out.calls, rows);
        else if (table.name == kOsrt)
            reserve(m_out.osCalls, rows);
        else if (table.name == kNvtx)
            reserve(m_out.ranges, rows);
    }
    return runAll(jobsOf([](const Table&) { return true; }), nullptr);
}

/// Calls tell which operations belong to the part, and these which further calls do.
Status EventReading::readSliced(TimeSlice& slice)
{
    const auto calls = std::find_if(m_tables.begin(), m_tables.end(),
                                    [](const Table& table) { return table.name == kRuntime; });
    std::vector<RowStretch> stretches = calls->rows.stretches;
    std::vector<std::vector<TimeSlice::Key>> links(std::max<std::size_t>(stretches.size(), 1));
    std::vector<Job> jobs;
    for (std::size_t s = 0; s < links.size(); ++s)
        jobs.emplace_back([&, s](const ReadContext& in) {
            ReadContext own = in;
            if (!stretches.empty())
                own.stretch = stretches[s];
            return readCallLinks(own, links[s]);
        });
    m_progress.total = m_rows + calls->rows.estimate;
    if (Status read = runAll(jobs, &slice); !read)
        return read;
    std::vector<TimeSlice::Key> keys;
    for (const auto& some : links)
        keys.insert(keys.end(), some.begin(), some.end());
    slice.setCalls(std::move(keys));
    if (Status read = runAll(jobsOf([](const Table& table) { return table.isOp; }), &slice); !read)
        return read;
    keys = std::vector<TimeSlice::Key>();
    addLinks(m_out.kernels, keys);
    addLinks(m_out.memcpys, keys);
    addLinks(m_out.memsets, keys);
    addLinks(m_out.graphs, keys);
    slice.setOps(std::move(keys));
    return runAll(jobsOf([](const Table& table) { return !table.isOp; }), &slice);
}

/// On as many threads as there are cores, each with its own connection.
Status EventReading::runAll(const std::vector<Job>& jobs, const TimeSlice* slice)
{
    std::atomic<std::size_t> next{0};
    std::mutex mutex; // guards `failure`
    std::optional<Error> failure;
    std::stop_source abandon;
    const std::stop_callback forward(m_stop, [&] { abandon.request_stop(); });
    const auto fail = [&](const Error& error) {
        const std::lock_guard lock(mutex);
        if (!failure)
            failure = error; // the other threads' Cancelled that follows is not the reason
        abandon.request_stop();
    };
    const auto work = [&] {
        try {
            const auto db = sqlite::Database::open(m_access, abandon.get_token());
            if (!db)
                return fail(db.error());
            const ReadContext context{db.value(), m_schema, m_progress, std::nullopt, slice};
            for (std::size_t i = next++; i < jobs.size(); i = next++)
                if (Status done = jobs[i](context); !done)
                    return fail(done.error());
        } catch (const std::bad_alloc&) {
            fail(noMemory(m_access.displayName));
        }
    };
    {
        constexpr std::size_t kMostThreads = 8;
        const std::size_t threads = std::clamp<std::size_t>(
            std::thread::hardware_concurrency(), 2, std::min(kMostThreads, jobs.size() + 1));
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i)
            others.emplace_back(work);
        work();
    }
    if (m_stop.stop_requested())
        return Error{Errc::Cancelled, "Opening " + m_access.displayName + " was cancelled.", {}};
    if (failure)
        return *failure;
    return Nothing{};
}

} // namespace nv::nsys
