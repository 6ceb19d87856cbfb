// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/sources/nsys_rep/nsys_version.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

/// Which nsys of this machine converts a report?  The one that was chosen, else the newest of those
/// in PATH and the usual places.
/// Cost: every candidate is run once with --version, all at the same time.
/// Errors: ToolMissing with one sentence that names where was looked; Cancelled.
/// Thread: any; blocks for as long as an nsys takes to say its version.  Source: nsys.md 6.
namespace nv::nsys {

struct NsysSearch
{
    std::filesystem::path chosen{};   ///< by the user; empty: search
    std::string pathVariable{};       ///< PATH
    std::filesystem::path root = "/"; ///< of the usual places
};

/// As this process was started.
NsysSearch searchHere(const std::filesystem::path& chosen);

struct NsysTool
{
    std::filesystem::path path;
    NsysVersion version;
};

/// Programs of that name in the order of the search, each once.
std::vector<std::filesystem::path> nsysCandidates(const NsysSearch& search);

Result<NsysTool> findNsys(const NsysSearch& search, const std::stop_token& stop);

} // namespace nv::nsys
