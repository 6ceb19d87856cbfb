// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/aggregate.h"

#include <cstdint>
#include <vector>

/// GROUP BY of durations: values in file order per group key, then one Aggregate each.
/// Shape: keys are small numbers (indices of names), one more for NULL.  Cost: O(n) and 8 bytes a
/// value.  Thread: one.  Source: nsys.md 2.
namespace nv {

class KeyedDurations
{
public:
    /// Keys are below `keys`.
    explicit KeyedDurations(std::size_t keys)
        : m_groups(keys)
    {}

    void add(std::size_t key, std::int64_t duration) { m_groups[key].push_back(duration); }

    struct Group
    {
        std::size_t key;
        Aggregate stats;
    };

    /// Groups that have values, ascending by key; `sum` becomes the sum of their totals.
    std::vector<Group> finish(std::int64_t& sum);

private:
    std::vector<std::vector<std::int64_t>> m_groups;
};

} // namespace nv
