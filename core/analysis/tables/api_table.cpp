// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/duration_stats.h"
#include "core/analysis/tables/table_parts.h"

#include <algorithm>
#include <map>

namespace nv {

namespace {

/// The names of one base: groupOf[CallNameId] < bases.size().
struct BaseGroups
{
    std::vector<std::uint32_t> groupOf;
    std::vector<std::string> bases;
};

BaseGroups groupsByBase(const TraceModel& model)
{
    BaseGroups groups;
    std::map<std::string_view, std::uint32_t> known;
    for (const CallName& name : model.callNames) {
        const auto next = static_cast<std::uint32_t>(groups.bases.size());
        // A name the file does not hold has no base; it stays a row of its own.
        const bool isNamed = !name.base.empty();
        const auto [place, isNew] =
            isNamed ? known.try_emplace(name.base, next) : std::pair(known.end(), true);
        if (isNew)
            groups.bases.push_back(isNamed ? name.base : model.names.display(name.text));
        groups.groupOf.push_back(isNew ? next : place->second);
    }
    return groups;
}

void addGapShares(const GapShares& shares, ApiRow& row)
{
    row.gapCompile += shares.compile;
    row.gapSync += shares.sync;
    row.gapAlloc += shares.alloc;
    row.gapLaunch += shares.launch;
}

} // namespace

std::vector<ApiRow> apiTable(TableContext& context)
{
    const TraceModel& model = context.model;
    const CallTable& calls = model.calls;
    const BaseGroups groups = groupsByBase(model);
    std::vector<std::uint32_t> kept = context.calls;
    sortByFileOrder(kept, calls.fileOrder);
    GroupedDurations durations =
        groupDurations(kept, calls.start.data(), calls.end.data(), groups.bases.size(),
                       [&](std::uint32_t call) { return groups.groupOf[calls.name[call]()]; });

    std::vector<ApiRow> all(groups.bases.size());
    for (std::size_t g = 0; g < all.size() && !context.stop.stop_requested(); ++g) {
        all[g].name = groups.bases[g];
        all[g].cls = apiTableClass(groups.bases[g]);
        all[g].stats = durationStats(durations.of(g));
    }
    const std::vector<GapShares> shares = gapSharesByCallName(context);
    for (std::size_t name = 0; name < shares.size(); ++name)
        addGapShares(shares[name], all[groups.groupOf[name]]);

    std::erase_if(all, [](const ApiRow& row) { return row.stats.count == 0; });
    std::sort(all.begin(), all.end(), [](const ApiRow& a, const ApiRow& b) {
        return a.stats.total != b.stats.total ? a.stats.total > b.stats.total : a.name < b.name;
    });
    return all;
}

} // namespace nv
