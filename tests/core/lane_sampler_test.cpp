// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_sampler.h"

#include <QTest>

#include <cmath>
#include <map>
#include <random>

using namespace nv;
using namespace nv::scene;

namespace {

/// A row with its own columns.
struct Row
{
    TimeColumn start;
    TimeColumn end;
    LaneRow row;

    void add(Ns s, Ns e)
    {
        row.events.push_back(static_cast<std::uint32_t>(start.size()));
        start.push_back(s);
        end.push_back(e);
    }

    void freeze() { row.pyramid = Pyramid::build(row.events, columns()); }

    TimeColumns columns() const { return {start, end}; }

    DurationNs overlap(std::size_t i, TimeRange r) const
    {
        return TimeRange{start[i], end[i]}.intersect(r).length();
    }

    bool touches(std::size_t i, TimeRange r) const
    {
        return overlap(i, r) > 0 || (start[i] == end[i] && r.contains(start[i]));
    }
};

/// Ascending, disjoint, with everything a real row has: bursts, gaps, touching events, marks.
Row randomRow(std::mt19937_64& random, std::size_t count)
{
    Row row;
    std::uniform_real_distribution<double> unit(0, 1);
    Ns t = static_cast<Ns>(random() % 2000) - 1000;
    for (std::size_t i = 0; i < count; ++i) {
        if (unit(random) > 0.3)
            t += static_cast<Ns>(std::exp(unit(random) * 9)) - 1;
        const bool isMark = unit(random) < 0.05;
        const Ns length = isMark ? 0 : static_cast<Ns>(std::exp(unit(random) * 8));
        row.add(t, t + length);
        t += std::max<Ns>(length, 1); // lane_builder gives a mark one ns of room
    }
    row.freeze();
    return row;
}

Cell naiveCell(const Row& row, TimeRange range, const std::vector<std::size_t>& of)
{
    Cell cell;
    DurationNs best = 0;
    for (const std::size_t i : of) {
        if (!row.touches(i, range))
            continue;
        ++cell.count;
        cell.busy += row.overlap(i, range);
        if (cell.dominant == kNoPosition || row.overlap(i, range) > best) {
            best = row.overlap(i, range);
            cell.dominant = static_cast<std::uint32_t>(i);
        }
    }
    return cell;
}

std::vector<std::size_t> allOf(const Row& row)
{
    std::vector<std::size_t> all(row.start.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    return all;
}

/// What each column shows, worked out the slow way.
struct Column
{
    bool isSpan = false;
    std::size_t event = 0; ///< of a span
    Cell cell;             ///< of a cell; count 0: nothing
};

std::vector<Column> naiveColumns(const Row& row, const TimeScale& scale)
{
    const auto width = static_cast<long double>(scale.width);
    const auto length = static_cast<long double>(scale.view.length());
    const auto isWide = [&](std::size_t i) {
        const auto own = static_cast<long double>(lengthBetween(row.start[i], row.end[i]));
        return length <= width ? own >= 1 : own * width >= kSpanPx * length;
    };
    const auto x = [&](Ns t) {
        return static_cast<long double>(t - scale.view.begin) * width / length;
    };

    std::vector<std::size_t> narrow;
    std::vector<Column> columns(static_cast<std::size_t>(scale.width));
    for (std::size_t i = 0; i < row.start.size(); ++i)
        if (!isWide(i))
            narrow.push_back(i);
    for (int p = 0; p < scale.width; ++p)
        columns[static_cast<std::size_t>(p)].cell =
            naiveCell(row, {scale.edge(p), scale.edge(p + 1)}, narrow);
    for (std::size_t i = 0; i < row.start.size(); ++i) {
        if (!isWide(i))
            continue;
        const auto from = std::lround(std::clamp(x(row.start[i]), 0.0L, width));
        auto to = std::lround(std::clamp(x(row.end[i]), 0.0L, width));
        // A span rounded up over a column in which a narrow event ends leaves it that column.
        if (to > from + 1 && i + 1 < row.start.size() && !isWide(i + 1)
            && row.end[i + 1] <= scale.edge(static_cast<int>(to)))
            --to;
        for (auto p = from; p < to; ++p) {
            Column& column = columns[static_cast<std::size_t>(p)];
            // The first column stays with narrow events that end in it.
            const bool isTaken = p == from && column.cell.count > 0 && column.cell.dominant < i;
            if (isTaken)
                continue;
            column.isSpan = true;
            column.event = i;
        }
    }
    return columns;
}

} // namespace

class LaneSamplerTest : public QObject
{
    Q_OBJECT

private slots:

