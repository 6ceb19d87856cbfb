// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What did somebody find in a trace, told so that others can check it?
/// Shape: where it was seen (view, window, dock, event), what it says (title, note, figures each
/// with its definition) and the commands that repeat it.  The picture is not kept: it is drawn anew
/// from the trace, in any size, theme and without names.  The trace is that of the session.
/// Unit: ns on the session clock; figures are text.  Thread: plain value.
namespace nv {

struct FindingFigure
{
    std::string name;
    std::string value;
    std::string definition; ///< with unit and denominator
    bool isName = false;    ///< the value is text of the capture
    friend bool operator==(const FindingFigure&, const FindingFigure&) = default;
};

/// The event that was selected: a row of a table of the model, proved by its times.
struct FindingEvent
{
    std::string kind; ///< "op", "call", "range", "os-call", "sync", "overhead"
    std::uint32_t index = 0;
    TimeRange range;
    friend bool operator==(const FindingEvent&, const FindingEvent&) = default;
};

/// The second capture, where two were compared.
struct FindingOther
{
    std::string file; ///< base name; where it lies is nobody else's business
    TimeRange view;
    TimeRange window;
    std::string source; ///< of the window
    friend bool operator==(const FindingOther&, const FindingOther&) = default;
};

struct Finding
{
    std::string title;
    std::string note;
    std::string panel;   ///< id of the dock it was made in; empty: the timeline
    std::string subject; ///< whole name of the row or event it is about; empty: the window
    TimeRange view;      ///< what was drawn
    TimeRange window;    ///< what was counted
    std::string source;  ///< of the window: "steady", "all", "user", "nvtx"
    std::optional<FindingEvent> event;
    std::optional<FindingOther> other; ///< made in a comparison
    std::vector<FindingFigure> figures;
    std::vector<std::string> commands;
    std::string others; ///< members this program does not know, as JSON; empty: none
    friend bool operator==(const Finding&, const Finding&) = default;
};

} // namespace nv
