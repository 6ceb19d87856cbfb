// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/time_scale.h"
#include "core/trace/trace_model.h"

#include <map>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

/// Where on the timeline are these events?  For all events behind a row of a table at once: the
/// launches of a kernel, the calls of a name.
/// Shape: per row of a lane its marked events; asked for a view, the columns they cover, joined
/// where they touch, never more than there are columns.
/// Cost: build O(events of their kinds), spans O(columns · log n).  Errors: a build that was
/// stopped marks what it had found.  Thread: immutable after build.
namespace nv::scene {

struct MarkSpan ///< columns [x0, x1)
{
    int x0 = 0;
    int x1 = 0;
    friend bool operator==(const MarkSpan&, const MarkSpan&) = default;
};

class MarkedRows
{
public:
    MarkedRows() = default;
    MarkedRows(const TraceModel& trace, std::span<const EventRef> events,
               const std::stop_token& stop);

    bool isEmpty() const { return m_rows.empty(); }

    std::vector<MarkSpan> spans(const TraceModel& trace, LanePlace place,
                                const TimeScale& scale) const;

private:
    std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint32_t>> m_rows;
};

} // namespace nv::scene