    void anEmptyRowShowsNothing()
    {
        Row row;
        row.freeze();
        std::vector<Sample> out{{}};
        sampleRow(row.row, row.columns(), {{0, 100}, 10}, out);
        QVERIFY(out.empty());
    }

    void sumsNarrowEventsPerColumn()
    {
        Row row; // 1000 ns on 10 columns: 100 ns a column
        row.add(0, 20);
        row.add(30, 40);
        row.add(190, 230); // crosses from the second into the third column
        row.add(950, 950); // a mark
        row.freeze();
        std::vector<Sample> out;
        sampleRow(row.row, row.columns(), {{0, 1000}, 10}, out);
        QCOMPARE(out.size(), std::size_t{4});
        QCOMPARE(out[0].x0, 0);
        QCOMPARE(out[0].coverage, 0.3F);
        QCOMPARE(out[0].count, 2U);
        QCOMPARE(out[0].position, 0U);
        QCOMPARE(out[1].x0, 1);
        QCOMPARE(out[1].coverage, 0.1F);
        QCOMPARE(out[2].x0, 2);
        QCOMPARE(out[2].coverage, 0.3F);
        QCOMPARE(out[2].position, 2U);
        QCOMPARE(out[3].x0, 9);
        QCOMPARE(out[3].coverage, 0.0F);
        QCOMPARE(out[3].count, 1U);
        QVERIFY(!out[3].isSpan);
    }

    void wideEventsAreSpans()
    {
        Row row;
        row.add(100, 400); // exactly three columns
        row.add(400, 950);
        row.freeze();
        std::vector<Sample> out;
        sampleRow(row.row, row.columns(), {{0, 1000}, 10}, out);
        QCOMPARE(out.size(), std::size_t{2});
        QVERIFY(out[0].isSpan && out[1].isSpan);
        QCOMPARE(out[0].x0, 1);
        QCOMPARE(out[0].x1, 4);
        QCOMPARE(out[1].x0, 4);
        QCOMPARE(out[1].x1, 10); // 9.5 rounded
    }

    void aSpanIsCutAtTheView()
    {
        Row row;
        row.add(-5000, 5000);
        row.freeze();
        std::vector<Sample> out;
        sampleRow(row.row, row.columns(), {{0, 1000}, 10}, out);
        QCOMPARE(out.size(), std::size_t{1});
        QCOMPARE(out[0].x0, 0);
        QCOMPARE(out[0].x1, 10);
    }

