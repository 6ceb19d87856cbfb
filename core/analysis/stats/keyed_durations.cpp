// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/keyed_durations.h"

#include "core/base/units.h"

namespace nv {

std::vector<KeyedDurations::Group> KeyedDurations::finish(std::int64_t& sum)
{
    std::vector<Group> groups;
    sum = 0;
    for (std::size_t key = 0; key < m_groups.size(); ++key) {
        if (m_groups[key].empty())
            continue;
        groups.push_back({key, aggregate(m_groups[key])});
        sum = addSaturated(sum, groups.back().stats.total);
    }
    return groups;
}

} // namespace nv
