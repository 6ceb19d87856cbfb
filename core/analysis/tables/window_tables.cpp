// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"
#include "core/base/parallel.h"

namespace nv {

Result<WindowTables> windowTables(const Analysis& analysis, const Window& window, DeviceId only,
                                  const std::stop_token& stop)
{
    const Error cancelled{Errc::Cancelled, "The tables were not finished.", {}};
    if (stop.stop_requested())
        return cancelled;
    TableContext context(analysis, window, only, stop);
    context.makeFigures();
    if (stop.stop_requested())
        return cancelled;
    WindowTables tables;
    tables.window = window;
    // The longest first; what they share has been made, so they only read the context.
    runTasks(
        {[&] { tables.compileAfterWarmup = compileAfterWarmup(context); },
         [&] { tables.outliers = outlierTable(context); },
         [&] { tables.transfers = transferTable(context); },
         [&] { tables.gaps = gapTable(context); }, [&] { tables.kernels = kernelTable(context); },
         [&] { tables.launches = launchTable(context); }, [&] { tables.api = apiTable(context); },
         [&] { tables.graphs = graphSummary(context); }});
    if (stop.stop_requested())
        return cancelled;
    return tables;
}

} // namespace nv
