// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

constexpr std::int64_t kStreamWaitsEvent = 2; // ENUM_CUPTI_SYNC_TYPE

struct Waiting
{
    std::string stream;
    DurationNs total = 0;
    TimeRange largest;
};

/// Streams whose issued work did not start, by time lost.
std::vector<Waiting> waitingStreams(const RuleInput& input)
{
    const TraceModel& trace = input.trace();
    std::vector<Waiting> streams(trace.streams.size());
    for (const GapRow& row : input.tables->gaps.top) {
        const DurationNs part = partInWindow(input, row, BudgetClass::Queue);
        if (row.gap.after.isNone() || part == 0)
            continue;
        const StreamId id = trace.ops.stream[row.gap.after()];
        const Stream& stream = trace.streams[id()];
        Waiting& waiting = streams[id()];
        waiting.stream =
            stream.name.empty() ? "stream " + std::to_string(stream.number) : stream.name;
        waiting.total += part;
        if (row.whole.length() > waiting.largest.length())
            waiting.largest = row.whole;
    }
    std::erase_if(streams, [](const Waiting& w) { return w.total == 0; });
    std::ranges::stable_sort(streams,
                             [](const Waiting& a, const Waiting& b) { return a.total > b.total; });
    return streams;
}

/// Records of a stream that waits for an event, inside the window.
std::uint64_t eventWaits(const RuleInput& input)
{
    const SyncTable& syncs = input.trace().syncs;
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < syncs.size(); ++i)
        if (syncs.type[i] == kStreamWaitsEvent
            && keptByNsys(syncs.start[i], syncs.end[i], input.budget.window))
            ++n;
    return n;
}

/// Limit 0.10: verdict.md 2.
void explain(const RuleInput& input, ClassFinding& finding)
{
    const auto streams = waitingStreams(input);
    for (std::size_t i = 0; i < std::min<std::size_t>(5, streams.size()); ++i)
        finding.evidence.push_back(
            evidence("work issued on " + streams[i].stream + " that had not started",
                     static_cast<double>(streams[i].total), "ns", streams[i].largest));
    if (const std::uint64_t n = eventWaits(input); n != 0)
        finding.evidence.push_back(
            evidence("streams that waited for an event", static_cast<double>(n), "count"));
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const auto streams = waitingStreams(input);
    if (streams.empty())
        return "Issued work waits to start: look for the event or stream it waits for.";
    const std::uint64_t n = eventWaits(input);
    return "Look at what " + streams.front().stream + " waits for: issued work lay "
           + text::duration(static_cast<double>(streams.front().total)) + " before it started"
           + (n == 0 ? std::string() : "; " + text::count(n) + " waits for an event are recorded")
           + ".";
}

} // namespace

Rule deviceWaitRule()
{
    return {"device-wait", "device-wait", "Does issued work not start?", judgeLoss, explain, act};
}

} // namespace nv
