// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/reports.h"
#include "core/analysis/stats/um_sources.h"
#include "core/base/progress.h"

#include <algorithm>
#include <array>

/// Page faults of the CPU on unified memory per instruction: grouped by the string id, count
/// descending, ties by ascending id with NULL first.  The real tool's filters pass the table by, which
/// has no end: neither time nor process matter.  Source: nsys.md 2.16, 3.
namespace nv {

Result<StatsTable> umCpuPageFaultsSum(const TraceModel& trace, const StatsRequest& request,
                                      const StatsFilter&, const std::stop_token& stop)
{
    constexpr std::array<std::string_view, 1> kColumns = {"CpuInstruction"};
    NV_TRY(faults, readRaw(trace, kCpuFaults, kColumns, stop));
    if (!faults)
        return missingTable(request, kNoCpuFaults);
    const RawColumn& instructions = faults->columns[0];
    NV_TRY(texts, RawNames::read(trace, {&instructions}, stop));
    std::map<std::optional<std::int64_t>, std::int64_t> counts;
    for (std::size_t row = 0; row < faults->size(); ++row) {
        if (shouldStop(stop, row))
            return statsCancelled();
        ++counts[integerAt(instructions, row)];
    }
    using Count = std::pair<std::optional<std::int64_t>, std::int64_t>;
    std::vector<Count> groups(counts.begin(), counts.end());
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Count& a, const Count& b) { return a.second > b.second; });

    StatsTable table;
    table.columns = {{"CPU Page Faults"}, {"CPU Instruction Address"}};
    for (const auto& [instruction, count] : groups)
        table.rows.push_back({count, texts.cell(instruction)});
    return table;
}

} // namespace nv
