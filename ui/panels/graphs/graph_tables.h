// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/graph_leftovers.h"
#include "core/analysis/graph_nodes.h"
#include "core/analysis/pattern_groups.h"
#include "ui/table/table_model.h"

#include <memory>

namespace nv {

/// What the graphs of a window hold and what is left out of them.
struct GraphFindings
{
    GraphSummary summary;
    GraphLeftovers leftovers;
    GraphNodes nodes;
    RepeatingPattern pattern;
};

/// Findings and what they were computed from.
struct GraphAnswer
{
    AnalysisPtr analysis;
    Window window;
    std::shared_ptr<const GraphFindings> found;

    const TraceModel& trace() const { return *analysis->trace; }
};

/// On a worker; null when it was stopped.
std::shared_ptr<const GraphFindings> graphFindings(const Analysis& analysis, const Window& window,
                                                   const std::stop_token& stop);

/// Kernels launched one by one, those first that a graph has left out.
Table eagerTable(const GraphAnswer& answer);
/// Nodes over the replays of their graph.
Table graphNodeTable(const GraphAnswer& answer);
/// Blocks of the kernels that repeat in a step.
Table patternTable(const GraphAnswer& answer);

/// "Graphs hold 94.1 % of the kernels, 97.0 % of their time, in 57 launches."
QString graphHeadline(const GraphAnswer& answer);
QString eagerCaption(const GraphAnswer& answer);
QString nodesCaption(const GraphAnswer& answer);
QString patternCaption(const GraphAnswer& answer);

} // namespace nv
