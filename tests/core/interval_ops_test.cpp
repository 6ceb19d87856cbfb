// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interval_ops.h"

#include <QTest>

#include <array>
#include <random>

using namespace nv;

namespace {

constexpr std::size_t kInstants = 64;
using Instants = std::array<bool, kInstants>; ///< the slow reference: one flag per ns

Instants instantsOf(const std::vector<TimeRange>& ranges)
{
    Instants on{};
    for (const TimeRange r : ranges) {
        for (Ns t = r.begin; t < r.end; ++t)
            on.at(static_cast<std::size_t>(t)) = true;
    }
    return on;
}

IntervalSet setOf(const Instants& on)
{
    IntervalSet set;
    for (std::size_t t = 0; t < kInstants; ++t) {
        const auto now = static_cast<Ns>(t);
        if (!on.at(t))
            continue;
        if (!set.empty() && set.back().end == now)
            set.back().end = now + 1;
        else
            set.push_back({now, now + 1});
    }
    return set;
}

template <class Combine>
IntervalSet combined(const IntervalSet& a, const IntervalSet& b, Combine combine)
{
    const Instants left = instantsOf(a);
    const Instants right = instantsOf(b);
    Instants result{};
    for (std::size_t t = 0; t < kInstants; ++t)
        result.at(t) = combine(left.at(t), right.at(t));
    return setOf(result);
}

std::vector<TimeRange> randomRanges(std::mt19937& random)
{
    std::uniform_int_distribution<std::size_t> count(0, 9);
    std::uniform_int_distribution<Ns> place(0, kInstants);
    std::vector<TimeRange> ranges(count(random));
    for (TimeRange& r : ranges) {
        r.begin = place(random);
        r.end = std::min<Ns>(r.begin + place(random) / 6, kInstants);
    }
    return ranges;
}

} // namespace

class IntervalOpsTest : public QObject
{
    Q_OBJECT

private slots:
    void fusesWhatTouchesAndDropsWhatIsEmpty();
    void measuresAcrossTheWholeOfInt64();
    void agreesWithOneFlagPerInstant();
};

void IntervalOpsTest::fusesWhatTouchesAndDropsWhatIsEmpty()
{
    const IntervalSet set = merged({{30, 40}, {0, 10}, {10, 20}, {15, 15}, {25, 24}, {35, 38}});
    QCOMPARE(set, (IntervalSet{{0, 20}, {30, 40}}));
    QCOMPARE(totalLength(set), DurationNs{30});
    QCOMPARE(gapsWithin(set, {-5, 50}), (IntervalSet{{-5, 0}, {20, 30}, {40, 50}}));
    QCOMPARE(gapsWithin(set, {5, 5}), IntervalSet{});
    QCOMPARE(gapsWithin({}, {3, 9}), (IntervalSet{{3, 9}}));
    QCOMPARE(clipped(set, {5, 35}), (IntervalSet{{5, 20}, {30, 35}}));
    QCOMPARE(merged({}), IntervalSet{});
}

void IntervalOpsTest::measuresAcrossTheWholeOfInt64()
{
    const IntervalSet everything{{kMinNs, kMaxNs}};
    QCOMPARE(totalLength(everything), ~DurationNs{0});
    const IntervalSet rest = subtracted(everything, IntervalSet{{-1, 1}});
    QCOMPARE(rest, (IntervalSet{{kMinNs, -1}, {1, kMaxNs}}));
    QCOMPARE(totalLength(rest), ~DurationNs{0} - 2);
}

void IntervalOpsTest::agreesWithOneFlagPerInstant()
{
    std::mt19937 random(20240611);
    for (int round = 0; round < 3000; ++round) {
        const std::vector<TimeRange> rawA = randomRanges(random);
        const IntervalSet a = merged(rawA);
        const IntervalSet b = merged(randomRanges(random));
        QCOMPARE(a, setOf(instantsOf(rawA)));
        const IntervalSet both =
            combined(a, b, [](bool left, bool right) { return left && right; });
        QCOMPARE(intersected(a, b), both);
        QCOMPARE(overlapLength(a, b), totalLength(both));
        QCOMPARE(subtracted(a, b),
                 combined(a, b, [](bool left, bool right) { return left && !right; }));
        const TimeRange window{10, 50};
        QCOMPARE(clipped(a, window),
                 combined(a, {window}, [](bool left, bool right) { return left && right; }));
        QCOMPARE(gapsWithin(a, window),
                 combined(a, {window}, [](bool left, bool right) { return !left && right; }));
    }
}

QTEST_APPLESS_MAIN(IntervalOpsTest)
#include "interval_ops_test.moc"
