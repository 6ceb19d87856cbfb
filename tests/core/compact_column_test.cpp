// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/compact_column.h"
#include "core/base/index.h"
#include "core/trace/event_table.h"

#include <QTest>

#include <random>

using namespace nv;

namespace {

template <class Column, class T>
bool holds(const Column& column, const std::vector<T>& values)
{
    bool same = column.size() == values.size()
                && std::equal(column.begin(), column.end(), values.begin(), values.end());
    for (std::size_t i = 0; i < values.size(); ++i)
        same = same && column[i] == values[i];
    return same;
}

} // namespace

class CompactColumnTest : public QObject
{
    Q_OBJECT
private slots:

    void idsComeBackAsTheyWere()
    {
        // Around both borders of the small form, and at the ends of int64.
        const std::vector<std::int64_t> edges{0,  1,      0xFFFFFFFE, 0xFFFFFFFF, 0x100000000,
                                              -1, kMaxNs, kMinNs,     kMinNs + 1, kNoCorrelation};
        std::mt19937_64 random(5);
        for (int round = 0; round < 300; ++round) {
            std::vector<std::int64_t> values;
            CorrelationColumn column;
            const bool isSmall = random() % 2 == 0;
            for (std::size_t i = random() % 30; i > 0; --i) {
                const std::int64_t value = isSmall ? static_cast<std::int64_t>(random() % 1000)
                                                   : edges[random() % edges.size()];
                values.push_back(random() % 9 == 0 ? kNoCorrelation : value);
                column.push_back(values.back());
            }
            QVERIFY(holds(column, values));
            if (isSmall)
                QVERIFY(!column.isWide());
            if (!values.empty()) {
                const std::size_t at = random() % values.size();
                values[at] = edges[random() % edges.size()];
                column.set(at, values[at]);
                QVERIFY(holds(column, values));
            }
        }
    }

    void indicesWidenAtTheFirstThatDoesNotFit()
    {
        IndexColumn<ThreadId> column;
        std::vector<ThreadId> values;
        for (const std::size_t value : {std::size_t{0}, std::size_t{0xFFFE}}) {
            values.emplace_back(value);
            column.emplace_back(value);
        }
        values.push_back(ThreadId::none());
        column.push_back(ThreadId::none());
        QVERIFY(!column.isWide());
        QVERIFY(holds(column, values));
        values.emplace_back(std::size_t{0xFFFF}); // the code of none() in two bytes
        column.emplace_back(std::size_t{0xFFFF});
        QVERIFY(column.isWide());
        QVERIFY(holds(column, values));
    }

    void plainNumbersKeepTheirLargestOne()
    {
        VariantColumn column{0, 0xFFFF};
        QVERIFY(!column.isWide());
        QCOMPARE(column[1], std::uint32_t{0xFFFF});
        column.push_back(0x10000);
        QVERIFY(column.isWide());
        QCOMPARE(column[1], std::uint32_t{0xFFFF});
        QCOMPARE(column[2], std::uint32_t{0x10000});
    }

    void ranksAreKeptFromTheFirstThatDiffers()
    {
        RankColumn column;
        for (const std::uint32_t rank : {0U, 1U, 2U})
            column.push_back(rank);
        QVERIFY(column.isIdentity());
        QVERIFY(holds(column, std::vector<std::uint32_t>{0, 1, 2}));
        column.push_back(9);
        column.push_back(4);
        QVERIFY(!column.isIdentity());
        QVERIFY(holds(column, std::vector<std::uint32_t>{0, 1, 2, 9, 4}));
    }
};

QTEST_APPLESS_MAIN(CompactColumnTest)
#include "compact_column_test.moc"
