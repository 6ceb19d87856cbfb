// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/marked_walk.h"

#include "core/scene/event_view.h"
#include "ui/document.h"

#include <algorithm>

namespace nv {
namespace {

/// Where the walk stands: an event of the list or between two of them.
struct Stand
{
    Ns start = 0;
    EventRef event;
};

Ns startOf(const TraceModel& trace, EventRef event)
{
    return scene::rangeOf(trace, event).begin;
}

} // namespace

bool revealNext(Document& document, std::span<const EventRef> events, bool isNext)
{
    if (!document.analysis() || events.empty())
        return false;
    const TraceModel& trace = *document.trace();
    const auto selected = document.selection();
    // Without a selection the first event of the view is the next one.
    const Stand stand = selected ? Stand{startOf(trace, *selected), *selected}
                                 : Stand{document.view().current().begin, {}};
    const auto isBefore = [&](EventRef event) {
        const Ns start = startOf(trace, event);
        return start != stand.start ? start < stand.start : selected && event < stand.event;
    };
    auto at = std::partition_point(events.begin(), events.end(), isBefore);
    if (isNext) {
        if (selected && at != events.end() && *at == *selected)
            ++at;
        if (at == events.end())
            at = events.begin();
    } else {
        if (at == events.begin())
            at = events.end();
        --at;
    }
    document.reveal(*at);
    return true;
}

bool revealMarked(Document& document, bool isNext)
{
    const EventsPtr events = document.markAgain(); // kept while it is walked
    if (events && revealNext(document, *events, isNext))
        return true;
    emit document.noticed(Document::tr(
        "No event is marked: a search marks what it finds, a row of a table its events."));
    return false;
}

} // namespace nv
