// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>

/// Takes what a capture recorded of its environment and of the program's output out of an export of
/// our own, so that it can be kept.
/// Gone are: rows of META_DATA_CAPTURE that name an environment, TARGET_INFO_SYSTEM_ENV,
/// ProcessStreams, the contents in ANALYSIS_FILE, and the texts in StringIds that hold whole
/// environment blocks (NAME=VALUE, separated by NULs) or belonged to ProcessStreams, unless an
/// event refers to them.
/// Errors: Io, Corrupt, Cancelled; the file is then good for nothing.
/// Thread: any; blocks.  Source: product.md, Input.
namespace nv::nsys {

/// Marks a file that was scrubbed by this version of the rules.
inline constexpr std::int32_t kScrubbedId = 0x4e565243; // "NVRC"
inline constexpr std::int32_t kScrubbedVersion = 1;

/// Deleted content is overwritten with zeros in the file itself; no journal ever holds it.
Status scrub(const std::filesystem::path& file, const std::string& name,
             const std::stop_token& stop);

/// Writes the rows of a scrubbed file, and nothing else of it, to `target`, which must not exist.
Status compactInto(const std::filesystem::path& file, const std::filesystem::path& target,
                   const std::string& name, const std::stop_token& stop);

/// Is this text a whole environment block?
bool isEnvironmentBlock(std::string_view text);

} // namespace nv::nsys
