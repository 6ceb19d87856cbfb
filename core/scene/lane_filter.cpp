// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_filter.h"

#include "core/base/progress.h"
#include "core/base/text_pattern.h"

#include <algorithm>

namespace nv::scene {

namespace {

/// Per thread, the one that is unknown last, which domains its ranges come from.
std::vector<std::vector<bool>> domainsOfThreads(const TraceModel& trace,
                                                const std::stop_token& stop)
{
    std::vector<std::vector<bool>> out(trace.threads.size() + 1,
                                       std::vector<bool>(trace.domains.size(), false));
    const RangeTable& ranges = trace.ranges;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (shouldStop(stop, i))
            break;
        if (ranges.domain[i].isNone())
            continue;
        const ThreadId thread = ranges.thread[i];
        out[thread.isNone() ? trace.threads.size() : thread()][ranges.domain[i]()] = true;
    }
    return out;
}

std::vector<TextPattern> wordsOf(std::string_view text)
{
    std::vector<TextPattern> words;
    while (true) {
        const std::size_t begin = text.find_first_not_of(" \t");
        if (begin == std::string_view::npos)
            return words;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
        words.push_back(TextPattern::words(text.substr(0, end), false));
        text.remove_prefix(end);
    }
}

std::vector<LaneMatch> matchOf(const std::vector<LaneOwnTexts>& lanes, std::string_view text)
{
    const std::vector<TextPattern> words = wordsOf(text);
    std::vector<LaneMatch> out(lanes.size(), LaneMatch::None);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const LaneOwnTexts& lane = lanes[i];
        bool isOwn = words.empty();
        const bool holds = std::all_of(words.begin(), words.end(), [&](const TextPattern& word) {
            const bool isIn = word.isIn(lane.own);
            isOwn = isOwn || isIn;
            return isIn || word.isIn(lane.around);
        });
        if (!holds)
            continue;
        out[i] = isOwn ? LaneMatch::Own : LaneMatch::Around;
        if (out[lane.heading] == LaneMatch::None)
            out[lane.heading] = LaneMatch::Around;
    }
    return out;
}

} // namespace

LaneTexts::LaneTexts(const TraceModel& trace, const std::stop_token& stop)
{
    const std::vector<std::vector<bool>> domains = domainsOfThreads(trace, stop);
    std::size_t heading = 0;
    for (const Lane& lane : trace.lanes) {
        if (lane.depth == 0)
            heading = m_lanes.size();
        LaneOwnTexts texts;
        texts.own = lane.label;
        texts.heading = heading;
        if (lane.depth > 0)
            texts.around = m_lanes[heading].own;
        // A stream lies below its device; whose it is, its label mostly leaves out.
        const ProcessId process =
            lane.stream.isNone() ? ProcessId::none() : trace.streams[lane.stream()].process;
        if (!process.isNone())
            texts.around += '\n' + trace.processes[process()].name + '\n'
                            + std::to_string(trace.processes[process()].pid);
        if (lane.kind == LaneKind::Ranges) {
            const std::size_t thread = lane.thread.isNone() ? trace.threads.size() : lane.thread();
            for (std::size_t d = 0; d < trace.domains.size(); ++d)
                if (domains[thread][d] && !trace.domains[d].name.isNone())
                    texts.own += '\n' + std::string(trace.names.text(trace.domains[d].name));
        }
        m_lanes.push_back(std::move(texts));
    }
}

std::vector<LaneMatch> LaneTexts::match(std::string_view text) const
{
    return matchOf(m_lanes, text);
}

std::vector<LaneMatch> matchCharts(std::span<const ChartLane> charts, std::string_view text)
{
    std::vector<LaneOwnTexts> lanes;
    std::size_t heading = 0;
    for (const ChartLane& chart : charts) {
        if (chart.depth == 0)
            heading = lanes.size();
        LaneOwnTexts texts{chart.label, {}, heading};
        if (chart.depth > 0)
            texts.around = charts[heading].label;
        lanes.push_back(std::move(texts));
    }
    return matchOf(lanes, text);
}

} // namespace nv::scene
