// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Which values stand at these places of a sorted row, without sorting it?
/// Shape: counts how many values fall into each of a few thousand bins (a 64th of their size wide),
/// then looks closer at the bins that hold a place, until each is one value; what is few is copied
/// and selected from.  Unit: any, values of at least 0.
/// Cost: O(n), two or three passes that only read; 60 KB.  Errors: none.  Thread: pure.
namespace nv {

class RankFinder
{
public:
    /// `parts(visit)` calls `visit(span of values)` for all `count` values, the same each time.
    /// `ranks` ascend and are below `count`; the result has a value for each.
    template <class Parts>
    static std::vector<Ns> find(std::size_t count, std::span<const std::size_t> ranks, Parts parts)
    {
        RankFinder finder(count, ranks);
        if (count <= kFew)
            finder.m_places.assign(1, finder.everything());
        else
            finder.countAll(parts);
        while (!finder.m_places.empty())
            finder.lookCloser(parts);
        return std::move(finder.m_found);
    }

private:
    static constexpr std::size_t kFew = 4096;
    static constexpr int kFineBits = 7;
    static constexpr std::size_t kFine = std::size_t{1} << kFineBits;
    static constexpr int kBinBits = 12;

    /// A stretch of values that holds some of the ranks.
    struct Place
    {
        std::uint64_t from = 0;
        int bits = 0;          ///< it is 2^bits wide; 64: everything
        std::size_t below = 0; ///< values below it
        std::size_t count = 0; ///< values in it
        std::size_t firstRank = 0;
        std::size_t lastRank = 0; ///< one past
        std::vector<std::uint32_t> bins{};
        std::vector<Ns> values{};

        bool isFew() const { return count <= kFew; }

        int shift() const { return std::max(0, bits - kBinBits); }

        bool holds(std::uint64_t value) const { return bits == 64 || (value - from) >> bits == 0; }

        void take(std::uint64_t value)
        {
            if (isFew())
                values.push_back(static_cast<Ns>(value));
            else
                ++bins[(value - from) >> shift()];
        }
    };

    RankFinder(std::size_t count, std::span<const std::size_t> ranks)
        : m_count(count)
        , m_ranks(ranks)
        , m_found(ranks.size())
    {}

    Place everything() const { return {0, 64, 0, m_count, 0, m_ranks.size()}; }

    /// Bins as wide as a 64th to a 128th of their values, single values up to 127.
    static std::size_t binOf(std::uint64_t value)
    {
        const int above = static_cast<int>(std::bit_width(value | (kFine - 1))) - kFineBits;
        return static_cast<std::size_t>(above) * kFine + static_cast<std::size_t>(value >> above);
    }

    template <class Parts>
    void countAll(Parts& parts)
    {
        // Two sets of bins: equal values one after the other would wait for each other.
        constexpr std::size_t kBins = (64 - kFineBits + 1) * kFine;
        std::vector<std::uint32_t> bins(kBins);
        std::vector<std::uint32_t> others(kBins);
        parts([&](std::span<const Ns> values) {
            std::size_t i = 0;
            for (; i + 1 < values.size(); i += 2) {
                ++bins[binOf(static_cast<std::uint64_t>(values[i]))];
                ++others[binOf(static_cast<std::uint64_t>(values[i + 1]))];
            }
            if (i < values.size())
                ++bins[binOf(static_cast<std::uint64_t>(values[i]))];
        });
        for (std::size_t b = 0; b < kBins; ++b)
            bins[b] += others[b];
        place(everything(), bins, [](std::size_t bin) {
            // The inverse of binOf: from where, and how many bits wide.
            const std::size_t above = bin / kFine;
            return std::pair(std::uint64_t{bin % kFine} << above, static_cast<int>(above));
        });
    }

    /// Ranks of `of` go to the bins that hold them.
    template <class StretchOf>
    void place(const Place& of, const std::vector<std::uint32_t>& bins, StretchOf stretchOf)
    {
        std::size_t below = of.below;
        std::size_t rank = of.firstRank;
        for (std::size_t b = 0; b < bins.size() && rank < of.lastRank; ++b) {
            const std::size_t first = rank;
            while (rank < of.lastRank && m_ranks[rank] < below + bins[b])
                ++rank;
            if (first < rank) {
                const auto [from, bits] = stretchOf(b);
                settle({from, bits, below, bins[b], first, rank});
            }
            below += bins[b];
        }
    }

    void settle(Place place)
    {
        if (place.bits != 0) {
            m_places.push_back(std::move(place));
            return;
        }
        for (std::size_t r = place.firstRank; r < place.lastRank; ++r)
            m_found[r] = static_cast<Ns>(place.from);
    }

    template <class Parts>
    void lookCloser(Parts& parts)
    {
        std::vector<Place> places = std::move(m_places);
        m_places.clear();
        for (Place& place : places) {
            if (place.isFew())
                place.values.reserve(place.count);
            else
                place.bins.resize(std::size_t{1} << std::min(place.bits, kBinBits));
        }
        parts([&](std::span<const Ns> values) {
            for (Place& place : places) {
                for (const Ns value : values) {
                    if (place.holds(static_cast<std::uint64_t>(value)))
                        place.take(static_cast<std::uint64_t>(value));
                }
            }
        });
        for (Place& closer : places) {
            if (closer.isFew())
                select(closer);
            else
                place(closer, closer.bins, [&](std::size_t bin) {
                    return std::pair(closer.from + (std::uint64_t{bin} << closer.shift()),
                                     closer.shift());
                });
        }
    }

    void select(Place& place)
    {
        auto from = place.values.begin();
        for (std::size_t r = place.firstRank; r < place.lastRank; ++r) {
            const auto at =
                place.values.begin() + static_cast<std::ptrdiff_t>(m_ranks[r] - place.below);
            std::nth_element(from, at, place.values.end());
            m_found[r] = *at;
            from = at;
        }
    }

    std::size_t m_count;
    std::span<const std::size_t> m_ranks;
    std::vector<Ns> m_found;
    std::vector<Place> m_places;
};

} // namespace nv
