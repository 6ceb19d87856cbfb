// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/events_of_row.h"

#include "core/analysis/stats/row_finder.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

enum class RowIs : std::uint8_t
{
    // one event or stretch each
    Op,
    Launch,
    Call,
    Range,
    ProjectedRange,
    Stretch,
    // many events
    Kernels,
    MemoryOps,
    CategoryOps,
    Calls,
    OsCalls,
    Ranges,
    LaunchPairs,
    KernelsInRanges,
    // nothing that is drawn
    Mpi,
    PageFaults,
    Unknown,
};

struct Meaning
{
    std::string_view report; ///< beginning of its name
    RowIs row;
};

/// Of several that fit the first one counts.
constexpr std::array kMeanings = {
    Meaning{"cuda_gpu_trace", RowIs::Op},
    Meaning{"cuda_memcpy_", RowIs::Op},
    Meaning{"cuda_memset_", RowIs::Op},
    Meaning{"cuda_kern_exec_trace", RowIs::Launch},
    Meaning{"cuda_kern_exec_sum", RowIs::LaunchPairs},
    Meaning{"cuda_api_trace", RowIs::Call},
    Meaning{"cuda_api_sync", RowIs::Call},
    Meaning{"cuda_api_sum", RowIs::Calls},
    Meaning{"cuda_api_gpu_sum", RowIs::CategoryOps},
    Meaning{"cuda_gpu_sum", RowIs::CategoryOps},
    Meaning{"cuda_gpu_kern_", RowIs::Kernels},
    Meaning{"cuda_gpu_mem_", RowIs::MemoryOps},
    Meaning{"nvtx_pushpop_trace", RowIs::Range},
    Meaning{"nvtx_gpu_proj_trace", RowIs::ProjectedRange},
    Meaning{"nvtx_kern_sum", RowIs::KernelsInRanges},
    Meaning{"nvtx_", RowIs::Ranges},
    Meaning{"osrt_sum", RowIs::OsCalls},
    Meaning{"gpu_gaps", RowIs::Stretch},
    Meaning{"gpu_time_util", RowIs::Stretch},
    Meaning{"mpi_event_trace", RowIs::Stretch},
    Meaning{"mpi_", RowIs::Mpi},
    Meaning{"um_", RowIs::PageFaults},
};

RowIs meaningOf(const StatsReport& report)
{
    const auto* const at = std::find_if(kMeanings.begin(), kMeanings.end(), [&](const Meaning& m) {
        return report.name.starts_with(m.report);
    });
    return at == kMeanings.end() ? RowIs::Unknown : at->row;
}

std::vector<EventRef> eventsOf(RowIs row, RowFinder& find)
{
    switch (row) {
    case RowIs::Op:
        return find.op("Start", "Duration");
    case RowIs::Launch:
        return find.op("Kernel Start", "Kernel Dur");
    case RowIs::Call:
        return find.call();
    case RowIs::Range:
        return find.range("Start", "Duration");
    case RowIs::ProjectedRange:
        return find.range("Orig Start", "Orig Duration");
    case RowIs::Kernels:
        return find.kernels("Name");
    case RowIs::MemoryOps:
        return find.memoryOps();
    case RowIs::CategoryOps:
        return find.categoryOps();
    case RowIs::Calls:
        return find.calls();
    case RowIs::OsCalls:
        return find.osCalls();
    case RowIs::Ranges:
        return find.ranges("Range");
    case RowIs::LaunchPairs:
        return find.launchPairs();
    case RowIs::KernelsInRanges:
        return find.kernelsInRanges();
    case RowIs::Stretch:
    case RowIs::Mpi:
    case RowIs::PageFaults:
    case RowIs::Unknown:
        break;
    }
    return {};
}

} // namespace

std::string_view whyRowsLeadNowhere(const StatsReport& report)
{
    switch (meaningOf(report)) {
    case RowIs::Mpi:
        return "The timeline draws no MPI calls: rows of this report lead nowhere.";
    case RowIs::PageFaults:
        return "The timeline draws no page faults: rows of this report lead nowhere.";
    case RowIs::Unknown:
        return "The timeline draws nothing that rows of this report stand for.";
    default:
        return {};
    }
}

bool isRowOneEvent(const StatsReport& report)
{
    return meaningOf(report) <= RowIs::Stretch;
}

Result<RowEvents> eventsOfRow(const TraceModel& trace, const StatsRequest& request,
                              const StatsFilter& filter, const StatsTable& table, std::size_t row,
                              const std::stop_token& stop)
{
    RowFinder find(trace, request, filter, RowCells(table, row), stop);
    const RowIs meaning = meaningOf(*request.report);
    RowEvents out;
    out.events = eventsOf(meaning, find);
    if (meaning == RowIs::Stretch)
        out.stretch = find.stretch();
    if (stop.stop_requested())
        return Error{Errc::Cancelled, "The search for events was cancelled.", {}};
    return out;
}

} // namespace nv
