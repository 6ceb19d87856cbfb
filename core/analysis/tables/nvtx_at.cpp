// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/nvtx_at.h"

namespace nv {

namespace {

struct Widest
{
    std::optional<std::uint32_t> row;
    DurationNs inside = 0;
};

/// The row with the longest part inside `stretch`; of equals the shortest, then the latest.
Widest widestIn(const NestedEvents& events, TimeColumns columns, TimeRange stretch)
{
    Widest best;
    events.forEachOverlapping(stretch, [&](std::uint32_t row) {
        const TimeRange whole{columns.start[row], columns.end[row]};
        const DurationNs inside = whole.intersect(stretch).length();
        const auto lengthOf = [&](std::uint32_t r) {
            return lengthBetween(columns.start[r], columns.end[r]);
        };
        const bool isTighter =
            inside == best.inside && best.row && whole.length() < lengthOf(*best.row);
        if (inside > best.inside || isTighter)
            best = {row, inside};
    });
    return best;
}

/// The shortest of the rows that cover more than half of `stretch`.
std::optional<std::uint32_t> tightestIn(const NestedEvents& events, TimeColumns columns,
                                        TimeRange stretch)
{
    std::optional<std::uint32_t> best;
    DurationNs shortest = 0;
    events.forEachOverlapping(stretch, [&](std::uint32_t row) {
        const TimeRange whole{columns.start[row], columns.end[row]};
        const DurationNs inside = whole.intersect(stretch).length();
        if (inside <= stretch.length() - inside || (best && whole.length() >= shortest))
            return;
        best = row;
        shortest = whole.length();
    });
    return best;
}

} // namespace

RangeIndex innermostRange(const EventNests& nests, ThreadId thread, Ns t)
{
    if (thread.isNone())
        return {};
    const std::optional<std::uint32_t> row = nests.ranges(thread).innermostAt(t);
    return row ? RangeIndex(*row) : RangeIndex::none();
}

RangeIndex owningRange(const EventNests& nests, const TraceModel& model, ThreadId thread,
                       TimeRange stretch)
{
    if (thread.isNone())
        return {};
    const TimeColumns columns{model.ranges.start, model.ranges.end};
    const NestedEvents& ranges = nests.ranges(thread);
    std::optional<std::uint32_t> best = tightestIn(ranges, columns, stretch);
    if (!best)
        best = widestIn(ranges, columns, stretch).row;
    return best ? RangeIndex(*best) : RangeIndex::none();
}

std::string rangeText(const TraceModel& model, RangeIndex range)
{
    return range.isNone() ? std::string() : model.names.display(model.ranges.text[range()]);
}

std::string longestHostCall(const EventNests& nests, const TraceModel& model, ThreadId thread,
                            TimeRange stretch)
{
    if (thread.isNone())
        return {};
    const Widest api = widestIn(nests.calls(thread), {model.calls.start, model.calls.end}, stretch);
    const Widest os =
        widestIn(nests.osCalls(thread), {model.osCalls.start, model.osCalls.end}, stretch);
    if (os.row && os.inside > api.inside)
        return model.names.display(model.osCallNames[model.osCalls.name[*os.row]()].text);
    return api.row ? model.callNames[model.calls.name[*api.row]()].base : std::string();
}

} // namespace nv
