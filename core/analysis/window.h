// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"

#include <optional>
#include <span>
#include <string_view>

/// Which stretch of time is counted?  Turns the SPEC of the command line, and what the user
/// brushed, into a window.  SPEC: steady | all | S/E | nvtx:NAME[@DOMAIN][/N]   (product.md,
/// nsys.md 3) Errors: BadArgument with a sentence for a bad SPEC; NotFound for no such range or no
/// steady state. Thread: pure.
namespace nv {

enum class WindowSource : std::uint8_t
{
    Steady,
    All,
    User,
    Nvtx,
};
std::string_view windowSourceKey(WindowSource s);

struct Window
{
    TimeRange range;
    WindowSource source = WindowSource::All;
    std::size_t instances = 0;        ///< of the NVTX range asked for
    std::optional<std::size_t> steps; ///< whole steps inside; nullopt when none are known
    bool isOfHost = false;            ///< no device did anything: `all` reaches over host events
};

/// What `all` of product.md reaches over, in words: "all GPU work"; the capture may be longer.
std::string_view allText(bool isOfHost);

/// Steady when one was found, else all.
Window defaultWindow(const Analysis& analysis);
Window allWindow(const Analysis& analysis);
Window userWindow(const Analysis& analysis, TimeRange range);
/// The whole steps inside, ascending; empty where none are known.  O(log steps).
std::span<const Step> wholeSteps(const Analysis& analysis, TimeRange range);
/// From the first start to the last end of all closed ranges with the text and the domain of this
/// one; marks and ranges never closed have none.  Cost: O(ranges).
std::optional<Window> instancesWindow(const Analysis& analysis, RangeIndex range);
Result<Window> resolveWindow(const Analysis& analysis, std::string_view spec);

/// `[S]/[E]` of nsys' --filter-time: numbers with units added up, fractions of a ns cut off.
struct TimeFilter
{
    std::optional<Ns> begin;
    std::optional<Ns> end;
};

Result<TimeFilter> parseTimeFilter(std::string_view text);

/// nsys' rule for tables: a row of whole duration is kept iff it touches the window so.
/// verdict.md 3, nsys.md 3: start < E and end >= S (for S < E and end >= start).
constexpr bool keptByNsys(Ns start, Ns end, TimeRange w)
{
    return (w.begin <= start && start < w.end) || (w.begin <= end && end < w.end)
           || (start < w.begin && end >= w.end);
}

} // namespace nv
