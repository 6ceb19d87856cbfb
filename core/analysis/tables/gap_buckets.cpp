// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/gap_buckets.h"

#include <array>

namespace nv {

namespace {

constexpr std::array<Ns, 9> kLowerBorders{0,       1'000,   5'000,     10'000,   50'000,
                                          100'000, 500'000, 1'000'000, 5'000'000};

} // namespace

std::vector<GapBucket> emptyGapBuckets()
{
    std::vector<GapBucket> buckets(kLowerBorders.size());
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        buckets[i].from = kLowerBorders[i];
        if (i + 1 < buckets.size())
            buckets[i].to = kLowerBorders[i + 1];
    }
    return buckets;
}

void addGap(std::vector<GapBucket>& buckets, DurationNs length, DurationNs counted)
{
    std::size_t i = 0;
    while (buckets[i].to && length >= static_cast<DurationNs>(*buckets[i].to))
        ++i;
    buckets[i].count += 1;
    buckets[i].total += counted;
}

} // namespace nv
