// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

namespace nv {

Result<WindowTables> windowTables(const Analysis& analysis, const Window& window, DeviceId only,
                                  const std::stop_token& stop)
{
    const Error cancelled{Errc::Cancelled, "The tables were not finished.", {}};
    TableContext context(analysis, window, only, stop);
    WindowTables tables;
    tables.window = window;
    // The quick ones first: a stop between two parts saves the rest.
    tables.kernels = kernelTable(context);
    if (stop.stop_requested())
        return cancelled;
    tables.launches = launchTable(context);
    tables.transfers = transferTable(context);
    if (stop.stop_requested())
        return cancelled;
    tables.api = apiTable(context);
    if (stop.stop_requested())
        return cancelled;
    tables.gaps = gapTable(context);
    tables.compileAfterWarmup = compileAfterWarmup(context);
    if (stop.stop_requested())
        return cancelled;
    tables.graphs = graphSummary(context);
    tables.outliers = outlierTable(context);
    if (stop.stop_requested())
        return cancelled;
    return tables;
}

} // namespace nv
