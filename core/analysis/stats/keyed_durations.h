// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/stats/aggregate.h"

#include <cstdint>
#include <map>
#include <vector>

/// GROUP BY of durations: values in file order per group key, then one Aggregate each.
/// Shape: keys are small numbers (indices of names, or what GroupKeys folds them to), one more for
/// NULL.  Cost: O(n) and 8 bytes a value.  Thread: one.  Source: nsys.md 2.
namespace nv {

class KeyedDurations
{
public:
    KeyedDurations() = default;

    /// Keys are below `keys`, or grow as they come.
    explicit KeyedDurations(std::size_t keys)
        : m_groups(keys)
    {}

    void add(std::size_t key, std::int64_t duration)
    {
        if (key >= m_groups.size())
            m_groups.resize(key + 1);
        m_groups[key].push_back(duration);
    }

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

/// Keys of any ordered type folded to 0, 1, 2, ... in the order of first use.  O(log groups).
template <class Key>
class GroupKeys
{
public:
    GroupKeys() = default;
    GroupKeys(const GroupKeys&) = delete; // holds a place in its own map
    GroupKeys& operator=(const GroupKeys&) = delete;

    std::size_t of(const Key& key)
    {
        if (m_last != m_ids.end() && m_last->first == key)
            return m_last->second;
        const auto [it, isNew] = m_ids.try_emplace(key, m_keys.size());
        if (isNew)
            m_keys.push_back(key);
        m_last = it;
        return it->second;
    }

    const Key& key(std::size_t id) const { return m_keys[id]; }

    std::size_t size() const { return m_keys.size(); }

private:
    std::map<Key, std::size_t> m_ids;
    typename std::map<Key, std::size_t>::const_iterator m_last = m_ids.end();
    std::vector<Key> m_keys;
};

} // namespace nv
