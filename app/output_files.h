// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

/// Writes what a command was asked for, all of it or none of it.
/// A file is written under a temporary name beside its place and renamed when everything is
/// written; devices and pipes are written as they are.  "-" is stdout.
/// Errors: Io with one sentence that names the file; then nothing new is left on the disk.
/// Thread: one command, one call.  Source: product.md, exit status.
namespace nv {

struct Output
{
    std::string target; ///< a path or "-"
    std::string content;
};

/// `trace` is the input: an output that would overwrite it is refused.
Status checkTargets(const std::vector<std::string>& targets, const std::filesystem::path& trace);

Status writeOutputs(const std::vector<Output>& outputs);

/// A name beside `target` with the same ending, for a file that is written elsewhere first.
std::filesystem::path temporaryBeside(const std::filesystem::path& target);
/// Where a rename must go so that a symbolic link stays one.
std::filesystem::path realTarget(const std::filesystem::path& target);

Status writeStdout(const std::string& text);

} // namespace nv
