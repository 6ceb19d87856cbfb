// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/gap_buckets.h"

namespace nv {

namespace {

constexpr std::array<Ns, kGapBuckets> kLowerBorders{0,       1'000,   5'000,     10'000,   50'000,
                                                    100'000, 500'000, 1'000'000, 5'000'000};

std::size_t bucketOf(DurationNs length)
{
    std::size_t i = 0;
    while (i + 1 < kGapBuckets && length >= static_cast<DurationNs>(kLowerBorders.at(i + 1)))
        ++i;
    return i;
}

} // namespace

void addGap(GapSums& sums, DurationNs length, DurationNs counted)
{
    GapTable::Cause& bucket = sums.at(bucketOf(length));
    bucket.count += 1;
    bucket.total += counted;
}

void addSums(GapSums& sums, const GapSums& more)
{
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums.at(i).count += more.at(i).count;
        sums.at(i).total += more.at(i).total;
    }
}

std::vector<GapBucket> gapBuckets(const GapSums& sums)
{
    std::vector<GapBucket> buckets(kGapBuckets);
    for (std::size_t i = 0; i < kGapBuckets; ++i) {
        buckets[i].from = kLowerBorders.at(i);
        if (i + 1 < kGapBuckets)
            buckets[i].to = kLowerBorders.at(i + 1);
        buckets[i].count = sums.at(i).count;
        buckets[i].total = sums.at(i).total;
    }
    return buckets;
}

} // namespace nv
