// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"
#include "core/analysis/tables/kept_rows.h"
#include "core/base/packed_values.h"

#include <stop_token>
#include <string>
#include <vector>

/// Durations grouped by name, so that a window is a slice of each group.
/// Shape: the rows of a group ascend, beside them their durations; for kernels also what tables ask
/// of their launch.  Positions in all lists of a group agree.
/// Unit: ns.  Cost: build O(n), on all cores; a slice O(log n); a few bytes a row.
/// Errors: none; a stop leaves them unfinished.  Thread: immutable after build.
/// Source: verdict.md 3 (one row of a table per demangled name, per base name).
namespace nv {

/// Kernel variants that count as one: groupOf[variant] < firstOf.size().
struct VariantGroups
{
    std::vector<std::uint32_t> groupOf;
    std::vector<std::uint32_t> firstOf; ///< a variant of each group
};

VariantGroups groupsByName(const TraceModel& model);         ///< demangled name
VariantGroups groupsByNameAndShape(const TraceModel& model); ///< demangled name, grid, block

/// Names of calls that count as one: groupOf[CallNameId] < bases.size().
struct BaseGroups
{
    std::vector<std::uint32_t> groupOf;
    std::vector<std::string> bases;
};

BaseGroups groupsByBase(const TraceModel& model);

struct NameSequence
{
    PackedValues rows;
    PackedValues durations;
    PackedValues fileRanks; ///< empty where they ascend: the rows stand in the file in this order
};

inline constexpr Ns kNoLaunch = -1;

struct KernelSequence : NameSequence
{
    PackedValues calls;      ///< duration of the call that launched it, kNoLaunch when unmatched
    PackedValues queue;      ///< from the end of that call to the start, signed, cut at +-kMaxNs
    PackedValues launchedBy; ///< LaunchedBy
    PackedValues shapes;     ///< numbered within the name
    std::size_t shapeCount = 0;
    bool haveCalls = true; ///< all of them
};

/// Positions in a group of the rows that a window keeps.
struct Slice
{
    std::vector<std::size_t> before; ///< they start before the window; ascending
    std::size_t first = 0;           ///< positions [first, last) start inside
    std::size_t last = 0;

    std::size_t size() const { return before.size() + (last - first); }
};

/// `groupOf` may name no group: kNoGroup.
inline constexpr std::uint32_t kNoGroup = NameId::kNone;

template <class Sequence, class GroupOf>
std::vector<Slice> slicesOf(const std::vector<Sequence>& groups, const KeptRows& kept,
                            GroupOf groupOf)
{
    std::vector<Slice> slices(groups.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        slices[g].first = groups[g].rows.lowerBound(static_cast<std::int64_t>(kept.first));
        slices[g].last = groups[g].rows.lowerBound(static_cast<std::int64_t>(kept.last));
    }
    for (const std::uint32_t row : kept.before) {
        if (const std::uint32_t group = groupOf(row); group != kNoGroup)
            slices[group].before.push_back(groups[group].rows.lowerBound(std::int64_t{row}));
    }
    return slices;
}

/// By group of names; `only`: kernels on that device, none for all.
std::vector<KernelSequence> kernelSequences(const TraceModel& model, const BudgetIndex& index,
                                            const VariantGroups& names, DeviceId only,
                                            const std::stop_token& stop);

std::vector<NameSequence> callSequences(const TraceModel& model, const BaseGroups& bases,
                                        const std::stop_token& stop);

/// From the end of the call to the start of the kernel, cut at +-kMaxNs.
Ns signedBetween(Ns from, Ns to);

} // namespace nv
