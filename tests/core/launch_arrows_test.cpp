// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/launch_arrows.h"
#include "tests/support/golden_text.h"
#include "tests/support/scene_fixture.h"

#include <QFile>
#include <QTest>

using namespace nv;
using namespace nv::scene;

namespace {

/// A launch that waits, one whose kernel begins before the call returns, one far away, and a call
/// that issues two kernels.
TracePtr launches()
{
    fixture::Capture capture;
    capture.call(1'000, 2'000, "cudaLaunchKernel_v7000", 1);
    capture.kernel(4'000, 5'000, "waits", 1);
    capture.call(6'000, 7'000, "cudaLaunchKernel_v7000", 2);
    capture.kernel(6'500, 8'000, "early", 2);
    capture.call(8'500, 9'000, "cudaLaunchKernel_v7000", 3);
    capture.kernel(50'000, 51'000, "late", 3);
    capture.call(9'000, 9'500, "cudaGraphLaunch_v10000", 4);
    capture.kernel(9'600, 9'700, "node a", 4);
    capture.kernel(9'800, 9'900, "node b", 4, 9);
    return capture.finish();
}

EventRef opNamed(const TraceModel& trace, std::string_view name)
{
    for (std::uint32_t i = 0; i < trace.ops.size(); ++i) {
        if (trace.names.text(trace.kernel(OpIndex(i)).shortName) == name)
            return {EventKind::Op, i};
    }
    return {EventKind::Range, 0};
}

} // namespace

class LaunchArrowsTest : public QObject
{
    Q_OBJECT
private slots:
    void matchesTheGolden();
    void leadsFromTheEndOfTheCallToTheStart();
    void keepsAnEndOutsideAtTheEdge();
    void scrolledAwayIsAboveOrBelow();
    void leavesOutWhatIsElsewhere();
    void limitsAGraphLaunch();

private:
    TracePtr m_trace = launches();
    LaneLayout m_layout{m_trace->lanes};

    std::vector<LaunchArrow> arrows(EventRef selected, TimeRange view, int top = 0,
                                    int height = 1'000, std::size_t max = 64) const
    {
        return launchArrows(*m_trace, m_layout, {{view, 100}, top, height}, selected, max);
    }
};

void LaunchArrowsTest::matchesTheGolden()
{
    std::string text;
    for (const char* name : {"waits", "early", "late", "node b"})
        text += toText(arrows(opNamed(*m_trace, name), {0, 10'000}), *m_trace);
    text += toText(arrows({EventKind::Call, 3}, {0, 10'000}), *m_trace);
    text += toText(arrows(opNamed(*m_trace, "waits"), {3'000, 13'000}), *m_trace);
    test::compareGolden("launch_arrows", text);
}

/// 100 columns for 10 000 ns: a column is 100 ns.
void LaunchArrowsTest::leadsFromTheEndOfTheCallToTheStart()
{
    const auto waits = arrows(opNamed(*m_trace, "waits"), {0, 10'000});
    QCOMPARE(waits.size(), std::size_t{1});
    QCOMPARE(waits[0].from.x, 20);
    QCOMPARE(waits[0].to.x, 40);
    QCOMPARE(waits[0].latency, Ns{2'000});
    QVERIFY(waits[0].from.edge == Edge::None && waits[0].to.edge == Edge::None);
    const auto early = arrows(opNamed(*m_trace, "early"), {0, 10'000});
    QCOMPARE(early[0].latency, Ns{-500}); // signed: it began before its call returned
    QVERIFY(early[0].to.x < early[0].from.x);
    QVERIFY(arrows({EventKind::Call, 0}, {0, 10'000}).front().op
            == opNamed(*m_trace, "waits")); // from either end
}

void LaunchArrowsTest::keepsAnEndOutsideAtTheEdge()
{
    const auto late = arrows(opNamed(*m_trace, "late"), {0, 10'000});
    QCOMPARE(late.size(), std::size_t{1});
    QVERIFY(late[0].to.edge == Edge::Right);
    QCOMPARE(late[0].to.x, 99);
    QCOMPARE(late[0].to.distance, DurationNs{40'000});
    const auto before = arrows(opNamed(*m_trace, "late"), {49'000, 59'000});
    QVERIFY(before[0].from.edge == Edge::Left);
    QCOMPARE(before[0].from.distance, DurationNs{40'000});
    QCOMPARE(before[0].from.x, 0);
}

void LaunchArrowsTest::scrolledAwayIsAboveOrBelow()
{
    // Devices stand above threads: only the first line is in sight, the call lies below.
    const auto arrow = arrows(opNamed(*m_trace, "waits"), {0, 10'000}, 0, 50);
    QCOMPARE(arrow.size(), std::size_t{1});
    QVERIFY(arrow[0].from.edge == Edge::Below);
    QCOMPARE(arrow[0].from.y, 49);
    QCOMPARE(arrow[0].from.distance, DurationNs{0});
}

void LaunchArrowsTest::leavesOutWhatIsElsewhere()
{
    QVERIFY(arrows(opNamed(*m_trace, "waits"), {20'000, 30'000}).empty());
    QVERIFY(!arrows(opNamed(*m_trace, "late"), {20'000, 30'000}).empty()); // crosses the view
    QVERIFY(arrows({EventKind::Range, 0}, {0, 10'000}).empty());
    QVERIFY(arrows(opNamed(*m_trace, "waits"), {0, 0}).empty());
}

void LaunchArrowsTest::limitsAGraphLaunch()
{
    QCOMPARE(arrows({EventKind::Call, 3}, {0, 10'000}).size(), std::size_t{2});
    QCOMPARE(arrows({EventKind::Call, 3}, {0, 10'000}, 0, 1'000, 1).size(), std::size_t{1});
}

QTEST_APPLESS_MAIN(LaunchArrowsTest)
#include "launch_arrows_test.moc"
