// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/rank_finder.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace nv;

namespace {

/// Spreads that look for trouble: equal values, a few, far tails, every size of number.
Ns valueOf(std::mt19937_64& random, int spread)
{
    switch (spread) {
    case 0:
        return 5'000;
    case 1:
        return static_cast<Ns>(random() % 3);
    case 2:
        return 2'000 + static_cast<Ns>(random() % 6'000);
    case 3: // nearly all alike, some a million times as long
        return random() % 50 == 0 ? static_cast<Ns>(random() % 5'000'000'000)
                                  : 4'000 + static_cast<Ns>(random() % 64);
    case 4: // a size that needs a third look
        return (Ns{1} << 40U) + static_cast<Ns>(random() % 200'000);
    case 5:
        return static_cast<Ns>(random() >> (1 + random() % 63));
    default:
        return random() % 2 == 0 ? kMaxNs : 0;
    }
}

} // namespace

class RankFinderTest : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithSorting_data();
    void agreesWithSorting();
};

void RankFinderTest::agreesWithSorting_data()
{
    QTest::addColumn<int>("spread");
    for (int spread = 0; spread < 7; ++spread)
        QTest::addRow("spread %d", spread) << spread;
}

void RankFinderTest::agreesWithSorting()
{
    QFETCH(int, spread);
    std::mt19937_64 random(static_cast<std::uint64_t>(spread) + 1);
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{4096},
                                    std::size_t{4097}, std::size_t{60'000}}) {
        std::vector<Ns> values(count);
        for (Ns& value : values)
            value = valueOf(random, spread);
        std::vector<std::size_t> ranks{0, count / 2, count - 1};
        for (int i = 0; i < 4; ++i)
            ranks.push_back(random() % count);
        std::sort(ranks.begin(), ranks.end());
        // In parts of odd length, some of them empty.
        const auto parts = [&](auto visit) {
            constexpr std::size_t kPart = 97;
            for (std::size_t at = 0; at < count; at += kPart) {
                visit(std::span<const Ns>());
                visit(std::span<const Ns>(values).subspan(at, std::min(kPart, count - at)));
            }
        };
        const std::vector<Ns> found = RankFinder::find(count, ranks, parts);
        std::vector<Ns> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t i = 0; i < ranks.size(); ++i)
            QCOMPARE(found[i], sorted[ranks[i]]);
    }
}

QTEST_APPLESS_MAIN(RankFinderTest)
#include "rank_finder_test.moc"
