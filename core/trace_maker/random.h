// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// Numbers that look random and are the same on every machine, for made-up traces.
/// Shape: the splitmix64 sequence of its seed; `std` distributions differ between libraries and are
/// not used.  Thread: one generator per thread.  Source: Steele, Lea, Flood 2014, "Fast splittable
/// pseudorandom number generators".
namespace nv {

class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed)
    {}

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15U;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    /// 0 <= result < bound; 0 for bound 0.  The bias below 2^-40 for small bounds does not matter.
    std::uint64_t below(std::uint64_t bound) { return bound == 0 ? 0 : next() % bound; }

    /// -1 <= result < 1, in steps of 2^-20: exact in a double, so equal everywhere.
    double signedUnit()
    {
        return static_cast<double>(static_cast<std::int64_t>(next() >> 43) - (1 << 20)) / (1 << 20);
    }

private:
    std::uint64_t m_state;
};

} // namespace nv
