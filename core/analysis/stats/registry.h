// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/stats_filter.h"
#include "core/analysis/stats/stats_table.h"
#include "core/base/result.h"
#include "core/trace/trace_model.h"

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The reports of `nsys stats` and the rules of `nsys analyze` that the program can make.
/// Shape: names and forms are those of the real tool's version 2024; a report is a file with one
/// function and a line in registry.cpp.
/// Errors: MissingTable with the reason when the trace holds nothing of what is asked for,
/// BadArgument for a name that is no report, Cancelled.  Thread: pure, run on a worker.
/// Source: nsys.md 2, 4.
namespace nv {

enum class KernelNameForm : std::uint8_t
{
    Demangled,
    Base,    ///< ":base", the short name
    Mangled, ///< ":mangled", the demangled one where a kernel has no mangled one
};

struct StatsRequest;

struct StatsReport
{
    std::string_view name;  ///< "cuda_gpu_kern_sum"
    std::string_view title; ///< "CUDA GPU Kernel Summary"
    std::string_view forms; ///< blank-separated words that may follow the name after ":"; a word
                            ///< "rows=N" stands for rows= with any whole number, "nvtx=TEXT" for
                            ///< nvtx= with a text
    Result<StatsTable> (*make)(const TraceModel& trace, const StatsRequest& request,
                               const StatsFilter& filter, const std::stop_token& stop);
};

std::span<const StatsReport> statsReports();

struct StatsRequest
{
    const StatsReport* report = nullptr;
    std::string text; ///< as asked for: "cuda_gpu_kern_sum:base"
    KernelNameForm names = KernelNameForm::Demangled;
    bool behindRange = false;                                  ///< ":nvtx-name", see kernel_names.h
    std::vector<std::pair<std::string, std::int64_t>> numbers; ///< "rows=5" of "um_sum:rows=5"
    std::string range; ///< NAME[@DOMAIN][/N] of "gpu_gaps:nvtx=NAME"

    /// The last one given counts.
    std::int64_t number(std::string_view name, std::int64_t otherwise) const;
};

Result<StatsRequest> parseStatsRequest(std::string_view text);

Result<StatsTable> makeStats(const TraceModel& trace, const StatsRequest& request,
                             const StatsFilter& filter, const std::stop_token& stop);

} // namespace nv
