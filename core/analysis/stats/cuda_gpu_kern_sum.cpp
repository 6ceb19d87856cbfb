// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/keyed_durations.h"
#include "core/analysis/stats/reports.h"
#include "core/base/progress.h"

#include <algorithm>

/// Time per kernel name: grouped by the text, all NULL names together; total descending, instances
/// ascending, name ascending with NULL first.  Source: nsys.md 2.1.
namespace nv {
namespace {

NameId nameOf(const KernelVariant& variant, KernelNameForm form)
{
    if (form == KernelNameForm::Base)
        return variant.shortName;
    if (form == KernelNameForm::Mangled && !variant.mangled.isNone())
        return variant.mangled;
    return variant.demangled;
}

struct NamedGroup
{
    NameId name; ///< none: NULL
    Aggregate stats;
};

void sortRows(std::vector<NamedGroup>& rows, const NameTable& names)
{
    std::sort(rows.begin(), rows.end(), [&](const NamedGroup& a, const NamedGroup& b) {
        if (a.stats.total != b.stats.total)
            return a.stats.total > b.stats.total;
        if (a.stats.count != b.stats.count)
            return a.stats.count < b.stats.count;
        if (a.name.isNone() != b.name.isNone())
            return a.name.isNone();
        return names.text(a.name) < names.text(b.name);
    });
}

} // namespace

Result<StatsTable> cudaGpuKernSum(const TraceModel& trace, const StatsRequest& request,
                                  const StatsFilter& filter, const std::stop_token& stop)
{
    if (trace.counts[TableKind::Kernel] == 0)
        return missingTable(request, trace.counts[TableKind::Graph] > 0
                                         ? "this trace recorded CUDA graphs as a whole and no "
                                           "kernels (capture with --cuda-graph-trace=node)"
                                         : "this trace holds no CUDA kernels");
    const std::size_t null = trace.names.size(); // the key of the NULL group
    KeyedDurations durations(null + 1);
    const std::vector<std::uint32_t> rows = keptOps(trace, OpKind::Kernel, filter);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (shouldStop(stop, i))
            return statsCancelled();
        const std::size_t op = rows[i];
        const NameId name = nameOf(trace.kernel(OpIndex(op)), request.names);
        const bool isNull = name.isNone() || trace.names.isDangling(name);
        durations.add(isNull ? null : name(), trace.ops.end[op] - trace.ops.start[op]);
    }
    std::int64_t sum = 0;
    std::vector<NamedGroup> groups;
    for (const KeyedDurations::Group& group : durations.finish(sum))
        groups.push_back({group.key == null ? NameId::none() : NameId(group.key), group.stats});
    sortRows(groups, trace.names);

    StatsTable table;
    table.columns = sevenColumns("Instances");
    table.columns.push_back({"Name"});
    for (const NamedGroup& group : groups) {
        std::vector<StatsCell>& row = table.rows.emplace_back();
        appendSeven(row, group.stats, sum);
        if (group.name.isNone())
            row.emplace_back();
        else
            row.emplace_back(std::string(trace.names.text(group.name)));
    }
    return table;
}

} // namespace nv