    void cellsEqualTheNaiveSum()
    {
        std::mt19937_64 random(20'240'101);
        for (int round = 0; round < 60; ++round) {
            const Row row = randomRow(random, random() % 900);
            const std::vector<std::size_t> all = allOf(row);
            const Ns last = row.end.empty() ? 1000 : row.end.back();
            for (int k = 0; k < 40; ++k) {
                const Ns a =
                    static_cast<Ns>(random() % static_cast<std::uint64_t>(last + 3000)) - 1500;
                const TimeRange range{a, a + 1 + static_cast<Ns>(random() % 20'000)};
                const Cell got = cellOf(row.row, row.columns(), range);
                const Cell want = naiveCell(row, range, all);
                QCOMPARE(got.busy, want.busy);
                QCOMPARE(got.count, want.count);
                QCOMPARE(got.dominant == kNoPosition, want.dominant == kNoPosition);
                if (want.count > 0) // of equals any may dominate
                    QCOMPARE(row.overlap(got.dominant, range), row.overlap(want.dominant, range));
            }
        }
    }

    void columnsEqualTheNaiveDrawing()
    {
        std::mt19937_64 random(77);
        for (int round = 0; round < 200; ++round) {
            const Row row = randomRow(random, 1 + random() % 600);
            const auto reach = static_cast<std::uint64_t>(row.end.back() + 2000);
            const Ns begin = static_cast<Ns>(random() % reach) - 1500;
            const Ns length = 1 + static_cast<Ns>(random() % (round % 2 == 0 ? reach : 3000));
            const TimeScale scale{{begin, begin + length}, 1 + static_cast<int>(random() % 300)};
            compareColumns(row, scale);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void everyEventOfTheViewIsInSomeSample()
    {
        std::mt19937_64 random(5);
        for (int round = 0; round < 50; ++round) {
            const Row row = randomRow(random, 2000);
            const TimeScale scale{{row.start.front(), row.end.back()}, 400};
            std::vector<Sample> out;
            sampleRow(row.row, row.columns(), scale, out);
            for (std::size_t i = 0; i < row.start.size(); ++i) {
                const double from = scale.xOf(row.start[i]);
                const double to = scale.xOf(row.end[i]);
                const bool isShown = std::any_of(out.begin(), out.end(), [&](const Sample& s) {
                    return s.x0 <= to + 0.51 && s.x1 >= from - 0.51;
                });
                QVERIFY2(isShown, qPrintable(QString::number(i)));
            }
        }
    }

    void pointsAtWhatIsUnderOrNear()
    {
        Row row;
        row.add(100, 200);
        row.add(500, 500);
        row.freeze();
        QCOMPARE(positionAt(row.row, row.columns(), 150, 0), 0U);
        QCOMPARE(positionAt(row.row, row.columns(), 210, 5), kNoPosition);
        QCOMPARE(positionAt(row.row, row.columns(), 210, 20), 0U);
        QCOMPARE(positionAt(row.row, row.columns(), 490, 20), 1U);
        QCOMPARE(positionAt(row.row, row.columns(), 350, 1000), 0U); // both as far: the earlier
        QCOMPARE(positionAt(row.row, row.columns(), 360, 1000), 1U);
    }

    void scaleTilesTheViewExactly()
    {
        std::mt19937_64 random(9);
        for (int round = 0; round < 500; ++round) {
            const auto begin = static_cast<Ns>(random() >> 2U);
            const TimeRange view{begin,
                                 begin + 1 + static_cast<Ns>(random() >> (2U + random() % 60))};
            const TimeScale scale{view, 1 + static_cast<int>(random() % 5000)};
            QCOMPARE(scale.edge(0), view.begin);
            QCOMPARE(scale.edge(scale.width), view.end);
            const Ns t = view.begin + static_cast<Ns>(random() % view.length());
            const int p = scale.columnOf(t);
            QVERIFY(scale.edge(p) <= t);
            QVERIFY(t < scale.edge(p + 1));
        }
    }

private:
    static void compareColumns(const Row& row, const TimeScale& scale)
    {
        const std::vector<Column> want = naiveColumns(row, scale);
        std::vector<Sample> out;
        sampleRow(row.row, row.columns(), scale, out);
        std::vector<const Sample*> got(want.size(), nullptr);
        int end = 0;
        for (const Sample& sample : out) {
            QVERIFY(sample.x0 >= end && sample.x1 > sample.x0 && sample.x1 <= scale.width);
            end = sample.x1;
            for (int p = sample.x0; p < sample.x1; ++p)
                got[static_cast<std::size_t>(p)] = &sample;
        }
        for (std::size_t p = 0; p < want.size(); ++p) {
            const QByteArray where = "column " + QByteArray::number(static_cast<qlonglong>(p));
            const bool isEmpty = !want[p].isSpan && want[p].cell.count == 0;
            QVERIFY2(isEmpty == (got[p] == nullptr), where.constData());
            if (isEmpty)
                continue;
            QVERIFY2(got[p]->isSpan == want[p].isSpan, where.constData());
            if (want[p].isSpan) {
                QVERIFY2(got[p]->position == want[p].event, where.constData());
                continue;
            }
            const TimeRange range{scale.edge(static_cast<int>(p)),
                                  scale.edge(static_cast<int>(p) + 1)};
            const double coverage =
                static_cast<double>(want[p].cell.busy) / static_cast<double>(range.length());
            QVERIFY2(std::abs(got[p]->coverage - coverage) < 1e-5, where.constData());
            QVERIFY2(got[p]->count == want[p].cell.count, where.constData());
        }
    }
};

QTEST_APPLESS_MAIN(LaneSamplerTest)
#include "lane_sampler_test.moc"
