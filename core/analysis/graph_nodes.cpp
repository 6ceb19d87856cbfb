// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graph_nodes.h"

#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace nv {
namespace {

/// The ops of one launch, by start.
using Replay = std::vector<std::uint32_t>;

/// What runs in a node that has no id: kind and name.
using What = std::pair<OpKind, std::uint32_t>;
/// What a launch ran and how often: tells graphs without ids apart.
using Signature = std::vector<std::pair<What, std::size_t>>;

struct NodeSums
{
    GraphNodeRow row;
    std::vector<Ns> durations;
    Ns longest = -1;
};

struct GraphSums
{
    GraphRow row;
    std::vector<Ns> spans;
};

class NodeFolder
{
public:
    explicit NodeFolder(const TableContext& context)
        : m_context(context)
        , m_model(context.model)
        , m_names(groupsByName(context.model))
        , m_kept(keptOps(context))
    {}

    GraphNodes fold()
    {
        collectReplays();
        for (std::size_t r = 0; r < m_replays.size() && !shouldStop(m_context.stop, r); ++r)
            addReplay(m_replays[r]);
        addWholeReplays();
        return finish();
    }

private:
    std::int64_t nodeOf(std::uint32_t op) const
    {
        return m_model.ops.graphNode.empty() ? 0 : m_model.ops.graphNode[op];
    }

    bool isOfGraph(std::uint32_t op) const
    {
        if (nodeOf(op) != 0)
            return true;
        const CallIndex call = m_model.ops.call[op];
        return !call.isNone() && m_context.index.traits(m_model.calls.name[call()]).graphLaunch;
    }

    /// Ops of one launch share their call; where the call is lost, their correlation id.
    void collectReplays()
    {
        std::vector<std::uint32_t> ops;
        for (const std::vector<std::uint32_t>* kept :
             {&m_kept.kernels, &m_kept.copies, &m_kept.sets})
            for (const std::uint32_t op : *kept)
                if (isOfGraph(op))
                    ops.push_back(op);
        std::sort(ops.begin(), ops.end()); // rows ascend by start
        std::map<std::tuple<bool, std::uint32_t, std::int64_t>, std::size_t> known;
        for (const std::uint32_t op : ops) {
            const CallIndex call = m_model.ops.call[op];
            const auto key = call.isNone() ? std::tuple(false, m_model.processOf(OpIndex(op)).value,
                                                        m_model.ops.correlation[op])
                                           : std::tuple(true, std::uint32_t{0},
                                                        static_cast<std::int64_t>(call.value));
            const auto [at, isNew] = known.try_emplace(key, m_replays.size());
            if (isNew)
                m_replays.emplace_back();
            m_replays[at->second].push_back(op);
        }
    }

    What whatOf(std::uint32_t op) const
    {
        const OpKind kind = m_model.ops.kind[op];
        const std::uint32_t variant = m_model.ops.variant[op];
        return {kind, kind == OpKind::Kernel ? m_names.groupOf[variant] : variant};
    }

    std::size_t newGraph()
    {
        m_graphs.emplace_back();
        m_graphs.back().row.nodes = 0;
        m_graphs.back().row.gaps = 0;
        return m_graphs.size() - 1;
    }

    /// By a node that was seen before, else by what the launch ran.
    std::size_t graphOf(const Replay& replay)
    {
        bool hasIds = false;
        for (const std::uint32_t op : replay) {
            const std::int64_t id = nodeOf(op);
            if (id == 0)
                continue;
            hasIds = true;
            const auto known = m_byId.find({m_model.processOf(OpIndex(op)).value, id});
            if (known != m_byId.end())
                return m_nodes[known->second].row.graph;
        }
        if (hasIds)
            return newGraph();
        std::map<What, std::size_t> counts;
        for (const std::uint32_t op : replay)
            ++counts[whatOf(op)];
        const std::uint32_t process = m_model.processOf(OpIndex(replay.front())).value;
        const auto key = std::pair(process, Signature(counts.begin(), counts.end()));
        const auto known = m_bySignature.find(key);
        return known != m_bySignature.end() ? known->second
                                            : m_bySignature.emplace(key, newGraph()).first->second;
    }

