// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/event_details.h"

#include <QString>

#include <optional>
#include <vector>

/// What is known of an event as lines to read: name, time, place, shape or size, launch, ranges,
/// step, twins; and the figures of many marked events.
/// Shape: sections in reading order; unknown reads "—" with the reason as its tip and is copied as
/// an empty cell.  Cost: O(lines).  Thread: pure.
namespace nv {

struct FactLink ///< where a click leads: to an event or to a stretch of time
{
    std::optional<EventRef> event;
    std::optional<TimeRange> range;

    explicit operator bool() const { return event || range; }
};

struct Fact
{
    QString what;
    QString value;
    QString exact{}; ///< what is copied: whole ns, bytes, whole names
    QString tip{};
    FactLink link{};
};

struct FactSection
{
    QString title;
    std::vector<Fact> facts;
};

std::vector<FactSection> eventSections(const Analysis& analysis, const Window& window,
                                       const EventDetails& details);
FactSection markedSection(const EventsSummary& summary);

} // namespace nv
