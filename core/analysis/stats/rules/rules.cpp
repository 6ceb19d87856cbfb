// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isAlike(char c, char lowerOne)
{
    return lower(c) == lowerOne;
}

} // namespace

Result<StatsFilter> ruleFilter(const TraceModel& trace, const StatsRequest& request,
                               const StatsFilter& filter)
{
    StatsFilter own = filter;
    if (!request.range.empty()) {
        NV_TRY(found, nvtxStatsFilter(trace, request.range));
        own = found;
    }
    const bool hasTimes =
        request.number("start", kMinNs) != kMinNs || request.number("end", kMinNs) != kMinNs;
    if (!hasTimes)
        return own;
    own.time = TimeRange{request.number("start", 0), request.number("end", kMaxNs)};
    if (own.time->begin > own.time->end)
        return Error{
            Errc::BadArgument, "The start of \"" + request.text + "\" lies after its end.", {}};
    return own;
}

std::size_t ruleRows(const StatsRequest& request, std::size_t found)
{
    constexpr std::int64_t kRows = 50;
    const std::int64_t rows = request.number("rows", kRows);
    return rows < 0 ? found : std::min(found, static_cast<std::size_t>(rows));
}

bool beginsLike(std::string_view text, std::string_view lowerPrefix)
{
    return text.size() >= lowerPrefix.size()
           && std::equal(lowerPrefix.begin(), lowerPrefix.end(), text.begin(),
                         [](char wanted, char c) { return isAlike(c, wanted); });
}

bool containsLike(std::string_view text, std::string_view lowerPart)
{
    return std::search(text.begin(), text.end(), lowerPart.begin(), lowerPart.end(), isAlike)
           != text.end();
}

} // namespace nv
