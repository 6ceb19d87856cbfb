// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/marked_rows.h"
#include "tests/support/scene_fixture.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace nv;
using namespace nv::scene;

namespace {

/// Column by column: is there a marked event in it?
std::vector<MarkSpan> naiveSpans(const TraceModel& trace, const std::vector<std::uint32_t>& events,
                                 const TimeScale& scale)
{
    std::vector<bool> covered(static_cast<std::size_t>(scale.width));
    for (const std::uint32_t e : events) {
        const Ns start = trace.ops.start[e];
        const Ns end = trace.ops.end[e];
        for (int x = 0; x < scale.width; ++x) {
            const Ns from = scale.edge(x);
            const Ns to = std::max(scale.edge(x + 1), from);
            const bool isIn = start < to && std::max(start, end - 1) >= from;
            covered[static_cast<std::size_t>(x)] = covered[static_cast<std::size_t>(x)] || isIn;
        }
    }
    std::vector<MarkSpan> spans;
    for (int x = 0; x < scale.width; ++x) {
        if (!covered[static_cast<std::size_t>(x)])
            continue;
        if (!spans.empty() && spans.back().x1 == x)
            spans.back().x1 = x + 1;
        else
            spans.push_back({x, x + 1});
    }
    return spans;
}

} // namespace

class MarkedRowsTest : public QObject
{
    Q_OBJECT
private slots:
    void coversTheColumnsOfMarkedEvents();
    void agreesWithASlowReading();
    void marksOnlyWhatIsAsked();
};

/// 10 columns of 100 ns each.
void MarkedRowsTest::coversTheColumnsOfMarkedEvents()
{
    fixture::Capture capture;
    capture.kernel(0, 150, "a", 1);
    capture.kernel(150, 180, "b", 2);
    capture.kernel(620, 630, "a", 3);
    capture.kernel(640, 650, "a", 4);
    capture.kernel(1'500, 1'600, "a", 5);
    const TracePtr trace = capture.finish();
    const std::vector<EventRef> events{
        {EventKind::Op, 0}, {EventKind::Op, 2}, {EventKind::Op, 3}, {EventKind::Op, 4}};
    const MarkedRows rows(*trace, events, {});
    const LanePlace place = placeOf(*trace, {EventKind::Op, 0});
    QVERIFY(rows.spans(*trace, place, {{0, 1'000}, 10}) == (std::vector<MarkSpan>{{0, 2}, {6, 7}}));
    QVERIFY(rows.spans(*trace, place, {{100, 200}, 10}) == (std::vector<MarkSpan>{{0, 5}}));
    QVERIFY(rows.spans(*trace, place, {{2'000, 3'000}, 10}).empty());
}

void MarkedRowsTest::agreesWithASlowReading()
{
    std::mt19937_64 random(77);
    for (int round = 0; round < 40; ++round) {
        fixture::Capture capture;
        Ns t = 0;
        for (int i = 0; i < 300; ++i) {
            const Ns length = 1 + static_cast<Ns>(random() % 60);
            t += static_cast<Ns>(random() % 40);
            capture.kernel(t, t + length, "k", i);
            t += length;
        }
        const TracePtr trace = capture.finish();
        std::vector<EventRef> events;
        std::vector<std::uint32_t> indices;
        for (std::uint32_t i = 0; i < 300; ++i) {
            if (random() % 3 == 0) {
                events.push_back({EventKind::Op, i});
                indices.push_back(i);
            }
        }
        const MarkedRows rows(*trace, events, {});
        const LanePlace place = placeOf(*trace, {EventKind::Op, 0});
        const Ns begin = static_cast<Ns>(random() % 4'000);
        const TimeScale scale{{begin, begin + 1'000 + static_cast<Ns>(random() % 9'000)},
                              1 + static_cast<int>(random() % 200)};
        const auto got = rows.spans(*trace, place, scale);
        QVERIFY(got == naiveSpans(*trace, indices, scale));
    }
}

void MarkedRowsTest::marksOnlyWhatIsAsked()
{
    const TracePtr trace = fixture::threeSteps();
    const MarkedRows rows(*trace, std::vector<EventRef>{{EventKind::Call, 0}}, {});
    QVERIFY(!rows.isEmpty());
    QVERIFY(rows.spans(*trace, placeOf(*trace, {EventKind::Op, 0}), {{0, 400'000}, 100}).empty());
    QCOMPARE(rows.spans(*trace, placeOf(*trace, {EventKind::Call, 0}), {{0, 400'000}, 100}).size(),
             std::size_t{1});
    QVERIFY(MarkedRows(*trace, {}, {}).isEmpty());
}

QTEST_APPLESS_MAIN(MarkedRowsTest)
#include "marked_rows_test.moc"
