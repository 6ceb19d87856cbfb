// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/verdict/rule.h"

#include <string>
#include <string_view>

/// What to do next, and the command that does it.
/// Commands name the profiled program when the capture knows it, `<program>` when not; environment
/// variables are never part of one.  Thread: pure.  Source: verdict.md 2, next action.
namespace nv {

/// The profiled program and its arguments as words of a shell; "<program>" when unknown.
std::string programText(const TraceModel& trace);

/// `nsys profile -t cuda,nvtx,osrt [extra] <program>`.
std::string captureCommand(const TraceModel& trace, std::string_view extra);
/// "Capture again with: nsys profile ..."
std::string captureAgain(const TraceModel& trace, std::string_view extra);

/// Why idle that nobody recorded spoils the gap classes, and what would answer.
std::string unknownSentence(const RuleInput& input);

/// Fills nextAction and command for the primary class.
void addNextAction(const RuleInput& input, Verdict& verdict);

/// `ncu --kernel-name ... --launch-skip ... --launch-count ... program` for the kernel that leads
/// the window; empty when no kernel has a name there.
std::string ncuCommand(const RuleInput& input);

} // namespace nv
