// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/window.h"

#include <optional>
#include <string_view>
#include <vector>

/// Which steps of a window are alike, so that an average per step means something?
/// Shape: of LLM step markers the steps without context requests whose number of generation
/// requests is the most frequent one (of several ranks the largest counts), each but the first
/// after any other step; where markers name no requests or there are none, the regular steps of the
/// steady state; where neither gives one, all steps.  A period reaches from the begin of a chosen
/// step to that of the next (of markers: also a chosen) one and lies inside the window, so n steps
/// in a row have n-1 periods and nothing of what follows the last one is lost or divided wrongly.
/// Unit: ns.  Cost: O(rows · log rows) of the iterations.  Errors: none.  Thread: pure.
/// Source: host-overhead.md 4.5, 5.1, quirks Q11, Q15, Q16, Q23, the values marked [RIGHT].
namespace nv {

enum class StepChoice : std::uint8_t
{
    None, ///< the window holds no whole step
    Generation,
    Regular,
    All,
};
/// "none", "generation", "regular", "all": also the JSON.
std::string_view stepChoiceKey(StepChoice choice);

struct RankPeriods
{
    ProcessId process;              ///< none: everything, where ops do not say their process
    std::vector<TimeRange> periods; ///< ascending, disjoint
};

struct ChosenSteps
{
    StepChoice choice = StepChoice::None;
    std::optional<std::int64_t> generationRequests; ///< that all chosen steps have
    bool areMarked = false;                         ///< by the ranks, on the host
    bool areOnHost = false;                         ///< begins are host times
    std::size_t steps = 0;                          ///< chosen ones inside the window
    std::size_t leftOut = 0;                        ///< others inside it
    std::vector<Ns> lengths;                        ///< of each: the longest of its ranks
    std::vector<Ns> spans;                          ///< of each: first begin to last end
    std::vector<Ns> walls;                          ///< of each period, begin to begin
    std::vector<Ns> gaps;        ///< of each period of marked steps, end to the next begin
    std::size_t overlapping = 0; ///< periods whose next step begins before the end: in no gap
    std::vector<RankPeriods> ranks;
};

/// Fewer steps are no steady state (quirk Q38).
inline constexpr std::size_t kEnoughSteps = 5;

/// `generationRequests`: chosen by the user in place of the most frequent number.
ChosenSteps chooseSteps(const Analysis& analysis, const Window& window,
                        std::optional<std::int64_t> generationRequests = {});

} // namespace nv
