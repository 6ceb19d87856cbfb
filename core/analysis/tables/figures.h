// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/running_stats.h"
#include "core/analysis/tables/table_parts.h"

#include <functional>
#include <utility>
#include <vector>

/// The figures of a TableContext as pieces of work, one or two for each name.
/// Cost: O(rows of the name in the window), a few steps a row.  Errors: none; a stop leaves figures
/// unfinished.  Thread: pieces write different figures, so they may run at once.
namespace nv {

class FigureTasks
{
public:
    /// `weight`: about how long it takes.
    void add(std::size_t weight, std::function<void()> work)
    {
        m_others.push_back({weight, std::move(work)});
    }

    std::vector<RunningStats::Job> running; ///< what depends on the order of the file

    /// On all cores, the longest first, so that they end together; can be run once.
    void run(const std::stop_token& stop);

private:
    struct Other
    {
        std::size_t weight = 0;
        std::function<void()> work;
    };

    std::vector<Other> m_others;
};

/// How the kernels of a name in a slice, not empty, were launched; a stop leaves it unfinished.
LaunchFigures launchFigures(const TraceModel& model, const KernelSequence& sequence,
                            const Slice& slice, const std::stop_token& stop);

void addKernelTasks(const TableContext& context, std::vector<KernelFigures>& out,
                    FigureTasks& tasks);
void addCallTasks(const TableContext& context, std::vector<DurationStats>& out, FigureTasks& tasks);

} // namespace nv
