// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/range_nesting.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace nv;

namespace {

bool encloses(const ThreadSpan& range, const ThreadSpan& span)
{
    return range.thread != kNoThread && range.thread == span.thread && range.start <= span.start
           && range.end >= span.end;
}

std::uint32_t naiveTightest(const std::vector<ThreadSpan>& ranges, std::size_t i)
{
    std::uint32_t best = kNoRange;
    for (std::uint32_t y = 0; y < ranges.size(); ++y) {
        if (y == i || !encloses(ranges[y], ranges[i]))
            continue;
        const Ns excess =
            (ranges[i].start - ranges[y].start) + (ranges[y].end - ranges[i].end); // nsys.md 2.11
        if (best == kNoRange
            || excess < (ranges[i].start - ranges[best].start) + (ranges[best].end - ranges[i].end))
            best = y;
    }
    return best;
}

/// Walks up from every range and notices a circle.
std::int32_t naiveLevel(const RangePositions& parents, std::uint32_t i)
{
    std::set<std::uint32_t> seen;
    std::int32_t level = 0;
    for (; parents[i] != kNoRange; i = parents[i], ++level)
        if (!seen.insert(i).second)
            return kNoLevel;
    return level;
}

/// Short times, so that edges, starts and whole ranges coincide often; some have no thread.
std::vector<ThreadSpan> randomSpans(std::mt19937& random, std::size_t n, bool nested)
{
    const auto draw = [&](int below) { return static_cast<Ns>(random() % unsigned(below)); };
    std::vector<ThreadSpan> spans;
    for (std::size_t i = 0; i < n; ++i) {
        const Ns start = draw(40) - 10;
        const std::int64_t thread = draw(12) == 0 ? kNoThread : draw(3) - 1;
        if (nested) // intervals of a binary tree never cross
            spans.push_back({thread, start & ~Ns{7}, (start & ~Ns{7}) + (Ns{8} >> draw(4))});
        else
            spans.push_back({thread, start, start + draw(12)});
    }
    return spans;
}

} // namespace

class RangeNestingTest : public QObject
{
    Q_OBJECT

private slots:
    void findsParentsByHand();
    void equalsTheNaiveReading_data();
    void equalsTheNaiveReading();
    void reachesAcrossAllOfInt64();
    void stopsWhenAsked();
};

void RangeNestingTest::findsParentsByHand()
{
    const std::vector<ThreadSpan> ranges = {
        {1, 0, 100},         // 0
        {1, 0, 40},          // 1 shares its start
        {1, 60, 100},        // 2 shares its end
        {1, 30, 70},         // 3 crosses 1 and 2
        {1, 62, 68},         // 4 in 2 and in 3, equally long: the first
        {1, 80, 90},         // 5 and 6 are twins
        {1, 80, 90},         // 6
        {1, 81, 82},         // 7 within twins
        {2, 0, 200},         // 8 another thread
        {kNoThread, 10, 20}, // 9
    };
    const RangePositions parents = tightestAround(ranges, {}).value();
    QCOMPARE(parents, (RangePositions{kNoRange, 0, 0, 0, 2, 6, 5, 5, kNoRange, kNoRange}));
    QCOMPARE(levelsOf(ranges, parents),
             (std::vector<std::int32_t>{0, 1, 1, 1, 2, kNoLevel, kNoLevel, kNoLevel, 0, 0}));

    const std::vector<ThreadSpan> calls = {{1, 35, 38}, {1, 69, 70}, {1, 69, 71}, {1, 100, 101},
                                           {2, 5, 5},   {3, 5, 5},   {1, 80, 80}};
    QCOMPARE(latestAround(ranges, calls, {}).value(),
             (RangePositions{3, 2, 2, kNoRange, 8, kNoRange, 5}));
}

void RangeNestingTest::equalsTheNaiveReading_data()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<bool>("nested");
    for (unsigned seed = 1; seed <= 60; ++seed)
        QTest::addRow("%u", seed) << seed << (seed % 2 == 0);
}

void RangeNestingTest::equalsTheNaiveReading()
{
    QFETCH(unsigned, seed);
    QFETCH(bool, nested);
    std::mt19937 random(seed);
    const std::vector<ThreadSpan> ranges = randomSpans(random, 5 + seed * 2, nested);
    const std::vector<ThreadSpan> spans = randomSpans(random, 80, false);
    const RangePositions parents = tightestAround(ranges, {}).value();
    const std::vector<std::int32_t> levels = levelsOf(ranges, parents);
    for (std::uint32_t i = 0; i < ranges.size(); ++i) {
        QCOMPARE(parents[i], naiveTightest(ranges, i));
        QCOMPARE(levels[i], naiveLevel(parents, i));
    }
    const RangePositions latest = latestAround(ranges, spans, {}).value();
    const RangesAround around = RangesAround::find(ranges, spans, {}).value();
    for (std::size_t i = 0; i < spans.size(); ++i) {
        RangePositions expected;
        std::uint32_t last = kNoRange;
        for (std::uint32_t y = 0; y < ranges.size(); ++y)
            if (encloses(ranges[y], spans[i])) {
                expected.push_back(y);
                if (last == kNoRange || ranges[y].start > ranges[last].start)
                    last = y;
            }
        RangePositions found(around.of(i).begin(), around.of(i).end());
        std::sort(found.begin(), found.end());
        QCOMPARE(found, expected);
        QCOMPARE(latest[i], last);
    }
}

void RangeNestingTest::reachesAcrossAllOfInt64()
{
    const std::vector<ThreadSpan> ranges = {
        {1, kMinNs, kMaxNs}, {1, kMinNs, kMaxNs - 1}, {1, -5, kMaxNs}, {1, kMinNs, kMinNs}};
    QCOMPARE(tightestAround(ranges, {}).value(), (RangePositions{kNoRange, 0, 0, 1}));
    QCOMPARE(latestAround(ranges, std::vector<ThreadSpan>{{1, -5, -4}, {1, kMinNs, 0}}, {}).value(),
             (RangePositions{2, 0}));
}

void RangeNestingTest::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    const std::vector<ThreadSpan> spans = {{1, 0, 5}};
    QVERIFY(tightestAround(spans, stop.get_token()).error().code == Errc::Cancelled);
    QVERIFY(latestAround(spans, spans, stop.get_token()).error().code == Errc::Cancelled);
    QVERIFY(RangesAround::find(spans, spans, stop.get_token()).error().code == Errc::Cancelled);
}

QTEST_APPLESS_MAIN(RangeNestingTest)
#include "range_nesting_test.moc"
