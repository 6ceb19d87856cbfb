// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/stats_filter.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace nv {
namespace {

struct RangeChoice
{
    std::string_view name;
    std::size_t index = 0;
};

/// What follows the last "/" is an index only when it is a whole number: `a/b` is a name.
RangeChoice parseChoice(std::string_view text)
{
    const std::size_t slash = text.rfind('/');
    if (slash == std::string_view::npos || slash + 1 == text.size())
        return {text};
    const std::string_view digits = text.substr(slash + 1);
    std::size_t index = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (failed != std::errc() || end != digits.data() + digits.size())
        return {text};
    return {text.substr(0, slash), index};
}

bool isNamed(const TraceModel& trace, std::size_t range, std::string_view name)
{
    std::string_view text = trace.names.text(trace.ranges.text[range]);
    const DomainId domain = trace.ranges.domain[range];
    const NameId domainName = domain.isNone() ? NameId::none() : trace.domains[domain()].name;
    if (domainName.isNone())
        return text == name;
    const std::string_view suffix = trace.names.text(domainName);
    return name.size() == text.size() + 1 + suffix.size() && name.starts_with(text)
           && name[text.size()] == '@' && name.ends_with(suffix);
}

} // namespace

StatsFilter timeStatsFilter(const TimeFilter& time)
{
    StatsFilter filter;
    filter.time = TimeRange{time.begin.value_or(kMinNs), time.end.value_or(kMaxNs)};
    return filter;
}

Result<StatsFilter> nvtxStatsFilter(const TraceModel& trace, std::string_view text)
{
    const RangeChoice choice = parseChoice(text);
    const RangeTable& ranges = trace.ranges;
    std::vector<std::size_t> found; // ranges ascend by start already
    for (std::size_t i = 0; i < ranges.size(); ++i)
        if (ranges.kind[i] != RangeKind::Mark && isNamed(trace, i, choice.name))
            found.push_back(i);
    const std::string name(choice.name);
    if (found.empty())
        return Error{Errc::NotFound,
                     "No NVTX range is named \"" + name
                         + "\"; a range of a domain is asked for as NAME@DOMAIN.",
                     {}};
    if (choice.index >= found.size())
        return Error{Errc::NotFound,
                     "There are " + std::to_string(found.size()) + " NVTX ranges \"" + name
                         + "\"; the last one is number " + std::to_string(found.size() - 1) + ".",
                     {}};
    const std::size_t i = found[choice.index];
    if (ranges.isOpen[i] != 0)
        return Error{Errc::BadArgument, "The NVTX range \"" + name + "\" was never closed.", {}};
    StatsFilter filter;
    filter.time = TimeRange{ranges.start[i], ranges.end[i]};
    const ThreadId thread = ranges.thread[i];
    if (thread.isNone())
        return filter;
    filter.process = trace.threads[thread()].process;
    const bool isMainThread =
        !filter.process.isNone()
        && trace.threads[thread()].tid == trace.processes[filter.process()].pid;
    if (!isMainThread)
        filter.thread = thread;
    return filter;
}

} // namespace nv
