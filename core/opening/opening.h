// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/sources/source.h"

/// Opens a file ready to be asked: what the window and the commands begin with.
/// Shape: the trace and its analysis, worked out, or taken from the cache when the same file was
/// opened before by the same program with the same limits.
/// Cost: as loadTrace and analyse; from the cache, one look at each byte of it.
/// Errors: as these.  Thread: a worker.
namespace nv {

/// `early`: as analyse(); not called for what the cache holds.
Result<AnalysisPtr> openAnalysed(const LoadOptions& options, const Thresholds& thresholds,
                                 const std::stop_token& stop, Progress& progress,
                                 const EarlyAnalysis& early = {});

/// Keeps what opening worked out for the next one, where the trace has a key and it is not there yet.
/// To be called when the user has what he waited for.  O(bytes).  An error is no reason to bother
/// anybody: the next opening takes as long as this one.
Status keepOpened(const Analysis& analysis, const LoadOptions& options,
                  const std::stop_token& stop);

} // namespace nv
