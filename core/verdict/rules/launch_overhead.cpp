// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"
#include "core/base/text.h"
#include "core/verdict/judge.h"
#include "core/verdict/next_action.h"
#include "core/verdict/rules/rules.h"

#include <algorithm>

namespace nv {
namespace {

/// Nodes of a graph recorded as a whole and kernels of a capture without them are not known.
bool kernelsAreKnown(const RuleInput& input)
{
    return input.work.count != 0
           || (input.analysis.budget->hasKernelRows() && !input.can.graphLevel);
}

void addKernels(const RuleInput& input, ClassFinding& finding)
{
    const KernelWork& work = input.work;
    const std::size_t first = finding.evidence.size();
    if (input.can.enoughSteps && input.can.insideSteady)
        finding.evidence.push_back(
            evidence("kernels per step",
                     static_cast<double>(work.count) / static_cast<double>(input.can.steps.size()),
                     "count"));
    else
        finding.evidence.push_back(evidence("kernels", static_cast<double>(work.count), "count"));
    if (work.median)
        finding.evidence.push_back(
            evidence("median kernel time", static_cast<double>(*work.median), "ns"));
    finding.evidence.push_back(
        evidence("kernels under 10 µs", static_cast<double>(work.shorterThan10us), "count"));
    if (!kernelsAreKnown(input))
        for (std::size_t i = first; i < finding.evidence.size(); ++i)
            finding.evidence[i].value.reset();
}

/// Limit 0.10: verdict.md 2.
void explain(const RuleInput& input, ClassFinding& finding)
{
    const WindowTables& tables = *input.tables;
    const CallSum launches = callsOf(tables, "launch");
    if (!input.can.noApi)
        finding.evidence.push_back(
            evidence("time inside kernel launch calls, all threads", launches.total, "ns"));
    if (finding.state == ClassState::Yes) {
        const auto host = hostOverhead(input.analysis, tables.window, {}, {});
        if (host && host.value().metrics[HostMetric::LaunchOverhead])
            finding.evidence.push_back(evidence("launch overhead ratio (M2)",
                                                *host.value().metrics[HostMetric::LaunchOverhead],
                                                "share"));
    }
    addKernels(input, finding);
    finding.evidence.push_back(
        evidence("graph launches", static_cast<double>(tables.graphs.launches), "count"));
    if (tables.graphs.coverageByCount)
        finding.evidence.push_back(
            evidence("kernels launched by graphs", *tables.graphs.coverageByCount, "share"));
}

/// Of a window in which launches are seen and no kernel is.
std::string actWithoutKernels(const RuleInput& input)
{
    const GraphSummary& graphs = input.tables->graphs;
    if (graphs.launches != 0)
        return "Fuse the nodes of the graph (its launches: "
               + perStep(input, static_cast<double>(graphs.launches))
               + "): the dispatch is the loss; which kernels it holds was not recorded.";
    const std::uint64_t copies = callsOf(*input.tables, "copy").count;
    const std::uint64_t launches = callsOf(*input.tables, "launch").count;
    std::string figures;
    if (copies + launches != 0)
        figures = copies != 0
                      ? " (copy calls: " + perStep(input, static_cast<double>(copies)) + ")"
                      : " (launch calls: " + perStep(input, static_cast<double>(launches)) + ")";
    return "No kernel is recorded here: issue fewer, larger copies and fills or capture the step "
           "in a CUDA graph"
           + figures + ".";
}

std::string act(const RuleInput& input, const ClassFinding&)
{
    const KernelWork& work = input.work;
    if (work.count == 0)
        return actWithoutKernels(input);
    std::string figures = perStep(input, static_cast<double>(work.count));
    if (work.median)
        figures += ", median " + text::duration(static_cast<double>(*work.median));
    const GraphSummary& graphs = input.tables->graphs;
    constexpr double kMost = 0.5;
    if (graphs.launches != 0 && graphs.coverageByCount.value_or(1) > kMost)
        return "Fuse the nodes of the graph: " + figures
               + "; the dispatch between them is the loss.";
    if (graphs.launches != 0)
        return "Capture the rest of the step in the CUDA graph or fuse its kernels (" + figures
               + "): graphs hold only " + text::percent(*graphs.coverageByCount)
               + " of the launches.";
    return "Capture the step in a CUDA graph or fuse its kernels (" + figures
           + "), then compare with graphs on.";
}

} // namespace

Rule launchOverheadRule()
{
    return {"launch-overhead-bound",
            "launch-overhead-bound",
            "Are there many short kernels that the host cannot launch fast enough?",
            judgeLoss,
            explain,
            act};
}

} // namespace nv
