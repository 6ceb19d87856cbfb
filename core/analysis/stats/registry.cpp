// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/registry.h"

#include "core/analysis/stats/reports.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nv {
namespace {

constexpr std::string_view kKernelForms = "base mangled";

constexpr std::array kReports = {
    StatsReport{"cuda_api_gpu_sum", "CUDA Summary (API/Kernels/MemOps)", kKernelForms,
                cudaApiGpuSum},
    StatsReport{"cuda_api_sum", "CUDA API Summary", "", cudaApiSum},
    StatsReport{"cuda_api_trace", "CUDA API Trace", "", cudaApiTrace},
    StatsReport{"cuda_gpu_kern_gb_sum", "CUDA GPU Kernel/Grid/Block Summary", kKernelForms,
                cudaGpuKernGbSum},
    StatsReport{"cuda_gpu_kern_sum", "CUDA GPU Kernel Summary", kKernelForms, cudaGpuKernSum},
    StatsReport{"cuda_gpu_mem_size_sum", "CUDA GPU MemOps Summary (by Size)", "",
                cudaGpuMemSizeSum},
    StatsReport{"cuda_gpu_mem_time_sum", "CUDA GPU MemOps Summary (by Time)", "",
                cudaGpuMemTimeSum},
    StatsReport{"cuda_gpu_sum", "CUDA GPU Summary (Kernels/MemOps)", kKernelForms, cudaGpuSum},
    StatsReport{"cuda_gpu_trace", "CUDA GPU Trace", kKernelForms, cudaGpuTrace},
    StatsReport{"cuda_kern_exec_sum", "CUDA Kernel Launch & Exec Time Summary", kKernelForms,
                cudaKernExecSum},
    StatsReport{"cuda_kern_exec_trace", "CUDA Kernel Launch & Exec Time Trace", kKernelForms,
                cudaKernExecTrace},
    StatsReport{"mpi_event_sum", "MPI Event Summary", "", mpiEventSum},
    StatsReport{"mpi_event_trace", "MPI Event Trace", "", mpiEventTrace},
    StatsReport{"network_congestion", "Network Devices Congestion", "", networkCongestion},
    StatsReport{"nvtx_gpu_proj_sum", "NVTX GPU Projection Summary", "", nvtxGpuProjSum},
    StatsReport{"nvtx_gpu_proj_trace", "NVTX GPU Projection Trace", "", nvtxGpuProjTrace},
    StatsReport{"nvtx_pushpop_sum", "NVTX Push/Pop Range Summary", "", nvtxPushPopSum},
    StatsReport{"nvtx_pushpop_trace", "NVTX Push/Pop Range Trace", "", nvtxPushPopTrace},
    StatsReport{"nvtx_startend_sum", "NVTX Start/End Range Summary", "", nvtxStartEndSum},
    StatsReport{"nvtx_sum", "NVTX Range Summary", "", nvtxSum},
    StatsReport{"nvvideo_api_sum", "NvVideo API Summary", "", nvvideoApiSum},
    StatsReport{"openacc_sum", "OpenACC Summary", "", openaccSum},
    StatsReport{"openmp_sum", "OpenMP Summary", "", openmpSum},
    StatsReport{"osrt_sum", "OS Runtime Summary", "", osrtSum},
    StatsReport{"um_cpu_page_faults_sum", "Unified Memory CPU Page Faults Summary", "",
                umCpuPageFaultsSum},
    StatsReport{"um_sum", "Unified Memory Analysis Summary", "rows=N", umSum},
    StatsReport{"um_total_sum", "Unified Memory Totals Summary", "", umTotalSum},
};

std::string knownNames()
{
    std::string names;
    for (const StatsReport& report : kReports)
        names += (names.empty() ? "" : ", ") + std::string(report.name);
    return names;
}

/// A form as the report's list has it: "base", or "rows=N" for "rows=5".  False for another one.
bool takeForm(StatsRequest& request, std::string_view form)
{
    const std::size_t equals = form.find('=');
    std::int64_t number = 0;
    std::string wanted(form);
    if (equals != std::string_view::npos) {
        const std::string_view digits = form.substr(equals + 1);
        const auto [end, failed] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (failed != std::errc() || end != digits.data() + digits.size())
            return false;
        wanted = std::string(form.substr(0, equals)) + "=N";
    }
    std::string_view rest = request.report->forms;
    bool isKnown = false;
    while (!rest.empty() && !isKnown) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        isKnown = rest.substr(0, end) == wanted;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!isKnown)
        return false;
    if (equals != std::string_view::npos)
        request.numbers.emplace_back(form.substr(0, equals), number);
    else
        request.names = form == "base" ? KernelNameForm::Base : KernelNameForm::Mangled;
    return true;
}

} // namespace

std::span<const StatsReport> statsReports()
{
    return kReports;
}

std::int64_t StatsRequest::number(std::string_view name, std::int64_t otherwise) const
{
    for (const auto& [known, value] : numbers)
        if (known == name)
            return value;
    return otherwise;
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
        if (!takeForm(request, form))
            return Error{Errc::BadArgument,
                         "The report \"" + std::string(name) + "\" has no form \""
                             + std::string(form) + "\".",
                         {}};
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
