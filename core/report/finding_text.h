// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/redaction.h"
#include "core/analysis/window.h"
#include "core/session/finding.h"
#include "core/verdict/verdict.h"

#include <string_view>

/// The words of a finding: the figures of a window and of an event with their definitions, the
/// commands that repeat them, and the same without anybody's names.
/// Rule: a figure of an operation beside its like is a case for the dock it was seen in; here stands
/// what holds of every window and event.
/// Cost: O(classes); an event O(1).  Errors: none.  Thread: pure.
namespace nv {

/// Where it lies, its steps, what limits it, the classes of its budget that took time.
std::vector<FindingFigure> windowFigures(const Analysis& analysis, const Window& window,
                                         const Verdict& verdict);
/// Name, begin, length, place, correlation.
std::vector<FindingFigure> eventFigures(const TraceModel& trace, EventRef event);

/// What repeats the finding: the window of the program, its figures as JSON, the picture, and the
/// report of nsys that holds the table of that dock where there is one.
std::vector<std::string> findingCommands(const Analysis& analysis, const Finding& finding);

/// The window as it was counted: its source is known again where the trace says the same.
Window windowOf(const Analysis& analysis, const Finding& finding);
Window windowOf(const Analysis& analysis, TimeRange window, std::string_view source);
/// Is this the second capture of the finding?  By its name, as files are told apart in a finding.
bool isOther(const Finding& finding, const TraceModel& trace);

/// The event, where the trace still has it; one of the same kind and times where rows were read in
/// another order or in part.
std::optional<EventRef> eventOf(const TraceModel& trace, const Finding& finding);
FindingEvent findingEvent(const TraceModel& trace, EventRef event);

/// Every name of the trace in it replaced, also in what the user wrote, and OTHER for the file of a
/// second capture.  A text of a file's own
/// tables (dock "reports") that is no name of the trace is left out: it may be anything.
Finding redacted(Finding finding, const Placeholders& placeholders);

} // namespace nv
