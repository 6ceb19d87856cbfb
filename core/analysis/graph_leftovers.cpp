// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graph_leftovers.h"

#include "core/analysis/kernel_family.h"
#include "core/analysis/tables/launched_by.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace nv {
namespace {

/// The family of norms holds softmax too, which samplers run eagerly for good reasons.
bool isSoftmax(std::string_view name)
{
    constexpr std::string_view kWord = "softmax";
    return std::search(
               name.begin(), name.end(), kWord.begin(), kWord.end(),
               [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; })
           != name.end();
}

/// Told of the ops of graphs, then asked about others.
class GraphSteps
{
public:
    explicit GraphSteps(const TableContext& context)
        : m_model(context.model)
        , m_areKnown(!context.analysis.iterations.rows.empty())
        , m_areMarked(!context.analysis.iterations.ranks.empty())
        , m_areOnHost(m_areMarked || context.analysis.steady.edges == StepEdges::Host)
    {
        for (const Iteration& row : context.analysis.iterations.rows) {
            if (context.isFiltered() && row.period().intersect(context.window.range).isEmpty())
                continue;
            m_ofProcess[row.process.value].steps.push_back({row.period(), false});
        }
    }

    bool areKnown() const { return m_areKnown; }

    bool anyGraph() const { return m_anyGraph; }

    /// The nodes of one launch follow each other: only the first is looked up.
    void noteGraph(std::uint32_t op)
    {
        m_anyGraph = true;
        const CallIndex call = m_model.ops.call[op];
        if (m_areOnHost && !call.isNone() && call == m_lastCall)
            return;
        m_lastCall = call;
        if (StepSpan* step = stepOf(op))
            step->hasGraphs = true;
    }

    bool holdsGraphs(std::uint32_t op)
    {
        const StepSpan* step = stepOf(op);
        return step != nullptr && step->hasGraphs;
    }

private:
    struct StepSpan
    {
        TimeRange range;
        bool hasGraphs = false;
    };

    struct ProcessSteps
    {
        std::vector<StepSpan> steps; ///< ascending
        std::size_t last = 0;        ///< where the last question ended
    };

    StepSpan* stepOf(std::uint32_t op)
    {
        const ProcessId process = m_areMarked ? m_model.processOf(OpIndex(op)) : ProcessId::none();
        const auto found = m_ofProcess.find(process.value);
        if (found == m_ofProcess.end())
            return nullptr;
        const CallIndex call = m_model.ops.call[op];
        const Ns t =
            m_areOnHost && !call.isNone() ? m_model.calls.start[call()] : m_model.ops.start[op];
        ProcessSteps& of = found->second;
        if (of.last < of.steps.size() && of.steps[of.last].range.contains(t))
            return &of.steps[of.last];
        const auto after =
            std::partition_point(of.steps.begin(), of.steps.end(),
                                 [t](const StepSpan& step) { return step.range.begin <= t; });
        if (after == of.steps.begin() || !std::prev(after)->range.contains(t))
            return nullptr;
        of.last = static_cast<std::size_t>(after - of.steps.begin()) - 1;
        return &of.steps[of.last];
    }

    const TraceModel& m_model;
    std::unordered_map<std::uint32_t, ProcessSteps> m_ofProcess;
    CallIndex m_lastCall;
    bool m_areKnown;
    bool m_areMarked;
    bool m_areOnHost;
    bool m_anyGraph = false;
};

std::string reasonOf(const GraphSummary& summary, bool hasKernels)
{
    if (summary.coverageByCount && summary.coverageByTime)
        return {};
    if (summary.mode == GraphMode::Graph)
        return "Graphs were recorded as whole replays or not at all, so the kernels in them cannot "
               "be counted; a capture with --cuda-graph-trace=node would.";
    return hasKernels ? "The kernels of this window have no length."
                      : "No kernel ran in this window.";
}

/// Eager launches of a name that could be captured.
struct Candidates
{
    bool isCapturable = false;
    std::vector<std::uint32_t> ops;
};

} // namespace

bool isCapturableKernel(std::string_view shortName)
{
    const std::string_view family = kernelFamily(shortName);
    return family == "GEMM" || family == "GEMV" || family == "collective"
           || (family == "norm" && !isSoftmax(shortName));
}

std::optional<std::uint64_t> GraphLeftovers::suspicious(NameId demangled) const
{
    for (const Row& row : rows)
        if (row.demangled == demangled)
            return row.count;
    return 0;
}

GraphLeftovers graphLeftovers(const Analysis& analysis, const Window& window,
                              const GraphSummary& summary, DeviceId only,
                              const std::stop_token& stop)
{
    const TableContext context(analysis, window, only, stop);
    const TraceModel& model = context.model;
    const VariantGroups names = groupsByName(model);
    std::vector<Candidates> candidates(names.firstOf.size());
    for (std::size_t g = 0; g < candidates.size(); ++g)
        candidates[g].isCapturable =
            isCapturableKernel(model.names.text(model.kernelVariants[names.firstOf[g]].shortName));
    GraphLeftovers out;
    GraphSteps steps(context);
    const KeptOps kept = keptOps(context);
    for (std::size_t k = 0; k < kept.kernels.size() && !shouldStop(stop, k); ++k) {
        const std::uint32_t op = kept.kernels[k];
        const LaunchedBy by = launchedBy(model, context.index, op);
        Candidates& of = candidates[names.groupOf[model.ops.variant[op]]];
        if (by == LaunchedBy::Graph)
            steps.noteGraph(op);
        else if (by == LaunchedBy::Unknown)
            ++out.unknown;
        else if (of.isCapturable)
            of.ops.push_back(op);
    }
    for (const std::uint32_t replay : kept.replays)
        steps.noteGraph(replay);
    for (std::size_t g = 0; g < candidates.size(); ++g) {
        if (candidates[g].ops.empty())
            continue;
        GraphLeftovers::Row row{model.kernelVariants[names.firstOf[g]].demangled, 0};
        for (const std::uint32_t op : candidates[g].ops)
            *row.count += steps.holdsGraphs(op) ? 1 : 0;
        if (!steps.areKnown() && steps.anyGraph())
            row.count.reset();
        out.rows.push_back(row);
    }
    out.reason = reasonOf(summary, !kept.kernels.empty());
    return out;
}

} // namespace nv
