// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gate.h"
#include "app/options.h"
#include "core/analysis/analysis.h"
#include "core/analysis/name_rules.h"
#include "core/analysis/window.h"
#include "core/sources/source.h"

#include <stop_token>

/// What the commands have in common, from the files they are given to an analysed trace.
/// Errors: one sentence each.  Thread: pure but for reading files.
namespace nv {

/// All of a file the command line names; `what` it holds, for the sentence that says it cannot be read.
Result<std::string> textOf(const std::filesystem::path& path, const std::string& what);
Result<Thresholds> thresholdsOf(const Options& options);
/// Null when no file of rules was named.
Result<NameRulesPtr> nameRulesOf(const Options& options);
/// How the trace is opened: what the command line leaves open, the settings of the window say.
LoadOptions loadOptionsOf(const Options& options);
Result<TracePtr> openTrace(const Options& options, const std::stop_token& stop);
Result<AnalysisPtr> openAnalysis(const Options& options, const std::stop_token& stop);
/// For its next opening; to be called when the answer is written.
void keepForNextTime(const Analysis& analysis, const Options& options, const std::stop_token& stop);
Result<Window> windowOf(const Options& options, const Analysis& analysis);
/// none() when no device was named.
Result<DeviceId> deviceOf(const Options& options, const TraceModel& trace);

/// The gates of `--fail-if`, read before any trace is.
Result<std::vector<Gate>> gatesOf(const Options& options, GateForm form);
/// Each on a line of stderr.
void printGates(const std::vector<Gate>& gates, const std::vector<GateResult>& results);

Status runAnalyze(const Options& options, const std::stop_token& stop, int& status);
Status runCompare(const Options& options, const std::stop_token& stop, int& status);
Status runStats(const Options& options, const std::stop_token& stop);
Status runRender(const Options& options, const std::stop_token& stop);
Status runSave(const Options& options, const std::stop_token& stop);
Status runReview(const Options& options, const std::stop_token& stop);

} // namespace nv
