// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/budget.h"

/// Was a kernel launched by a graph or by itself?
/// Rule: a graph node id, or a graph launch as its call; by itself when its call is a kernel launch;
/// else nobody says.  Cost: O(1).  Thread: pure.  Source: host-overhead.md 6.2 [RIGHT].
namespace nv {

enum class LaunchedBy : std::uint8_t
{
    Unknown,
    Graph,
    Eager,
};

inline LaunchedBy launchedBy(const TraceModel& model, const BudgetIndex& index, std::uint32_t op)
{
    const OpTable& ops = model.ops;
    if (!ops.graphNode.empty() && ops.graphNode[op] != 0)
        return LaunchedBy::Graph;
    if (ops.call[op].isNone())
        return LaunchedBy::Unknown;
    const ApiTraits& traits = index.traits(model.calls.name[ops.call[op]()]);
    if (traits.graphLaunch)
        return LaunchedBy::Graph;
    return traits.kernelLaunch ? LaunchedBy::Eager : LaunchedBy::Unknown;
}

} // namespace nv
