// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/verdict/rule.h"

#include <optional>
#include <string>

/// What the rules have in common: the state of a loss class, figures taken from the window's own
/// events, sentences.  Thread: pure.  Source: verdict.md 2.
namespace nv {

/// A class of the budget that is lost time.  *Gap* classes are explained by API rows and can hide
/// in idle that nobody recorded; transfer and communication are work on the device.
struct Loss
{
    std::string_view id;
    BudgetClass cls;
    double ClassLimits::*limit;
    bool isGap;
};

/// The eight losses, in the order that decides a tie.
std::span<const Loss> losses();
const Loss* findLoss(std::string_view id);

ClassFinding judgeLoss(const RuleInput& input, const Rule& rule);

/// A finding that cannot be judged at all, or nullopt: the same for every class.
std::optional<std::string> cannotTellAnything(const RuleInput& input);

KernelWork kernelWork(const RuleInput& input);

/// API rows of the window whose class by name is `cls`.
struct CallSum
{
    std::uint64_t count = 0;
    double total = 0;                ///< ns
    const ApiRow* largest = nullptr; ///< by the idle it explains, else by total
};

CallSum callsOf(const WindowTables& tables, std::string_view cls);

/// Time of one class in a gap, cut at the window; zero on a device that is not active.
DurationNs partInWindow(const RuleInput& input, const GapRow& row, BudgetClass cls);

/// Time of one class in the longest gaps of the window, by the NVTX range that owns them.
/// Texts that differ only in their numbers are one owner ("step 12", "step 13": "step #").
struct GapOwner
{
    std::string name; ///< "" for gaps outside any range
    std::uint64_t gaps = 0;
    DurationNs total = 0; ///< cut at the window, mean of the active devices
    TimeRange largest;    ///< the longest of its gaps
};

std::vector<GapOwner> gapOwners(const RuleInput& input, BudgetClass cls);
/// " in range X" of the owner of most of that time; "" when no range owns any.
std::string inLargestRange(const RuleInput& input, BudgetClass cls);

/// " in range X" or "".
std::string inRange(const std::string& owner);

/// "1 call", "3 calls"
std::string counted(std::uint64_t n, const std::string& word);

/// "12.3 per step", or "12 in the window" when steps are not known.
std::string perStep(const RuleInput& input, double n);

Evidence evidence(std::string what, double value, std::string unit);
Evidence evidence(std::string what, double value, std::string unit, TimeRange where);

} // namespace nv
