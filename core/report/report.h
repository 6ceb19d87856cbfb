// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host_overhead.h"
#include "core/analysis/name_rules.h"
#include "core/verdict/verdict.h"

#include <span>
#include <string>
#include <string_view>

/// The answer for one window in a form that leaves the program.
/// Shape: a report is a file and a line in registry.cpp.  The same input gives the same bytes.
/// Privacy: files are named by their base name; nothing of a capture's environment is in the model,
/// so none can be in a report; `redact` also leaves out process names and command lines.
/// Thread: pure.  Source: product.md (JSON of analyze, privacy).
namespace nv {

struct ReportInput
{
    const Analysis& analysis;
    const WindowTables& tables; ///< carries the window
    const Verdict& verdict;     ///< a full one
    const HostOverhead& host;
    DeviceId only; ///< `--device`; none: all
    bool redact = false;
    NameRulesPtr nameRules{}; ///< labels and families of the user; null: none

    const TraceModel& trace() const { return *analysis.trace; }

    const Window& window() const { return tables.window; }
};

struct Report
{
    std::string_view id;        ///< "json", also the name of the option
    std::string_view title;     ///< "JSON"
    std::string_view extension; ///< "json"
    std::string (*write)(const ReportInput& input);
};

std::span<const Report> reports();
/// Null for an unknown id.
const Report* findReport(std::string_view id);

std::string jsonReport(const ReportInput& input);
std::string markdownReport(const ReportInput& input);
std::string htmlReport(const ReportInput& input);

} // namespace nv
