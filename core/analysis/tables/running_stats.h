// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/analysis/tables/sequence_stats.h"

#include <atomic>
#include <stop_token>
#include <vector>

/// Sums and deviations of many slices, each added up in the order of the file.
/// Shape: as durationStats of tables.h but for the ranks, equal to the last bit.  The deviation
/// divides once per row and each division waits for the one before, so four slices go side by side.
/// Unit: ns.  Cost: about two steps a row, six where one slice holds most rows; 16 bytes a row where
/// the file has another order.  Errors: none; a stop leaves figures unfinished.
/// Thread: any number of threads may call work(); they share the jobs.
/// Source: nsys.md 0.2, verdict.md 3.
namespace nv {

class RunningStats
{
public:
    struct Job
    {
        const NameSequence* sequence = nullptr;
        const Slice* slice = nullptr; ///< not empty
        DurationStats* out = nullptr; ///< count, total, avg, stddev, min and max are written
    };

    /// The longest first.
    explicit RunningStats(std::vector<Job> jobs)
        : m_jobs(std::move(jobs))
    {}

    /// Returns when no job is left to begin and all it began are done.
    void work(const std::stop_token& stop);

private:
    const Job* next();

    std::vector<Job> m_jobs;
    std::atomic<std::size_t> m_next{0};
};

} // namespace nv
