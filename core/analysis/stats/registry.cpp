// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/registry.h"

#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/rules/rules.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nv {
namespace {

constexpr std::string_view kKernelForms = "base mangled nvtx-name";
constexpr std::string_view kRuleOptions = "rows=N start=N end=N nvtx=TEXT";

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
    StatsReport{"nvtx_kern_sum", "NVTX Range Kernel Summary", "base mangled", nvtxKernSum},
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
    StatsReport{"cuda_api_sync", "CUDA Synchronization APIs",
                "rows=N start=N end=N nvtx=TEXT process=N thread=N", cudaApiSync},
    StatsReport{"cuda_memcpy_async", "CUDA Async Memcpy with Pageable Memory", kRuleOptions,
                cudaMemcpyAsync},
    StatsReport{"cuda_memcpy_sync", "CUDA Synchronous Memcpy", kRuleOptions, cudaMemcpySync},
    StatsReport{"cuda_memset_sync", "CUDA Synchronous Memset", kRuleOptions, cudaMemsetSync},
    StatsReport{"dx12_mem_ops", "DX12 Memory Operations", kRuleOptions, dx12MemOps},
    StatsReport{"gpu_gaps", "GPU Gaps", "rows=N start=N end=N nvtx=TEXT gap=N", gpuGaps},
    StatsReport{"gpu_time_util", "GPU Time Utilization",
                "rows=N start=N end=N nvtx=TEXT threshold=N chunks=N", gpuTimeUtil},
};

std::string knownNames()
{
    std::string names;
    for (const StatsReport& report : kReports)
        names += (names.empty() ? "" : ", ") + std::string(report.name);
    return names;
}

/// Is `word` one of the blank-separated ones?
bool isAmong(std::string_view words, std::string_view word)
{
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word)
            return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

/// "rows=5" or "nvtx=step".  False for one the report does not have.
bool takeOption(StatsRequest& request, std::string_view option)
{
    const std::size_t equals = option.find('=');
    const std::string name(option.substr(0, equals));
    const std::string_view value = option.substr(equals + 1);
    if (isAmong(request.report->forms, name + "=TEXT")) {
        request.range = value;
        return !value.empty();
    }
    std::int64_t number = 0;
    const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (failed != std::errc() || end != value.data() + value.size()
        || !isAmong(request.report->forms, name + "=N"))
        return false;
    request.numbers.emplace_back(name, number);
    return true;
}

/// A form as the report's list has it, or one of its options.  False for another one.
bool takeForm(StatsRequest& request, std::string_view form)
{
    if (form.find('=') != std::string_view::npos)
        return takeOption(request, form);
    if (!isAmong(request.report->forms, form))
        return false;
    if (form == "nvtx-name")
        request.behindRange = true;
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
    for (auto it = numbers.rbegin(); it != numbers.rend(); ++it)
        if (it->first == name)
            return it->second;
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
