// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace_model.h"

#include <string>
#include <string_view>

/// The command that would record what this capture lacks.
/// It names the profiled program when the capture knows it, `<program>` when not; environment
/// variables are never part of it.  Thread: pure.  Source: verdict.md 2 (next action) and 5.
namespace nv {

/// The profiled program and its arguments as words of a shell; "<program>" when unknown.
std::string programText(const TraceModel& trace);

/// `nsys profile -t cuda,nvtx,osrt [extra] <program>`.
std::string captureCommand(const TraceModel& trace, std::string_view extra);
/// "Capture again with: nsys profile ..."
std::string captureAgain(const TraceModel& trace, std::string_view extra);

inline constexpr std::string_view kNodeLevelGraphs = "--cuda-graph-trace=node";

} // namespace nv
