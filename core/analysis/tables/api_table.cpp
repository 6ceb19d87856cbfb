// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/table_parts.h"

#include <algorithm>

namespace nv {

namespace {

void addGapShares(const GapShares& shares, ApiRow& row)
{
    row.gapCompile += shares.compile;
    row.gapSync += shares.sync;
    row.gapAlloc += shares.alloc;
    row.gapLaunch += shares.launch;
}

} // namespace

std::vector<ApiRow> apiTable(const TableContext& context)
{
    const BaseGroups& groups = context.tables->callBases;
    const std::vector<DurationStats>& figures = context.callFigures();
    std::vector<ApiRow> all(figures.size());
    for (std::size_t g = 0; g < all.size(); ++g) {
        all[g].name = groups.bases[g];
        all[g].cls = apiTableClass(groups.bases[g]);
        all[g].stats = figures[g];
    }
    if (context.stop.stop_requested())
        return {};
    for (std::size_t d = 0; d < context.model.devices.size(); ++d) {
        const std::vector<GapShares>& shares = context.gaps(DeviceId(d)).shares;
        for (std::size_t name = 0; name < shares.size(); ++name)
            addGapShares(shares[name], all[groups.groupOf[name]]);
    }

    std::erase_if(all, [](const ApiRow& row) { return row.stats.count == 0; });
    std::sort(all.begin(), all.end(), [](const ApiRow& a, const ApiRow& b) {
        return a.stats.total != b.stats.total ? a.stats.total > b.stats.total : a.name < b.name;
    });
    return all;
}

} // namespace nv
