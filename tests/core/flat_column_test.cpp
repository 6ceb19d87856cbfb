// SPDX-License-Identifier: GPL-3.0-or-later
// A column reads the same whether it was filled or is a view, wherever it is copied or moved to.
#include "core/base/flat_column.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace nv;

namespace {

std::vector<int> listOf(const FlatColumn<int>& column)
{
    return {column.begin(), column.end()};
}

const std::vector<int> kValues{5, -1, 7};

FlatColumn<int> viewOf(const std::shared_ptr<const std::vector<int>>& memory)
{
    return FlatColumn<int>::viewOf(*memory, memory);
}

} // namespace

class FlatColumnTest : public QObject
{
    Q_OBJECT
private slots:

    void isFilledLikeAVector()
    {
        FlatColumn<int> column;
        QVERIFY(column.empty());
        for (int i = 0; i < 1000; ++i) { // across many changes of place
            if (i % 2 == 0)
                column.push_back(i);
            else
                column.emplace_back(i);
            QCOMPARE(column.back(), i);
        }
        QCOMPARE(column.size(), std::size_t{1000});
        QCOMPARE(std::accumulate(column.begin(), column.end(), 0), 499500);
        column[3] = -3;
        const FlatColumn<int>& same = column;
        QCOMPARE(same[3], -3);
        std::reverse(column.values().begin(), column.values().end());
        QCOMPARE(same[996], -3);
        column.resize(2);
        column.shrink_to_fit();
        QCOMPARE(listOf(column), (std::vector<int>{999, 998}));
        column.assign(3, 4);
        QCOMPARE(listOf(column), (std::vector<int>{4, 4, 4}));
        QVERIFY(!column.isView());
    }

    void copiesAndMovesOfAFilledOne()
    {
        FlatColumn<int> column(kValues);
        FlatColumn<int> copy(column);
        column[0] = 1;
        QCOMPARE(listOf(copy), kValues); // of its own
        FlatColumn<int> moved(std::move(copy));
        QCOMPARE(listOf(moved), kValues);
        QVERIFY(copy.empty()); // NOLINT(bugprone-use-after-move): what is left is a column
        copy.push_back(8);
        QCOMPARE(listOf(copy), (std::vector<int>{8}));
        moved = column;
        moved.push_back(9);
        QCOMPARE(listOf(moved), (std::vector<int>{1, -1, 7, 9}));
        QCOMPARE(column.size(), std::size_t{3});
        moved = FlatColumn<int>{};
        QVERIFY(moved.empty());
    }

    void aViewHoldsItsMemory()
    {
        auto memory = std::make_shared<const std::vector<int>>(kValues);
        const std::weak_ptr<const std::vector<int>> watch = memory;
        FlatColumn<int> column = viewOf(memory);
        const int* const place = memory->data();
        memory.reset();
        QVERIFY(column.isView());
        QVERIFY(!watch.expired());
        QCOMPARE(column.data(), place); // not a copy
        FlatColumn<int> copy(column);
        QCOMPARE(copy.data(), place);
        FlatColumn<int> moved(std::move(column));
        column = FlatColumn<int>(); // NOLINT(bugprone-use-after-move)
        QCOMPARE(listOf(moved), kValues);
        moved = FlatColumn<int>{1};
        QCOMPARE(listOf(copy), kValues);
        QVERIFY(!watch.expired());
        copy = FlatColumn<int>();
        QVERIFY(watch.expired());
    }

    void equalByWhatTheyHold()
    {
        const auto memory = std::make_shared<const std::vector<int>>(kValues);
        QVERIFY(viewOf(memory) == FlatColumn<int>(kValues));
        QVERIFY(!(viewOf(memory) == FlatColumn<int>{5, -1}));
    }
};

QTEST_APPLESS_MAIN(FlatColumnTest)
#include "flat_column_test.moc"
