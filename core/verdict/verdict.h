// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"
#include "core/analysis/window_budget.h"

#include <optional>
#include <string>
#include <vector>

/// What limits this window, and what is to be done next?
/// Shape: one ClassFinding per rule of the registry, in its order; the primary class by id.
/// Unit: shares 0..1 of the window, mean over active devices.
/// Errors: none; what the data cannot carry is `CannotTell` with a reason.  Thread: pure.
/// Source: verdict.md 2.
namespace nv {

enum class ClassState : std::uint8_t
{
    No,
    Yes,
    CannotTell,
};
std::string_view classStateKey(ClassState s); ///< "no", "yes", "cannot-tell"

enum class Qualifier : std::uint8_t
{
    Exact,
    AtLeast,
    AtMost,
};

struct Evidence
{
    std::string what;
    std::string unit; ///< "ns", "share", "count", "bytes", ""
    std::optional<double> value;
    std::optional<TimeRange> where; ///< the events behind it
};

struct ClassFinding
{
    std::string id;    ///< "kernel-bound"
    std::string title; ///< as shown: "compile and set-up" outside the steady state
    ClassState state = ClassState::No;
    std::optional<double> share;     ///< nullopt when unknown
    std::optional<double> threshold; ///< nullopt for classes without a share limit
    Qualifier qualifier = Qualifier::Exact;
    std::vector<Evidence> evidence;
    std::string reason; ///< one sentence: why this state
    std::optional<double>
        bound; ///< at most this many times faster without the loss; of a yes loss class
};

struct Verdict
{
    WindowBudget budget;
    bool hasKernels = true;    ///< the capture holds a kernel or a graph: their share is known
    std::string primary;       ///< id of a class, "mixed" or "cannot-tell"
    std::string primaryReason; ///< one sentence
    std::vector<ClassFinding> classes;
    std::string nextAction; ///< one sentence with figures
    std::string command;    ///< the ncu or nsys command of it, empty when there is none
    const ClassFinding* find(std::string_view id) const;
};

/// The live half while the brush moves: states, shares and primary from the budget alone
/// (microseconds).  The other half adds evidence, conditions by count and the next action.
Verdict quickVerdict(const Analysis& analysis, const WindowBudget& budget);
Verdict fullVerdict(const Analysis& analysis, const WindowBudget& budget,
                    const WindowTables& tables);

} // namespace nv