    NodeSums& nodeFor(std::size_t graph, std::uint32_t op, std::map<What, std::size_t>& runs)
    {
        const std::int64_t id = nodeOf(op);
        std::size_t next = m_nodes.size();
        bool isNew = false;
        if (id != 0) {
            const auto key = std::pair(m_model.processOf(OpIndex(op)).value, id);
            std::tie(next, isNew) = indexOf(m_byId, key);
        } else {
            const What what = whatOf(op);
            std::tie(next, isNew) = indexOf(m_byOrder, std::tuple(graph, what, runs[what]++));
        }
        if (isNew) {
            NodeSums& node = m_nodes.emplace_back();
            node.row.graph = graph;
            node.row.kind = m_model.ops.kind[op];
            if (id != 0)
                node.row.node = id;
            ++*m_graphs[graph].row.nodes;
        }
        return m_nodes[next];
    }

    template <class Map, class Key>
    std::pair<std::size_t, bool> indexOf(Map& known, const Key& key) const
    {
        const auto [at, isNew] = known.try_emplace(key, m_nodes.size());
        return {at->second, isNew};
    }

    void addReplay(const Replay& replay)
    {
        const OpTable& ops = m_model.ops;
        const std::size_t graph = graphOf(replay);
        std::map<What, std::size_t> runs;
        std::map<std::uint32_t, Ns> latest; // per device
        Ns last = kMinNs;
        for (const std::uint32_t op : replay) {
            NodeSums& node = nodeFor(graph, op, runs);
            const Ns duration = ops.end[op] - ops.start[op];
            node.durations.push_back(duration);
            if (duration > node.longest) {
                node.longest = duration;
                node.row.longest = OpIndex(op);
            }
            const std::uint32_t device = m_model.deviceOf(OpIndex(op)).value;
            const auto [before, isFirst] = latest.try_emplace(device, ops.end[op]);
            if (!isFirst) {
                const DurationNs gap = lengthBetween(before->second, ops.start[op]);
                ++node.row.gaps;
                node.row.gapBefore += gap;
                *m_graphs[graph].row.gaps += gap;
                before->second = std::max(before->second, ops.end[op]);
            }
            last = std::max(last, ops.end[op]);
        }
        m_graphs[graph].spans.push_back(spanOf(ops.start[replay.front()], last));
    }

    static Ns spanOf(Ns begin, Ns end)
    {
        return static_cast<Ns>(
            std::min(lengthBetween(begin, end), static_cast<DurationNs>(kMaxNs)));
    }

    void addWholeReplays()
    {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
        for (const std::uint32_t op : m_kept.replays) {
            const std::uint32_t variant = m_model.ops.variant[op];
            const auto [at, isNew] = known.try_emplace(
                std::pair(m_model.processOf(OpIndex(op)).value, variant), m_graphs.size());
            if (isNew) {
                GraphRow& row = m_graphs.emplace_back().row;
                row.isWhole = true;
                row.graphId = m_model.graphVariants[variant].graphId;
                row.execId = m_model.graphVariants[variant].graphExecId;
            }
            m_graphs[at->second].spans.push_back(m_model.ops.end[op] - m_model.ops.start[op]);
        }
    }

    GraphNodes finish()
    {
        GraphNodes out;
        for (GraphSums& graph : m_graphs) {
            graph.row.spans = durationStats(graph.spans);
            out.graphs.push_back(graph.row);
        }
        for (NodeSums& node : m_nodes) {
            node.row.stats = durationStats(node.durations);
            out.nodes.push_back(node.row);
        }
        std::stable_sort(out.nodes.begin(), out.nodes.end(),
                         [](const GraphNodeRow& a, const GraphNodeRow& b) {
                             return a.stats.total > b.stats.total;
                         });
        if (!out.nodes.empty())
            return out;
        if (!m_kept.replays.empty() || m_context.index.unrecordedGraphLaunches() > 0)
            out.reason = "Graphs were recorded as whole replays or not at all, so nothing is known "
                         "of their nodes; a capture with --cuda-graph-trace=node would show them.";
        else
            out.reason = "No graph ran in this window.";
        return out;
    }

    const TableContext& m_context;
    const TraceModel& m_model;
    const VariantGroups m_names;
    const KeptOps m_kept;
    std::vector<Replay> m_replays;
    std::vector<GraphSums> m_graphs;
    std::vector<NodeSums> m_nodes;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::size_t> m_byId;
    std::map<std::tuple<std::size_t, What, std::size_t>, std::size_t> m_byOrder;
    std::map<std::pair<std::uint32_t, Signature>, std::size_t> m_bySignature;
};

} // namespace

GraphNodes graphNodes(const Analysis& analysis, const Window& window, DeviceId only,
                      const std::stop_token& stop)
{
    const TableContext context(analysis, window, only, stop);
    return NodeFolder(context).fold();
}

} // namespace nv
