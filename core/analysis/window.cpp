// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window.h"

#include "core/analysis/range_pattern.h"

#include <algorithm>
#include <charconv>

namespace nv {
namespace {

constexpr std::string_view kNvtx = "nvtx:";

Window makeWindow(const Analysis& analysis, TimeRange range, WindowSource source)
{
    const bool areKnown = analysis.steady.found && !analysis.steady.steps.empty();
    return {range, source, 0,
            areKnown ? std::optional(wholeSteps(analysis, range).size()) : std::nullopt,
            analysis.trace->ops.size() == 0};
}

Error badArgument(std::string message)
{
    return {Errc::BadArgument, std::move(message), {}};
}

Error notFound(std::string message)
{
    return {Errc::NotFound, std::move(message), {}};
}

/// NAME[@DOMAIN][/N]; what follows the last slash is an index only if it is a number.
struct RangeSpec
{
    std::string_view name; ///< with @DOMAIN
    std::optional<std::uint64_t> index;
};

RangeSpec parseRangeSpec(std::string_view text)
{
    const std::size_t slash = text.rfind('/');
    if (slash == std::string_view::npos)
        return {text, std::nullopt};
    const std::string_view digits = text.substr(slash + 1);
    std::uint64_t index = 0;
    const char* const end = digits.data() + digits.size();
    const auto [p, error] = std::from_chars(digits.data(), end, index);
    if (digits.empty() || p != end || error == std::errc::invalid_argument)
        return {text, std::nullopt};
    if (error == std::errc::result_out_of_range)
        index = kMaxNs; // no capture holds as many
    return {text.substr(0, slash), index};
}

/// Rows of closed ranges that fit, ascending by start.
class RangeSearch
{
public:
    RangeSearch(const TraceModel& trace, std::string_view name)
        : m_trace(trace)
        , m_whole(name)
        , m_fits(trace.names.size() + 1, Fit::Unknown)
    {
        const std::size_t at = name.rfind('@');
        if (at == std::string_view::npos)
            return;
        m_name.emplace(name.substr(0, at));
        m_domain = name.substr(at + 1);
    }

    std::vector<std::size_t> rows()
    {
        std::vector<std::size_t> out;
        const RangeTable& t = m_trace.ranges;
        for (std::size_t i = 0; i < t.size(); ++i) {
            if (t.kind[i] != RangeKind::Mark && fits(t.text[i], t.domain[i])) {
                if (t.isOpen[i] != 0)
                    ++m_open;
                else
                    out.push_back(i);
            }
        }
        return out;
    }

    std::size_t openRanges() const { return m_open; }

private:
    enum class Fit : std::uint8_t
    {
        Unknown,
        No,
        InDomain, ///< when the domain fits too
        Yes,      ///< a name without a domain fits ranges of every domain
    };

    bool fits(NameId text, DomainId domain)
    {
        Fit& fit = text.isNone() ? m_fits.back() : m_fits[text()];
        if (fit == Fit::Unknown)
            fit = compare(m_trace.names.text(text));
        if (fit != Fit::InDomain)
            return fit == Fit::Yes;
        return !domain.isNone() && m_trace.names.text(m_trace.domains[domain()].name) == m_domain;
    }

    Fit compare(std::string_view text) const
    {
        if (m_whole.matches(text))
            return Fit::Yes;
        return m_name && m_name->matches(text) ? Fit::InDomain : Fit::No;
    }

