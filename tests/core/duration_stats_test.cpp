// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/duration_stats.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace nv;

class DurationStatsTest : public QObject
{
    Q_OBJECT

private slots:
    void knowsTheValuesOfAHandfulOfRows();
    void saturatesInsteadOfWrapping();
    void agreesWithSorting();
    void groupsKeepFileOrder();
    void sortsByRankDenseAndSparse();
};

void DurationStatsTest::knowsTheValuesOfAHandfulOfRows()
{
    std::vector<Ns> none;
    const DurationStats empty = durationStats(none);
    QCOMPARE(empty.count, std::uint64_t{0});
    QCOMPARE(empty.avg, 0.0);

    std::vector<Ns> one{7};
    const DurationStats single = durationStats(one);
    QCOMPARE(single.median, 7.0);
    QCOMPARE(single.stddev, 0.0);
    QCOMPARE(single.p99, Ns{7});

    std::vector<Ns> four{10, 1, 3, 2}; // mean 4, deviations 6 -3 -1 -2: 50/3
    const DurationStats stats = durationStats(four);
    QCOMPARE(stats.total, Ns{16});
    QCOMPARE(stats.avg, 4.0);
    QCOMPARE(stats.median, 2.5);
    QCOMPARE(stats.p50, Ns{2}); // nearest rank: the second of four
    QCOMPARE(stats.p95, Ns{10});
    QCOMPARE(stats.min, Ns{1});
    QCOMPARE(stats.max, Ns{10});
    QVERIFY(std::abs(stats.stddev - std::sqrt(50.0 / 3)) < 1e-12);

    std::vector<Ns> hundred(100);
    std::iota(hundred.rbegin(), hundred.rend(), 1);
    const DurationStats ranks = durationStats(hundred);
    QCOMPARE(ranks.p50, Ns{50});
    QCOMPARE(ranks.median, 50.5);
    QCOMPARE(ranks.p95, Ns{95});
    QCOMPARE(ranks.p99, Ns{99});
}

void DurationStatsTest::saturatesInsteadOfWrapping()
{
    std::vector<Ns> huge{kMaxNs, kMaxNs};
    QCOMPARE(durationStats(huge).total, kMaxNs);
}

void DurationStatsTest::agreesWithSorting()
{
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        std::uniform_int_distribution<std::size_t> size(1, 300);
        std::uniform_int_distribution<Ns> value(0, 50);
        std::vector<Ns> values(size(random));
        for (Ns& v : values)
            v = value(random);
        std::vector<Ns> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        const std::size_t n = sorted.size();
        const auto rank = [&](double p) {
            const double position = std::ceil(p / 100 * static_cast<double>(n) - 1e-9);
            return sorted[static_cast<std::size_t>(position) - 1];
        };
        const DurationStats stats = durationStats(values);
        QCOMPARE(stats.p50, rank(50));
        QCOMPARE(stats.p95, rank(95));
        QCOMPARE(stats.p99, rank(99));
        const double middle = n % 2 == 1
                                  ? static_cast<double>(sorted[n / 2])
                                  : static_cast<double>(sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        QCOMPARE(stats.median, middle);
        QCOMPARE(stats.total, std::accumulate(sorted.begin(), sorted.end(), Ns{0}));
    }
}

void DurationStatsTest::groupsKeepFileOrder()
{
    const TimeColumn start{0, 10, 20, 30};
    const TimeColumn end{5, 11, 22, 39};
    const std::vector<std::uint32_t> rows{3, 1, 0, 2};
    GroupedDurations groups =
        groupDurations(rows, {start, end}, 3, [](std::uint32_t row) { return row == 1 ? 2U : 0U; });
    QCOMPARE(groups.groups(), std::size_t{3});
    const std::span<Ns> first = groups.of(0);
    QCOMPARE(std::vector<Ns>(first.begin(), first.end()), (std::vector<Ns>{9, 5, 2}));
    QVERIFY(groups.of(1).empty());
    QCOMPARE(groups.of(2)[0], Ns{1});
}

void DurationStatsTest::sortsByRankDenseAndSparse()
{
    const RankColumn dense{4, 0, 3, 1, 2};
    std::vector<std::uint32_t> rows{0, 1, 2, 3, 4};
    sortByFileOrder(rows, dense);
    QCOMPARE(rows, (std::vector<std::uint32_t>{1, 3, 4, 2, 0}));

    const RankColumn sparse{4'000'000, 5, 90};
    rows = {0, 1, 2};
    sortByFileOrder(rows, sparse);
    QCOMPARE(rows, (std::vector<std::uint32_t>{1, 2, 0}));

    const RankColumn tied{1, 1, 0};
    rows = {0, 1, 2};
    sortByFileOrder(rows, tied);
    QCOMPARE(rows, (std::vector<std::uint32_t>{2, 0, 1}));
}

QTEST_APPLESS_MAIN(DurationStatsTest)
#include "duration_stats_test.moc"
