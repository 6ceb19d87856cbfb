// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/step_choice.h"
#include "core/analysis/tables.h"

/// What does a step cost on each rank: NVTX ranges, kernels, API calls, the busy GPU?
/// Shape: per rank, sums over the chosen whole periods of the window and the number of these, so
/// that two traces are compared by `perStep(sum, periods)` of equal names: rows carry their names
/// as text where those may differ in number (ranges, calls) and as ids into the trace's names for
/// kernels.  Nothing is cut off: a name missing on one side did not occur in the periods there.
/// Rules: ranges and calls are cut at the periods and counted where they start; the inclusive time
/// of a name on a thread is the union of its ranges, its self time what no range that started later
/// on that thread takes away, so that self times add up to the time inside any range.  Kernels
/// count whole, in the step that issued them (by the start of their API call) where begins of steps
/// are host times, else in the step they start in.  Busy is the union of kernels and graph replays
/// per device.  Ranges with numbers in their text are one row per text where that text occurs in at
/// least half of the steps ("layer 3"), else one row for all with # for the numbers ("seq = #").
/// Unit: ns.  Cost: O(n log n) over ranges, O(n log periods) over ops and calls; on a worker.
/// Errors: none; unfinished when a stop is requested.  Thread: pure.
/// Source: host-overhead.md 5.1, 5.4, 5.5, quirks Q15-Q18, Q32, the values marked [RIGHT].
namespace nv {

struct StepRangeRow
{
    std::string name;
    std::uint64_t calls = 0;
    DurationNs inclusive = 0;
    DurationNs self = 0;
};

struct StepKernelRow
{
    NameId shortName;
    NameId demangled;
    std::uint64_t count = 0;
    Ns total = 0;
};

struct StepApiRow
{
    std::string name; ///< base name
    std::string cls;  ///< apiTableClass
    std::uint64_t calls = 0;
    DurationNs total = 0;
};

struct StepDeviceBusy
{
    DeviceId device;
    DurationNs busy = 0;
};

struct StepRank
{
    ProcessId process; ///< none: everything
    std::size_t periods = 0;
    DurationNs wall = 0;                 ///< length of the periods
    std::vector<StepDeviceBusy> devices; ///< those it ran kernels or replays on in the periods
    std::uint64_t kernels = 0;
    std::uint64_t replays = 0;              ///< of graphs recorded as a whole
    std::vector<StepRangeRow> ranges;       ///< by inclusive time
    std::vector<StepKernelRow> kernelNames; ///< by total
    std::vector<StepApiRow> api;            ///< by total

    /// Mean over its devices; nullopt where it ran nothing.
    std::optional<double> busyPerStep() const;
};

struct StepBreakdown
{
    StepChoice choice = StepChoice::None;
    std::optional<std::int64_t> generationRequests;
    std::size_t steps = 0;   ///< chosen ones inside the window, ranks of one step counted once
    std::size_t leftOut = 0; ///< other steps inside it
    DurationStats lengths;   ///< of the steps: the longest of the ranks
    DurationStats spans;     ///< first begin to last end of the ranks
    DurationStats walls;     ///< begin to begin; `avg` is the wall clock per step
    std::optional<DurationStats> gaps; ///< end to the next begin; nullopt where no end is marked
    std::size_t overlapping = 0;       ///< negative gaps, which are in no figure
    std::vector<StepRank> ranks;       ///< by process id
    std::string reason;                ///< why there is nothing to divide, or ""

    bool isEnough() const { return steps >= kEnoughSteps; }
};

struct StepBreakdownOptions
{
    std::optional<std::int64_t> generationRequests; ///< in place of the most frequent number
};

StepBreakdown stepBreakdown(const Analysis& analysis, const Window& window,
                            const StepBreakdownOptions& options, const std::stop_token& stop);
/// Of steps that are chosen already.
StepBreakdown stepBreakdown(const Analysis& analysis, ChosenSteps chosen,
                            const std::stop_token& stop);

/// nullopt without periods.
std::optional<double> perStep(DurationNs sum, std::size_t periods);

} // namespace nv
