// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/verdict/verdict.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// One possible limit of a window: is it this, how do we know, what is to be done about it?
/// Shape: a rule is a file under rules/ and a line in registry.cpp; the order of the registry is
/// the order of the panel and of the JSON.
/// Cost: `judge` answers while the brush moves (a few binary searches); `explain` and `act` may
/// walk the window's tables.  Errors: none; what cannot be told is a state with a reason.
/// Thread: pure.  Source: verdict.md 2.
namespace nv {

/// What the capture and the window can carry, asked once for all rules.
struct Capabilities
{
    bool noOps = false;             ///< nothing ran on any device, in the whole capture
    bool noApi = false;             ///< no CUDA API row: no gap can be explained
    bool launches = false;          ///< there are kernel or graph launch calls
    bool kernelRowsMissing = false; ///< launches without any kernel or graph row
    bool unknownHigh = false;       ///< too much of the window's idle was not recorded
    bool graphLevel = false;        ///< graphs as wholes: busy is an upper bound
    bool emptyWindow = false;
    bool insideSteady = false;   ///< the window lies inside the proposed steady state
    std::span<const Step> steps; ///< whole steps inside the window
    bool enoughSteps = false;    ///< as many as per-step claims need
};

/// Kernel work of a window, walked once for all rules: whole durations of the rows nsys keeps.
struct KernelWork
{
    struct Named
    {
        NameId shortName;
        std::uint64_t count = 0;
        double total = 0; ///< ns
    };

    std::uint64_t count = 0;
    std::uint64_t shorterThan10us = 0;
    std::optional<Ns> median;
    std::vector<Named> communication; ///< by total, descending
};

struct RuleInput
{
    const Analysis& analysis;
    const WindowBudget& budget;
    Capabilities can;
    const WindowTables* tables = nullptr; ///< null in the live half
    KernelWork work{};                    ///< empty in the live half

    const ClassLimits& limits() const { return analysis.thresholds.classes; }

    const TraceModel& trace() const { return *analysis.trace; }

    /// Unknown when there is no device or no time.
    std::optional<double> share(BudgetClass c) const;
    /// Whether calls of this process may explain the listed devices (`--device`).
    bool concerns(ProcessId process) const;
};

struct Rule
{
    std::string_view id;
    std::string_view title;
    std::string_view question; ///< the observation it stands for
    /// State, share, limit, qualifier, title and reason.
    ClassFinding (*judge)(const RuleInput& input, const Rule& rule);
    /// Adds evidence; `input.tables` is set.
    void (*explain)(const RuleInput& input, ClassFinding& finding);
    /// The sentence to act on when this class is primary; `input.tables` is set.
    std::string (*act)(const RuleInput& input, const ClassFinding& finding);
};

std::span<const Rule> rules();
/// Null for an unknown id.
const Rule* findRule(std::string_view id);

/// The live half: no tables, no kernel work.
RuleInput quickInput(const Analysis& analysis, const WindowBudget& budget);
RuleInput fullInput(const Analysis& analysis, const WindowBudget& budget,
                    const WindowTables& tables);

} // namespace nv
