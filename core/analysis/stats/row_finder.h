// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/events_of_row.h"
#include "core/analysis/stats/row_cells.h"
#include "core/analysis/tables/nested_events.h"
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
    /// What a name cell of the kernel reports matches: per variant of kernels.
    struct KernelMatch
    {
        std::vector<bool> bare; ///< the cell is the kernel's name
        std::vector<std::string_view>
            range; ///< the cell is "range/name": the text before; else empty
        bool asksRange = false;
    };

    KernelMatch kernelMatch(std::string_view nameTitle) const;
    bool isShaped(const KernelVariant& variant) const;
    bool isKernel(std::uint32_t op, const KernelMatch& match);
    std::string_view rangeAround(CallIndex call);

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
    EventNests m_nests;
};

} // namespace nv
