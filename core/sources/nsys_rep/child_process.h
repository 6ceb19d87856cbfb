// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// Runs another program to its end, or until nobody wants its answer any more.
/// Shape: no shell, no input, stdout and stderr in one stream; the program and all it starts are
/// one process group, which is gone when the call returns.
/// Errors: Io when it cannot be started; Cancelled within 100 ms of a stop.  How the program ended
/// is not an error here.  Thread: any; blocks.
namespace nv::nsys {

struct ChildCommand
{
    std::filesystem::path program;
    std::vector<std::string> arguments;
    /// Its folder for temporary files; empty: that of this program.
    std::filesystem::path temporaryFolder{};
    std::chrono::milliseconds limit{0}; ///< 0: as long as it takes
};

struct ChildOutcome
{
    std::optional<int> exitCode; ///< nullopt: a signal ended it
    int signal = 0;
    bool timedOut = false;
    std::string output; ///< the last part of what it printed
};

using OutputListener = std::function<void(std::string_view)>;

Result<ChildOutcome> runChild(const ChildCommand& command, const std::stop_token& stop,
                              const OutputListener& onOutput = {});

} // namespace nv::nsys
