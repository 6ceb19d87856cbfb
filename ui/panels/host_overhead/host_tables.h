// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host_overhead.h"
#include "ui/table/table_model.h"

#include <memory>

namespace nv {

/// An answer and what it was computed from.
struct HostAnswer
{
    AnalysisPtr analysis;
    Window window;
    std::shared_ptr<const HostOverhead> host;

    const TraceModel& trace() const { return *analysis->trace; }
};

/// The metrics M1 to M5, one row each, with value, limit and vote of the window and of each phase.
Table hostMetricTable(const HostAnswer& answer, bool byPeriod);
/// The same metrics per device, and the times they are made of.
Table hostDeviceTable(const HostAnswer& answer);
/// Sentences: the verdict with its votes, the phases, confirmation, caveats.
QString hostVerdictText(const HostAnswer& answer);
QString hostDetailText(const HostAnswer& answer);

} // namespace nv
