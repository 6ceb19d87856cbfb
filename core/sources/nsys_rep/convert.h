// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/sources/nsys_rep/find_nsys.h"

#include <filesystem>
#include <optional>
#include <string>

/// What does nsys make of this report?  A scrubbed SQLite export in a folder of ours.
/// The report is reached through a link in that folder: nsys takes the kind of file from the end of
/// the name, and whatever it writes beside its input lands there.
/// Errors: ToolTooOld, Io, Corrupt, Cancelled, one sentence each; the last lines of nsys are the
/// context.  Thread: any; blocks.  Source: product.md, Input; nsys.md 6.
namespace nv::nsys {

struct Conversion
{
    std::filesystem::path report;
    std::string name;                    ///< base name, for messages
    std::optional<NsysVersion> recorded; ///< nullopt: the report does not say
    NsysTool tool;
};

Result<std::filesystem::path> exportReport(const Conversion& conversion,
                                           const std::filesystem::path& folder,
                                           const std::stop_token& stop, Progress& progress);

/// The command that makes the export on another machine.
std::string exportCommandFor(const std::string& name);

/// The last lines of a program's output, without bars of progress; newest last.
std::vector<std::string> lastLines(std::string_view output, std::size_t count);

/// Turns "Processing 143 events: [==37%   ]", however it is cut, into percent.
class PercentReader
{
public:
    /// The newest percentage in what was printed so far; nullopt before the first.
    std::optional<int> read(std::string_view text);

private:
    std::string m_tail;
    std::optional<int> m_percent;
};

} // namespace nv::nsys
