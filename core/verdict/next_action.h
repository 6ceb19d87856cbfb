// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/capture_command.h"
#include "core/verdict/rule.h"

#include <string>

/// What to do next, and the command that does it.
/// Thread: pure.  Source: verdict.md 2, next action.
namespace nv {

/// Why idle that nobody recorded spoils the gap classes, and what would answer.
std::string unknownSentence(const RuleInput& input);

/// Fills nextAction and command for the primary class.
void addNextAction(const RuleInput& input, Verdict& verdict);

/// `ncu --kernel-name ... --launch-skip ... --launch-count ... program` for the kernel that leads
/// the window; empty when no kernel has a name there.
std::string ncuCommand(const RuleInput& input);

} // namespace nv