    const TraceModel& m_trace;
    RangePattern m_whole;
    std::optional<RangePattern> m_name; ///< what stands before the last `@`
    std::string_view m_domain;
    std::vector<Fit> m_fits; ///< by name
    std::size_t m_open = 0;
};

Result<Window> nvtxWindow(const Analysis& analysis, std::string_view text)
{
    const RangeSpec spec = parseRangeSpec(text);
    if (spec.name.empty())
        return badArgument("The window nvtx: needs the name of an NVTX range: "
                           "nvtx:NAME[@DOMAIN][/N].");
    const RangeTable& t = analysis.trace->ranges;
    RangeSearch search(*analysis.trace, spec.name);
    const std::vector<std::size_t> rows = search.rows();
    const std::string named = "NVTX range '" + std::string(spec.name) + "'";
    if (rows.empty() && search.openRanges() > 0)
        return notFound("The " + named + " is never closed in this capture, so it has no end.");
    if (rows.empty())
        return notFound("This capture holds no " + named + ".");
    if (spec.index && *spec.index >= rows.size())
        return notFound("There is no instance " + std::to_string(*spec.index) + " of " + named
                        + ": its " + std::to_string(rows.size())
                        + " instances are numbered from 0.");
    TimeRange range{t.start[rows.front()], t.end[rows.front()]};
    if (spec.index)
        range = {t.start[rows[*spec.index]], t.end[rows[*spec.index]]};
    else
        for (const std::size_t row : rows)
            range.end = std::max(range.end, t.end[row]);
    Window window = makeWindow(analysis, range, WindowSource::Nvtx);
    window.instances = spec.index ? 1 : rows.size();
    return window;
}

Result<Window> timeWindow(const Analysis& analysis, std::string_view spec)
{
    if (spec.find('/') == std::string_view::npos)
        return badArgument("'" + std::string(spec)
                           + "' is not a window: write steady, all, START/END or "
                             "nvtx:NAME[@DOMAIN][/N].");
    NV_TRY(filter, parseTimeFilter(spec));
    const TimeRange all = analysis.trace->all;
    const TimeRange range{filter.begin.value_or(all.begin), filter.end.value_or(all.end)};
    if (range.isEmpty())
        return badArgument("The window '" + std::string(spec)
                           + "' is empty: its start must lie before its end.");
    return makeWindow(analysis, range, WindowSource::User);
}

} // namespace

std::string_view windowSourceKey(WindowSource s)
{
    switch (s) {
    case WindowSource::Steady:
        return "steady";
    case WindowSource::All:
        return "all";
    case WindowSource::User:
        return "user";
    case WindowSource::Nvtx:
        return "nvtx";
    }
    return "user";
}

std::string_view allText(bool isOfHost)
{
    return isOfHost ? "all host events" : "all GPU work";
}

Window defaultWindow(const Analysis& analysis)
{
    return analysis.steady.found
               ? makeWindow(analysis, analysis.steady.window, WindowSource::Steady)
               : allWindow(analysis);
}

Window allWindow(const Analysis& analysis)
{
    return makeWindow(analysis, analysis.trace->all, WindowSource::All);
}

Window userWindow(const Analysis& analysis, TimeRange range)
{
    return makeWindow(analysis, range, WindowSource::User);
}

std::span<const Step> wholeSteps(const Analysis& analysis, TimeRange range)
{
    const std::vector<Step>& steps = analysis.steady.steps;
    if (!analysis.steady.found)
        return {};
    // Ascending and disjoint: both edges are monotone.
    const auto first = std::partition_point(steps.begin(), steps.end(),
                                            [&](const Step& s) { return s.begin < range.begin; });
    const auto last =
        std::partition_point(first, steps.end(), [&](const Step& s) { return s.end <= range.end; });
    return {first, last};
}

std::optional<Window> instancesWindow(const Analysis& analysis, RangeIndex range)
{
    const RangeTable& t = analysis.trace->ranges;
    std::optional<TimeRange> hull;
    std::size_t instances = 0;
    for (std::size_t i = 0; i < t.size(); ++i) {
        if (t.text[i] != t.text[range()] || t.domain[i] != t.domain[range()]
            || t.kind[i] == RangeKind::Mark || t.isOpen[i] != 0)
            continue;
        ++instances;
        if (!hull)
            hull = TimeRange{t.start[i], t.end[i]};
        hull->end = std::max(hull->end, t.end[i]);
    }
    if (!hull || hull->isEmpty())
        return std::nullopt;
    Window window = makeWindow(analysis, *hull, WindowSource::Nvtx);
    window.instances = instances;
    return window;
}

Result<Window> resolveWindow(const Analysis& analysis, std::string_view spec)
{
    if (spec == "all")
        return allWindow(analysis);
    if (spec == "steady") {
        if (!analysis.steady.found)
            return notFound("No steady state was found. " + analysis.steady.reason);
        return defaultWindow(analysis);
    }
    if (spec.substr(0, kNvtx.size()) == kNvtx)
        return nvtxWindow(analysis, spec.substr(kNvtx.size()));
    return timeWindow(analysis, spec);
}

} // namespace nv
