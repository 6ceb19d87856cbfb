// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/compact_column.h"
#include "core/base/index.h"
#include "core/trace/event_table.h"

#include <QTest>

#include <algorithm>
#include <array>
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

template <class Id>
struct IndicesOf
{
    PackedColumn<Id> column;
    std::vector<Id> values;

    void add(Id id)
    {
        column.push_back(id);
        values.push_back(id);
    }
};

} // namespace

class CompactColumnTest : public QObject
{
    Q_OBJECT
private slots:

    /// Chunk borders, the open end behind them, and the ends of int64 in one chunk.
    void numbersComeBackAsTheyWere()
    {
        std::mt19937_64 random(5);
        for (const std::size_t size : {0U, 1U, 255U, 256U, 257U, 511U, 512U, 513U, 2000U}) {
            for (int round = 0; round < 20; ++round) {
                const bool isSmall = round % 2 == 0;
                std::vector<std::int64_t> values;
                CorrelationColumn column;
                for (std::size_t i = 0; i < size; ++i) {
                    const std::array<std::int64_t, 5> edges{kMinNs, kMinNs + 1, -1, 0, kMaxNs};
                    values.push_back(isSmall || random() % 100 != 0
                                         ? static_cast<std::int64_t>(random() % 70'000)
                                         : edges.at(random() % edges.size()));
                    column.push_back(values.back());
                    if (i + 1 == size || random() % 64 == 0)
                        column.shrink_to_fit(); // what follows is taken as before
                }
                QVERIFY(holds(column, values));
                QVERIFY(column == CorrelationColumn(values));
                if (size == 0)
                    continue;
                QCOMPARE(column.front(), values.front());
                QCOMPARE(column.back(), values.back());
                values.back() ^= 1;
                QVERIFY(!(column == CorrelationColumn(values)));
            }
        }
    }

    /// "None" is all ones in 32 bits; it must not make its neighbours wide.
    void noneIsKeptAmongIndices()
    {
        IndicesOf<ThreadId> all;
        for (std::size_t i = 0; i < 600; ++i)
            all.add(i % 3 == 0 ? ThreadId::none() : ThreadId(5 + i % 200));
        all.add(ThreadId(std::size_t{0xFFFFFFFE}));
        QVERIFY(holds(all.column, all.values));
        const PackedValues& closed = all.column.closed();
        QCOMPARE(closed.size(), std::size_t{512});
        QCOMPARE(closed.chunkOf(0).width, 1U);
    }

    void viewsReadTheSame()
    {
        IndicesOf<OpIndex> all;
        for (std::size_t i = 0; i < 300; ++i)
            all.add(OpIndex(7 * i));
        const ColumnView<PackedColumn<OpIndex>> view(all.column);
        QVERIFY(holds(view, all.values));
        const RowView rows(all.column);
        QCOMPARE(rows.size(), std::size_t{300});
        for (std::size_t i = 0; i < rows.size(); ++i)
            QCOMPARE(rows[i], all.values[i].value);
        const PackedColumn<OpIndex> none;
        QCOMPARE(RowView(none).size(), std::size_t{0});
        QVERIFY(ColumnView<PackedColumn<OpIndex>>().empty());
    }

    /// Binary search over columns is done by the algorithms of the standard library.
    void iteratorsAnswerAlgorithms()
    {
        TimeColumn column;
        for (Ns t = 0; t < 1000; ++t)
            column.push_back(t / 3 * 10);
        const auto at = std::lower_bound(column.begin(), column.end(), 1000);
        QCOMPARE(at - column.begin(), 300);
        const auto [first, last] = std::equal_range(column.begin(), column.end(), 2560);
        QCOMPARE(first - column.begin(), 768);
        QCOMPARE(last - first, 3);
        QCOMPARE(*std::max_element(column.begin(), column.end()), Ns{3330});
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
