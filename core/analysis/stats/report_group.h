// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/registry.h"
#include "core/analysis/window.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// How are the reports chosen, asked for and reproduced elsewhere?
/// Shape: a heading by the report's name, what may follow the name after ":", and the two commands
/// that print the same table.  Cost: O(1).  Errors: none.  Thread: pure.  Source: nsys.md 2, 3, 4.
namespace nv {

/// "CUDA", "Memory", "NVTX", "OS runtime", "Unified memory", "MPI", "Rules", "Other".
std::string_view reportGroupTitle(const StatsReport& report);
/// Rank of that heading in a list.
std::size_t reportGroupRank(const StatsReport& report);
/// A rule of `nsys analyze`, not a report of `nsys stats`.
bool isAnalyzeRule(const StatsReport& report);

/// What may follow the report's name as ":NAME=NUMBER": words "NAME=N" of its forms, without those
/// the window stands for.
std::vector<std::string> reportArguments(const StatsReport& report);

/// The capture command that records what the report needs.
std::string_view captureFor(const StatsReport& report);

/// What the window keeps, with nsys' own rule; the window `all` keeps everything.
StatsFilter windowStatsFilter(const Window& window);

/// `nsys stats -r cuda_gpu_kern_sum:base --filter-time 10/20 trace.sqlite`; `file` is its base name.
std::string nsysCommand(const StatsRequest& request, const Window& window, std::string_view file);
/// The same of `nsys-verdict stats`.
std::string ownCommand(const StatsRequest& request, const Window& window, std::string_view file);

} // namespace nv
