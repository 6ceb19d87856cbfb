// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/change.h"
#include "core/analysis/step_breakdown.h"
#include "core/analysis/window_budget.h"

#include <array>
#include <string>
#include <vector>

/// What changed in a step from one capture to another, and are the two alike enough to say so?
/// Shape: figures per step, each with the value of both captures; rows of one name and rank, by
/// size of the change.  The budget per step of both sides sums to their wall clock per step, so its
/// changes sum to the change of the step.
/// Rules: steps alike in phase and batch, whole periods, per rank (`StepBreakdown`); ranks are
/// paired in the order of their processes.  Means are compared with means.
/// Unit: ns a step, counts a step.  Cost: that of two breakdowns and two tables of a window.
/// Errors: only Cancelled; captures without steps have `hasSteps` false and a reason, those that
/// share nothing that could be compared are refused.
/// Thread: pure, run on a worker.  Source: host-overhead.md 5, the values marked [RIGHT].
namespace nv {

struct CompareSide
{
    const Analysis& analysis;
    Window window;

    const TraceModel& trace() const { return *analysis.trace; }
};

struct NamedChange
{
    std::string name;
    std::string full;     ///< of a kernel its demangled name, else empty
    std::size_t rank = 0; ///< 0 when there is one
    Change time;          ///< ns a step; of a range inclusive
    Change self;          ///< of a range: without the ranges inside it
    Change count;         ///< a step
    Change bytes;         ///< of a transfer, a step
    std::string cls;      ///< of a call its class in the API table ("launch", "sync"), else empty
    ChangeStatus status = ChangeStatus::Unchanged;
    bool isSmall = false; ///< less than kSmallNs a step either way
};

/// Periods of steps as a distribution.
struct StepSpread
{
    Change p50;
    Change p95;
    Change p99;
    /// 1.4826 x median absolute deviation of the periods of each side, added.
    double spread = 0;
    /// The medians differ by more than that; nullopt without steps on both sides.
    std::optional<bool> isBeyond;
};

/// Something that keeps two captures from being compared as they are; said before any figure.
struct CompareNote
{
    std::string id;
    std::string message;      ///< what differs
    std::string holds;        ///< which figures still mean something
    bool spoilsSteps = false; ///< a step of one side is no step of the other: times say nothing
};

/// The k-th compared step of both sides, of their first ranks.
struct StepPair
{
    TimeRange base; ///< begin to begin
    TimeRange target;
};

/// What changed, in words.
struct Conclusion
{
    std::string claim;  ///< one sentence; without comparable steps, of the windows
    std::string causes; ///< sentences on where the change of a step went, or ""

    std::string text() const { return causes.empty() ? claim : claim + " " + causes; }
};

struct Comparison
{
    bool hasSteps = false;  ///< else only shares of the windows are compared
    std::string reason;     ///< why there are no figures per step, or ""
    bool isRefused = false; ///< no steps, and a side of which no budget is known: nothing holds
    std::vector<CompareNote> notes; ///< those that spoil the steps first
    std::string comparability;      ///< what the notes come to, in one sentence; said first
    StepBreakdown base;
    StepBreakdown target;

    Change wall;     ///< begin to begin
    Change length;   ///< begin to end of a step, where an end is marked: the longest of its ranks
    Change gap;      ///< end to the next begin, where an end is marked
    Change busy;     ///< some kernel or replay runs, mean of the ranks
    Change kernels;  ///< count, mean of the ranks
    Change coverage; ///< share of kernels launched by graphs in the window
    StepSpread spread;

    std::vector<NamedChange> ranges;
    std::vector<NamedChange> kernelNames;
    std::vector<NamedChange> api;
    std::vector<NamedChange> transfers;
    std::vector<StepPair> pairs; ///< ascending

    std::array<Change, kBudgetClasses> shares; ///< of the windows, mean of the active devices
    /// ns a step, mean over the devices of the ranks; null without steps.
    std::array<Change, kBudgetClasses> budget;
    Conclusion conclusion;

    /// Times per step mean something.
    bool stepsHold() const { return hasSteps && (notes.empty() || !notes.front().spoilsSteps); }
};

Result<Comparison> compare(const CompareSide& base, const CompareSide& target,
                           const std::stop_token& stop);

/// Its parts.
std::vector<CompareNote> compareNotes(const CompareSide& base, const CompareSide& target,
                                      const Comparison& comparison);
std::string comparabilitySentence(const Comparison& comparison);
Conclusion compareConclusion(const Comparison& comparison);
/// How many of a window's steps are compared: "13 of 14 steps".
std::string comparedCountText(const StepBreakdown& steps);
/// The same, and which: "13 of 14 steps, the regular ones".
std::string comparedStepsText(const StepBreakdown& steps);
/// Rows whose time changed the most in the direction of the step, by size of the change; of ranges
/// the time they spend themselves counts.
std::vector<NamedChange> contributors(const Comparison& comparison, std::size_t max);

} // namespace nv
