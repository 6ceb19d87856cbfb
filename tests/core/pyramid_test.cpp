// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pyramid.h"

#include <QTest>

#include <random>

using namespace nv;

namespace {

struct Row
{
    TimeColumn start;
    TimeColumn end;
    RowList events;

    Row(std::size_t n, std::uint64_t seed)
    {
        std::mt19937_64 random(seed);
        Ns t = -1000;
        for (std::size_t i = 0; i < n; ++i) {
            t += static_cast<Ns>(random() % 50);
            start.push_back(t);
            t += static_cast<Ns>(random() % 20); // many equal durations, some of zero length
            end.push_back(t);
        }
        for (std::size_t i = 0; i < n; ++i)
            events.push_back(static_cast<std::uint32_t>(i));
    }

    Pyramid::Node naive(std::size_t lo, std::size_t hi) const
    {
        Pyramid::Node out{0, 0, static_cast<std::uint32_t>(lo)};
        for (std::size_t i = lo; i < hi; ++i) {
            out.busy += lengthBetween(start[i], end[i]);
            if (lengthBetween(start[i], end[i]) > out.longestNs) {
                out.longestNs = lengthBetween(start[i], end[i]);
                out.longest = static_cast<std::uint32_t>(i);
            }
        }
        return out;
    }
};

} // namespace

class PyramidTest : public QObject
{
    Q_OBJECT
private slots:

    void equalsALinearPass_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 15, 16, 17, 63, 64, 255, 256, 257, 4095, 4096, 4097, 70'000})
            QTest::addRow("%d", size) << size;
    }

    void equalsALinearPass()
    {
        QFETCH(int, size);
        const auto n = static_cast<std::size_t>(size);
        const Row row(n, 7);
        const Pyramid pyramid = Pyramid::build(row.events, {row.start, row.end});
        std::mt19937_64 random(11);
        for (int round = 0; round < 300; ++round) {
            std::size_t lo = random() % (n + 1);
            std::size_t hi = random() % (n + 1);
            if (lo > hi)
                std::swap(lo, hi);
            if (round == 0) {
                lo = 0;
                hi = n;
            }
            const auto got = pyramid.query(lo, hi, row.events, {row.start, row.end});
            const auto want = row.naive(lo, hi);
            QCOMPARE(got.busy, want.busy);
            QCOMPARE(got.longestNs, want.longestNs);
            if (lo < hi)
                QCOMPARE(got.longest, want.longest);
        }
    }
};

QTEST_APPLESS_MAIN(PyramidTest)
#include "pyramid_test.moc"
