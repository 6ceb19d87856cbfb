// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

/// Equal values stored once and numbered 0, 1, 2, ... in the order of first use.
/// Shape: open addressing over a power of two, at most half full; `Hash` needs spread in its low
/// bits.  Cost: O(1) a value, one comparison when it repeats the one before.
/// Errors: none.  Thread: one writer.
namespace nv {

/// Spreads the bits of one more number over a hash (the finaliser of splitmix64).
inline std::uint64_t mixedHash(std::uint64_t seed, std::uint64_t value)
{
    std::uint64_t z = seed * 0x9e3779b97f4a7c15U + value;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}

template <class T, class Hash>
class ValuePool
{
public:
    std::uint32_t of(const T& value)
    {
        if (!m_values.empty() && m_values[m_last] == value)
            return m_last;
        if (2 * (m_values.size() + 1) > m_slots.size())
            grow();
        std::size_t slot = Hash{}(value) & (m_slots.size() - 1);
        while (m_slots[slot] != 0 && !(m_values[m_slots[slot] - 1] == value))
            slot = (slot + 1) & (m_slots.size() - 1);
        if (m_slots[slot] == 0) {
            m_values.push_back(value);
            m_slots[slot] = static_cast<std::uint32_t>(m_values.size());
        }
        m_last = m_slots[slot] - 1;
        return m_last;
    }

    const std::vector<T>& values() const { return m_values; }

private:
    void grow()
    {
        constexpr std::size_t kLeast = 16;
        m_slots.assign(m_slots.empty() ? kLeast : 2 * m_slots.size(), 0);
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            std::size_t slot = Hash{}(m_values[i]) & (m_slots.size() - 1);
            while (m_slots[slot] != 0)
                slot = (slot + 1) & (m_slots.size() - 1);
            m_slots[slot] = static_cast<std::uint32_t>(i + 1);
        }
    }

    std::vector<T> m_values;
    std::vector<std::uint32_t> m_slots; ///< position + 1; 0: free
    std::uint32_t m_last = 0;
};

} // namespace nv
