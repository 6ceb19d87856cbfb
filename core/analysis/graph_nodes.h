// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables.h"

#include <optional>
#include <string>
#include <vector>

/// What do the nodes of CUDA graphs cost, folded over the replays of a graph?
/// Shape: a replay is what one launch of a graph ran in the window.  Nodes are the same by their
/// graphNodeId in a process; where a capture does not give these, launches that ran the same names
/// equally often are replays of one graph and the k-th run of a name in each is one node.  Graphs
/// recorded as whole replays have no nodes; their replays are listed by the graph they ran.
/// Rules: whole durations of the rows nsys keeps, for the window `all` every row.  A gap before a
/// node is the time since the latest end of an earlier node of the same replay on its device; the
/// first node has none.  A node inside a loop of its graph counts as often as it ran.
/// Unit: ns.  Cost: O(ops in the window · log nodes).  Errors: none; unfinished when a stop is
/// requested.  Thread: pure, run on a worker.  Source: host-overhead.md 6.2, nsys.md 2.
namespace nv {

struct GraphNodeRow
{
    std::size_t graph = 0;            ///< into GraphNodes::graphs
    std::optional<std::int64_t> node; ///< graphNodeId; nullopt: told apart by name and order
    OpKind kind = OpKind::Kernel;
    OpIndex longest; ///< the longest run of it
    DurationStats stats;
    std::uint64_t gaps = 0; ///< runs that came after another node of their replay
    DurationNs gapBefore = 0;
};

struct GraphRow
{
    bool isWhole = false;                ///< recorded as replays, not as nodes
    std::optional<std::int64_t> graphId; ///< where the capture says so
    std::optional<std::int64_t> execId;
    std::optional<std::size_t> nodes; ///< nullopt: not recorded
    DurationStats spans;              ///< of each replay: first start to last end; `count` replays
    std::optional<DurationNs> gaps;   ///< between nodes, summed over replays and devices
};

struct GraphNodes
{
    std::vector<GraphRow> graphs;    ///< in the order of their first replay
    std::vector<GraphNodeRow> nodes; ///< by total
    std::string reason;              ///< why there are no nodes, or ""
};

/// `only`: a single device; none for all.
GraphNodes graphNodes(const Analysis& analysis, const Window& window, DeviceId only,
                      const std::stop_token& stop);

} // namespace nv
