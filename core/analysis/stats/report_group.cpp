// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/report_group.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace nv {
namespace {

struct Group
{
    std::string_view title;
    std::string_view prefix; ///< of the report's name; of several that fit the first one counts
};

constexpr std::array<std::string_view, 7> kRules = {
    "dx12_mem_ops",  "cuda_memcpy_async", "cuda_memcpy_sync", "cuda_memset_sync",
    "cuda_api_sync", "gpu_gaps",          "gpu_time_util"};

constexpr std::array kGroups = {
    Group{"Memory", "cuda_gpu_mem_"}, Group{"CUDA", "cuda_"}, Group{"NVTX", "nvtx_"},
    Group{"OS runtime", "osrt_"},     Group{"MPI", "mpi_"},   Group{"Unified memory", "um_"},
};

/// In the order of the list.
constexpr std::array<std::string_view, 8> kTitles = {
    "CUDA", "Memory", "NVTX", "OS runtime", "MPI", "Unified memory", "Rules", "Other"};

std::string command(std::string_view program, const StatsRequest& request, const Window& window,
                    std::string_view file)
{
    std::string out = std::string(program) + " -r " + text::shellWord(request.text);
    if (window.source != WindowSource::All)
        out += " --filter-time " + std::to_string(window.range.begin) + "/"
               + std::to_string(window.range.end);
    const std::size_t slash = file.find_last_of('/');
    const std::string_view base = slash == std::string_view::npos ? file : file.substr(slash + 1);
    // A name that begins with a dash would be read as an option.
    return out + " " + text::shellWord((base.starts_with('-') ? "./" : "") + std::string(base));
}

} // namespace

bool isAnalyzeRule(const StatsReport& report)
{
    return std::find(kRules.begin(), kRules.end(), report.name) != kRules.end();
}

std::string_view reportGroupTitle(const StatsReport& report)
{
    if (isAnalyzeRule(report))
        return "Rules";
    const auto group = std::find_if(kGroups.begin(), kGroups.end(), [&](const Group& g) {
        return report.name.starts_with(g.prefix);
    });
    return group == kGroups.end() ? "Other" : group->title;
}

std::size_t reportGroupRank(const StatsReport& report)
{
    const auto* const at = std::find(kTitles.begin(), kTitles.end(), reportGroupTitle(report));
    return static_cast<std::size_t>(at - kTitles.begin());
}

std::vector<std::string> reportArguments(const StatsReport& report)
{
    std::vector<std::string> out;
    std::string_view rest = report.forms;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const std::string_view name = word.substr(0, word.find('='));
        if (name.size() < word.size() && name != "start" && name != "end" && name != "nvtx")
            out.emplace_back(name);
    }
    return out;
}

std::string_view captureFor(const StatsReport& report)
{
    const std::string_view group = reportGroupTitle(report);
    if (group == "MPI")
        return "nsys profile -t cuda,nvtx,osrt,mpi";
    if (report.name.starts_with("openmp_"))
        return "nsys profile -t cuda,nvtx,osrt,openmp";
    if (report.name.starts_with("openacc_"))
        return "nsys profile -t cuda,nvtx,osrt,openacc";
    if (report.name.starts_with("nvvideo_"))
        return "nsys profile -t cuda,nvtx,osrt,nvvideo";
    if (group == "Unified memory")
        return "nsys profile -t cuda,nvtx,osrt --cuda-um-cpu-page-faults=true "
               "--cuda-um-gpu-page-faults=true";
    return "nsys profile -t cuda,nvtx,osrt";
}

StatsFilter windowStatsFilter(const Window& window)
{
    StatsFilter filter;
    if (window.source != WindowSource::All)
        filter.time = window.range;
    return filter;
}

std::string nsysCommand(const StatsRequest& request, const Window& window, std::string_view file)
{
    return command(isAnalyzeRule(*request.report) ? "nsys analyze" : "nsys stats", request, window,
                   file);
}

std::string ownCommand(const StatsRequest& request, const Window& window, std::string_view file)
{
    return command("nsys-verdict stats", request, window, file);
}

} // namespace nv
