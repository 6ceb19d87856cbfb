// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/model_assembly.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace nv;

class SortOrderTest : public QObject
{
    Q_OBJECT
private slots:

    void sortingEqualsAStableSort()
    {
        std::mt19937_64 random(11);
        for (int round = 0; round < 400; ++round) {
            // From sorted with a few strays to no order at all; with many equal starts and the
            // ends of int64.
            std::vector<Ns> start(random() % 120);
            const std::uint64_t strays = random() % 5;
            for (std::size_t i = 0; i < start.size(); ++i) {
                const bool isStray = strays == 4 || random() % 20 < strays;
                start[i] = isStray ? static_cast<Ns>(random() % 60) : static_cast<Ns>(i / 3);
                if (random() % 40 == 0)
                    start[i] = random() % 2 == 0 ? kMinNs : kMaxNs;
            }
            std::vector<std::uint32_t> expected(start.size());
            std::iota(expected.begin(), expected.end(), 0U);
            std::stable_sort(expected.begin(), expected.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return start[a] < start[b]; });
            if (std::is_sorted(start.begin(), start.end()))
                expected.clear();
            QVERIFY(sortOrder(start) == expected);
        }
    }
};

QTEST_APPLESS_MAIN(SortOrderTest)
#include "sort_order_test.moc"
