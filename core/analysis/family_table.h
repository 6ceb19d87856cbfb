// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/name_rules.h"
#include "core/analysis/tables.h"

#include <span>
#include <string>
#include <vector>

/// Which kinds of operations does the kernel time of a window go to?
/// Shape: one row per family of kernelFamily(), by total, descending; ties by name.  The counts and
/// totals are those of the rows of the kernel table, so they sum to it.
/// Unit: ns; share 0..1 of the time of all kernels, 0 where they took none.
/// Cost: O(kernel names).  Thread: pure.
namespace nv {

struct FamilyRow
{
    std::string family;
    std::uint64_t kernels = 0; ///< names of kernels
    std::uint64_t count = 0;   ///< launches
    Ns total = 0;
    double share = 0;
};

/// The family of each row of a kernel table, in its order.  `rules` may be null.
std::vector<std::string> kernelFamilies(const TraceModel& trace, std::span<const KernelRow> kernels,
                                        const NameRules* rules);

std::vector<FamilyRow> familyTable(const TraceModel& trace, std::span<const KernelRow> kernels,
                                   const NameRules* rules);

} // namespace nv
