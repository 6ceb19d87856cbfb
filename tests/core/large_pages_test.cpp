// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of every size come whole, keep what is written, and large ones begin on a large page.
#include "core/sources/source.h"

#include <QTest>

#include <memory>
#include <numeric>
#include <vector>

class LargePagesTest : public QObject
{
    Q_OBJECT

private slots:

    void initTestCase()
    {
        // Whoever uses the core gets its allocation.
        QVERIFY(!nv::sources().empty());
    }

    void largeColumnsBeginOnALargePage()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("The sanitizers bring their own allocation.");
#endif
        constexpr std::size_t kPage = std::size_t{2} << 20U;
        for (const std::size_t bytes : {2 * kPage, 2 * kPage + 1, 7 * kPage - 1}) {
            const std::vector<char> column(bytes);
            QCOMPARE(reinterpret_cast<std::uintptr_t>(column.data()) % kPage, std::uintptr_t{0});
        }
    }

    void columnsKeepTheirValuesWhileTheyGrow()
    {
        std::vector<std::int64_t> column;
        constexpr std::int64_t kRows = 3'000'000; // 24 MB, across the border of large blocks
        for (std::int64_t i = 0; i < kRows; ++i)
            column.push_back(i);
        column.shrink_to_fit();
        QCOMPARE(std::accumulate(column.begin(), column.end(), std::int64_t{0}),
                 kRows * (kRows - 1) / 2);
    }

    void nothingIsABlockToo()
    {
        const std::unique_ptr<char[]> one(new char[0]);   // NOLINT(modernize-avoid-c-arrays)
        const std::unique_ptr<char[]> other(new char[0]); // NOLINT(modernize-avoid-c-arrays)
        QVERIFY(one.get() != nullptr);
        QVERIFY(one.get() != other.get());
    }
};

QTEST_APPLESS_MAIN(LargePagesTest)
#include "large_pages_test.moc"
