// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/events_of_row.h"
#include "core/analysis/stats/kernel_names.h"
#include "core/analysis/stats/row_cells.h"
#include "core/base/progress.h"

#include <optional>
#include <string>
#include <vector>

/// The searches behind eventsOfRow, one per kind of report.
/// Errors: a search that was stopped gives what it had found.  Thread: one.
namespace nv {

class RowFinder
{
public:
    RowFinder(const TraceModel& trace, const StatsRequest& request, const StatsFilter& filter,
              RowCells cells, std::stop_token stop);

    // Rows of summaries.
    std::vector<EventRef> kernels(std::string_view nameTitle);
    std::vector<EventRef> memoryOps();
    std::vector<EventRef> categoryOps();
    std::vector<EventRef> calls();
    std::vector<EventRef> osCalls();
    std::vector<EventRef> ranges(std::string_view nameTitle);
    std::vector<EventRef> launchPairs();
    std::vector<EventRef> kernelsInRanges();

    // Rows of traces.
    std::vector<EventRef> op(std::string_view start, std::string_view duration);
    std::vector<EventRef> call();
    std::vector<EventRef> range(std::string_view start, std::string_view duration);
    std::optional<TimeRange> stretch() const;

private:
    /// Which kernels a row is about, by the names its report uses.
    struct KernelMatch
    {
        std::optional<KernelNames> names;
        std::vector<bool> keys;     ///< of the names
        std::vector<bool> variants; ///< by shape, where the row says one

        bool operator()(std::size_t op, std::uint32_t variant) const
        {
            return names && variants[variant] && keys[names->keyOf(op)];
        }
    };

    KernelMatch kernelMatch(std::string_view nameTitle) const;

    /// Ranges of one thread by start; `latestEnd[i]` is the latest end of the first i + 1.
    struct ThreadRanges
    {
        std::vector<Ns> start;
        std::vector<Ns> latestEnd;
    };

    bool isInside(CallIndex call, const std::vector<ThreadRanges>& ranges) const;
    bool isRangeNamed(std::uint32_t range, std::optional<std::string_view> name) const;
    bool keepsRange(std::uint32_t range) const;
    bool keepsOp(std::size_t op, OpKind kind) const;
    bool keepsCall(std::size_t call) const;
    bool isOfThread(ThreadId thread) const; ///< what the row says of process and thread
    bool isAllowed(ThreadId thread) const;  ///< what the filter says of them
    std::vector<EventRef> callsNamed(std::string_view name, bool splitsByStringId);
    std::vector<EventRef> theCounted(std::vector<std::vector<EventRef>> groups) const;

    /// The events below `n` that `keeps(i)` lets pass.
    template <class Keeps>
    std::vector<EventRef> collect(EventKind kind, std::size_t n, Keeps keeps) const
    {
        std::vector<EventRef> out;
        for (std::size_t i = 0; i < n && !shouldStop(m_stop, i); ++i) {
            if (keeps(i))
                out.push_back({kind, static_cast<std::uint32_t>(i)});
        }
        return out;
    }

    const TraceModel& m_trace;
    const StatsRequest& m_request;
    const StatsFilter& m_filter;
    RowCells m_cells;
    std::stop_token m_stop;
};

} // namespace nv
