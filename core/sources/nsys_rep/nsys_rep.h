// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/sources/nsys_rep/find_nsys.h"
#include "core/sources/source.h"

/// Opens the reports of Nsight Systems (.nsys-rep, .qdrep): the user's own nsys exports them, the
/// environment is taken out, and the rest is kept in the cache folder for the next time.
/// Where the cache cannot be written the export lives in a temporary folder as long as the trace.
/// Nothing is written beside the report.
/// Errors: those of Source; ToolMissing and ToolTooOld name the command to run elsewhere.
/// Source: product.md, Input; nsys.md 6.
namespace nv::nsys {

Source reportSource();

/// Where the tool is looked for and where its work is kept.
struct ReportPlaces
{
    NsysSearch search;
    std::filesystem::path cacheFolder; ///< empty: there is none
};

Result<TracePtr> loadReport(const LoadOptions& options, const ReportPlaces& places,
                            const std::stop_token& stop, Progress& progress);

} // namespace nv::nsys
