// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/registry.h"

#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

constexpr std::array kReports = {
    StatsReport{"cuda_api_sum", "CUDA API Summary", "", cudaApiSum},
    StatsReport{"cuda_gpu_kern_sum", "CUDA GPU Kernel Summary", "base mangled", cudaGpuKernSum},
    StatsReport{"cuda_gpu_mem_time_sum", "CUDA GPU MemOps Summary (by Time)", "",
                cudaGpuMemTimeSum},
    StatsReport{"nvtx_gpu_proj_sum", "NVTX GPU Projection Summary", "", nvtxGpuProjSum},
    StatsReport{"nvtx_gpu_proj_trace", "NVTX GPU Projection Trace", "", nvtxGpuProjTrace},
    StatsReport{"nvtx_pushpop_trace", "NVTX Push/Pop Range Trace", "", nvtxPushPopTrace},
    StatsReport{"nvtx_pushpop_sum", "NVTX Push/Pop Range Summary", "", nvtxPushPopSum},
    StatsReport{"nvtx_startend_sum", "NVTX Start/End Range Summary", "", nvtxStartEndSum},
    StatsReport{"nvtx_sum", "NVTX Range Summary", "", nvtxSum},
};

std::string knownNames()
{
    std::string names;
    for (const StatsReport& report : kReports)
        names += (names.empty() ? "" : ", ") + std::string(report.name);
    return names;
}

bool hasForm(const StatsReport& report, std::string_view form)
{
    std::string_view rest = report.forms;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        if (rest.substr(0, end) == form)
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

} // namespace

std::span<const StatsReport> statsReports()
{
    return kReports;
}

Result<StatsRequest> parseStatsRequest(std::string_view text)
{
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view name = text.substr(0, colon);
    const auto report = std::find_if(kReports.begin(), kReports.end(),
                                     [&](const StatsReport& r) { return r.name == name; });
    if (report == kReports.end())
        return Error{Errc::BadArgument,
                     "There is no report \"" + std::string(name) + "\"; there are " + knownNames()
                         + ".",
                     {}};
    StatsRequest request;
    request.report = &*report;
    request.text = text;
    std::string_view rest = text.substr(colon);
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::string_view form = rest.substr(0, end);
        if (!hasForm(*report, form))
            return Error{Errc::BadArgument,
                         "The report \"" + std::string(name) + "\" has no form \""
                             + std::string(form) + "\".",
                         {}};
        request.names = form == "base" ? KernelNameForm::Base : KernelNameForm::Mangled;
        rest.remove_prefix(end);
    }
    return request;
}

Result<StatsTable> makeStats(const TraceModel& trace, const StatsRequest& request,
                             const StatsFilter& filter, const std::stop_token& stop)
{
    return request.report->make(trace, request, filter, stop);
}

} // namespace nv
