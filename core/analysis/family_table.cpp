// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/family_table.h"

#include "core/analysis/kernel_family.h"

#include <algorithm>
#include <map>

namespace nv {

std::vector<std::string> kernelFamilies(const TraceModel& trace, std::span<const KernelRow> kernels,
                                        const NameRules* rules)
{
    std::vector<std::string> families;
    families.reserve(kernels.size());
    for (const KernelRow& row : kernels)
        families.emplace_back(kernelFamily(trace.names.display(row.shortName),
                                           trace.names.display(row.demangled), rules));
    return families;
}

std::vector<FamilyRow> familyTable(const TraceModel& trace, std::span<const KernelRow> kernels,
                                   const NameRules* rules)
{
    const std::vector<std::string> families = kernelFamilies(trace, kernels, rules);
    std::map<std::string, FamilyRow> byName;
    double all = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        FamilyRow& row = byName[families[i]];
        ++row.kernels;
        row.count += kernels[i].stats.count;
        row.total += kernels[i].stats.total;
        all += static_cast<double>(kernels[i].stats.total);
    }
    std::vector<FamilyRow> rows;
    for (auto& [name, row] : byName) {
        row.family = name;
        row.share = all > 0 ? static_cast<double>(row.total) / all : 0;
        rows.push_back(row);
    }
    std::ranges::stable_sort(rows, std::ranges::greater{}, &FamilyRow::total);
    return rows;
}

} // namespace nv
