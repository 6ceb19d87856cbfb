// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/trace/series.h"

#include <QString>

#include <vector>

namespace nv {

/// All that is known about one event, in reading order.  Cost: O(log n).  Thread: pure.
struct EventFacts
{
    struct Fact
    {
        QString what;
        QString value;
    };

    QString name; ///< in full, as long as it is
    std::vector<Fact> facts;

    /// "name\nwhat: value\n..." for the clipboard.
    QString asText() const;
};

EventFacts eventFacts(const Analysis& analysis, EventRef event);

/// Where the time of a device goes in a stretch; of a stretch inside one gap, that whole gap: how
/// long, why, between which operations.
EventFacts deviceFacts(const Analysis& analysis, DeviceId device, TimeRange range);

/// What a chart shows in a stretch.
EventFacts chartFacts(const Series& series, TimeRange range);

} // namespace nv
