// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options.h"

#include <string>

/// Runs a command without a window and returns its exit status.
/// 0 done · 1 a gate was crossed · 2 bad usage, unreadable input or unwritable output · 3 a gate
/// could not be judged · 4 a fault of the program · 130 interrupted.
/// stdout carries only what was asked for; errors are one sentence on stderr.
/// Thread: the main thread.  Source: product.md, command line.
namespace nv {

inline constexpr int kStatusUsage = 2;
inline constexpr int kStatusNotJudgeable = 3;
inline constexpr int kStatusFault = 4;
inline constexpr int kStatusInterrupted = 130;

int runCommand(const Options& options);

/// The status that stands for an error, after its sentence went to stderr.
int fail(const Error& error);

} // namespace nv
