// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_filter.h"
#include "core/scene/lane_viewport.h"
#include "core/scene/launch_arrows.h"
#include "tests/support/golden_text.h"
#include "tests/support/scene_fixture.h"

#include <QFile>
#include <QTest>

#include <string>
#include <vector>

using namespace nv;
using namespace nv::scene;

namespace {

using Numbers = std::vector<std::size_t>;

} // namespace

/// Which lanes are on the sheet: by text, by what a window holds, by hand; pinned and sorted.
class LaneChoiceTest : public QObject
{
    Q_OBJECT

private slots:
    void matchesTheGolden();
    void matchesWordsOfLanesAndOfWhereTheyStand_data();
    void matchesWordsOfLanesAndOfWhereTheyStand();
    void aTextHasFoldsOfItsOwn();
    void aNameAsksForAQuietLane();
    void activityIsCutAtTheWindow();
    void ordersStreamsAndThreadsAsWholes();
    void countsWhatIsNotActive();
    void hidesAndShowsAgain();
    void aHeadingGoesWithTheLastOfItsLanes();
    void revealsWhatIsKeptOff();
    void pinnedLanesStayWhateverIsChosen();
    void theBandDoesNotScroll();
    void aBandThatIsTooHighScrolls();
    void arrowsMeetTheBand();

private:
    /// The lanes on the sheet, each once, in drawing order.
    static Numbers shown(const LaneLayout& layout)
    {
        Numbers out;
        for (const LayoutRow& row : layout.rows())
            if (row.isFirst())
                out.push_back(row.lane);
        return out;
    }

    std::vector<LaneMatch> match(const char* text) const { return m_texts.match(text); }

    std::vector<LaneActivity> during(Ns begin, Ns end) const
    {
        return laneActivity(*m_trace, {begin, end});
    }

    TracePtr m_trace = fixture::severalLanes();
    LaneTexts m_texts{*m_trace, {}};
};

void LaneChoiceTest::matchesTheGolden()
{
    std::string text;
    const auto print = [&](const char* title, const LaneLayout& layout) {
        text += std::string(title) + "\n" + toText(layout, m_trace->lanes);
    };
    LaneLayout layout(m_trace->lanes);
    print("as recorded", layout);
    layout.setOrder(lanesByActivity(m_trace->lanes, during(0, 100'000)));
    layout.setPinned(3, true);
    layout.setPinned(7, true);
    print("by activity, stream 9 and thread 4243 pinned", layout);
    layout.setOrder({});
    layout.unpinAll();
    layout.setMatches(match("nccl"));
    print("nccl", layout);
    layout.setMatches(std::nullopt);
    layout.setActivity(during(0, 10'000));
    print("active in the first 10 us", layout);
    layout.setActivity(std::nullopt);
    layout.setHidden(0, true);
    layout.setHidden(6, true);
    print("without GPU 0 and thread 4242's calls", layout);
    layout.showHidden();
    layout.setPinned(4, true);
    print("python pinned", layout);
    test::compareGolden("lanes_chosen", text);
}

void LaneChoiceTest::matchesWordsOfLanesAndOfWhereTheyStand_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<int>>("lanes");
    QTest::newRow("none") << QByteArray("  ") << QList<int>{0, 1, 2, 3, 4, 5, 6, 7, 8};
    QTest::newRow("stream") << QByteArray("stream 9") << QList<int>{0, 3};
    QTest::newRow("case") << QByteArray("StReAm KERNELS") << QList<int>{0, 1, 3};
    QTest::newRow("device") << QByteArray("gpu") << QList<int>{0, 1, 2, 3};
    QTest::newRow("thread") << QByteArray("4243") << QList<int>{4, 7};
    QTest::newRow("device and copies") << QByteArray("gpu copies") << QList<int>{0, 2};
    QTest::newRow("domain") << QByteArray("nccl") << QList<int>{4, 5};
    QTest::newRow("domain of a thread") << QByteArray("nccl 4242") << QList<int>{4, 5};
    QTest::newRow("streams of a process") << QByteArray("python stream") << QList<int>{0, 1, 2, 3};
    QTest::newRow("nothing") << QByteArray("stream 9 copies") << QList<int>{};
}

void LaneChoiceTest::matchesWordsOfLanesAndOfWhereTheyStand()
{
    QFETCH(QByteArray, text);
    QFETCH(QList<int>, lanes);
    QList<int> got;
    const std::vector<LaneMatch> matches = match(text.constData());
    for (std::size_t i = 0; i < matches.size(); ++i)
        if (matches[i] != LaneMatch::None)
            got << static_cast<int>(i);
    QCOMPARE(got, lanes);
}

void LaneChoiceTest::aTextHasFoldsOfItsOwn()
{
    LaneLayout layout(m_trace->lanes);
    layout.setCollapsed(4, true);
    layout.setMatches(match("4243"));
    QCOMPARE(shown(layout), (Numbers{4, 7})); // asked for by name: unfolded
    layout.setCollapsed(4, true);
    QCOMPARE(shown(layout), (Numbers{4}));
    QCOMPARE(layout.hiddenBelow(4), std::size_t{1}); // of those that match
    layout.setCollapsed(4, false);
    layout.setMatches(match("python"));
    QCOMPARE(shown(layout), (Numbers{0, 1, 2, 3, 4})); // only its heading is meant: as it was
    layout.setMatches(std::nullopt);
    QVERIFY(layout.isCollapsed(4));
    QCOMPARE(shown(layout), (Numbers{0, 1, 2, 3, 4}));
}

void LaneChoiceTest::aNameAsksForAQuietLane()
{
    LaneLayout layout(m_trace->lanes);
    QCOMPARE(layout.quietCount(4), std::size_t{1});
    layout.setMatches(match("os runtime"));
    QCOMPARE(shown(layout), (Numbers{4, 8}));
    QCOMPARE(layout.quietCount(4), std::size_t{0});
    layout.setMatches(match("thread nvtx"));
    QCOMPARE(shown(layout), (Numbers{4, 5}));
    QCOMPARE(layout.quietCount(4), std::size_t{0}); // it does not match
    layout.setMatches(std::nullopt);
    QCOMPARE(layout.quietCount(4), std::size_t{1});
}

void LaneChoiceTest::activityIsCutAtTheWindow()
{
    const std::vector<LaneActivity> all = during(0, 100'000);
    const std::vector<DurationNs> busy{0, 10'000, 5'000, 60'000, 0, 95'000, 2'000, 20'000, 100'000};
    for (std::size_t i = 0; i < all.size(); ++i)
        QCOMPARE(all[i].busy, busy[i]); // of the two rows of NVTX the outer one
    const std::vector<LaneActivity> some = during(30'000, 50'000);
    QCOMPARE(some[3].busy, DurationNs{10'000}); // [30, 40) of [10, 40)
    QCOMPARE(some[7].busy, DurationNs{10'000});
    QVERIFY(!some[1].isActive); // over before it
    QVERIFY(!some[2].isActive); // begins where the window ends
    QVERIFY(some[0].isActive && some[4].isActive);
    QVERIFY(!during(0, 10'000)[0].isActive); // a heading has what its lanes have
    for (const LaneActivity& lane : during(5, 5))
        QVERIFY(!lane.isActive);
}

void LaneChoiceTest::ordersStreamsAndThreadsAsWholes()
{
    const auto order = [this](Ns begin, Ns end) {
        return lanesByActivity(m_trace->lanes, during(begin, end));
    };
    // Stream 9: 60 us against 15.  Thread 4243: 20 us of calls against 2, though 4244 waits always.
    QCOMPARE(order(0, 100'000), (Numbers{0, 3, 1, 2, 4, 7, 5, 6, 8}));
    // No calls: the ranges of 4242 come before the waiting of 4244, which comes before nothing.
    QCOMPARE(order(70'000, 80'000), (Numbers{0, 3, 1, 2, 4, 5, 6, 8, 7}));
    // Nothing at all: as recorded.
    QCOMPARE(order(200'000, 300'000), (Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

void LaneChoiceTest::countsWhatIsNotActive()
{
    LaneLayout layout(m_trace->lanes);
    layout.setActivity(during(0, 10'000));
    QCOMPARE(layout.inactiveCount(), std::size_t{4}); // 1, 2, 3, 7
    layout.setHidden(0, true);                        // what is hidden does not count twice
    QCOMPARE(layout.inactiveCount(), std::size_t{1});
    layout.setActivity(during(200'000, 300'000));
    QVERIFY(layout.rows().empty());
    QCOMPARE(layout.height(), 0);
    QVERIFY(layout.rowAt(0) == nullptr);
    layout.setActivity(std::nullopt);
    QCOMPARE(layout.inactiveCount(), std::size_t{0});
    QCOMPARE(shown(layout), (Numbers{4, 5, 6, 7}));
}

void LaneChoiceTest::hidesAndShowsAgain()
{
    LaneLayout layout(m_trace->lanes);
    layout.setHidden(1, true);
    layout.setHidden(4, true);
    QCOMPARE(shown(layout), (Numbers{0, 2, 3})); // a heading takes its lanes along
    QCOMPARE(layout.hiddenCount(), std::size_t{2});
    QCOMPARE(layout.find({1, 0})->lane, std::size_t{0}); // drawn on the heading
    QVERIFY(layout.find({5, 1}) == nullptr);
    layout.setHidden(1, false);
    QCOMPARE(layout.hiddenCount(), std::size_t{1});
    layout.showHidden();
    QCOMPARE(layout.hiddenCount(), std::size_t{0});
    QCOMPARE(shown(layout), (Numbers{0, 1, 2, 3, 4, 5, 6, 7}));
}

void LaneChoiceTest::aHeadingGoesWithTheLastOfItsLanes()
{
    LaneLayout layout(m_trace->lanes);
    layout.setMatches(match("stream 9"));
    layout.setActivity(
        during(0, 10'000)); // stream 9 does nothing there, thread 4242 does not match
    QVERIFY(layout.rows().empty());
    layout.setActivity(during(0, 20'000));
    QCOMPARE(shown(layout), (Numbers{0, 3}));
    layout.setMatches(std::nullopt);
    layout.setActivity(std::nullopt);
    for (const std::size_t lane : Numbers{1, 2, 3})
        layout.setHidden(lane, true);
    QCOMPARE(shown(layout).front(), std::size_t{0}); // hidden by hand: the summary stays
}

void LaneChoiceTest::revealsWhatIsKeptOff()
{
    LaneLayout layout(m_trace->lanes);
    layout.setHidden(4, true);
    layout.setHidden(7, true);
    layout.reveal({7, 0});
    QVERIFY(layout.find({7, 0})->lane == 7);
    QCOMPARE(layout.hiddenCount(), std::size_t{0});
    layout.setMatches(match("stream 9"));
    layout.setActivity(during(0, 20'000));
    layout.reveal({5, 1});
    QCOMPARE(shown(layout), (Numbers{0, 3, 4, 5}));
    QCOMPARE(layout.find({5, 1})->row, std::size_t{1});
    layout.setActivity(during(10'000, 20'000)); // the window moves on: it stays
    QCOMPARE(shown(layout), (Numbers{0, 3, 4, 5}));
    layout.setMatches(match("stream 7")); // something else is asked for
    QCOMPARE(shown(layout), (Numbers{0, 1}));
}

void LaneChoiceTest::pinnedLanesStayWhateverIsChosen()
{
    LaneLayout layout(m_trace->lanes);
    layout.setPinned(1, true);
    layout.setPinned(8, true); // a quiet one
    QCOMPARE(shown(layout), (Numbers{1, 8, 0, 2, 3, 4, 5, 6, 7}));
    QCOMPARE(layout.quietCount(4), std::size_t{0});
    layout.setCollapsed(0, true);
    layout.setCollapsed(4, true);
    QCOMPARE(shown(layout), (Numbers{1, 8, 0, 4}));
    QCOMPARE(layout.hiddenBelow(0), std::size_t{2}); // the pinned one is not below it
    layout.setMatches(match("4243"));
    layout.setActivity(during(45'000, 46'000));
    QCOMPARE(shown(layout), (Numbers{1, 8, 4, 7}));
    layout.setHidden(1, true); // what is hidden is not pinned any more
    QVERIFY(!layout.isPinned(1));
    layout.showHidden();
    layout.setMatches(std::nullopt);
    layout.setActivity(std::nullopt);
    QCOMPARE(shown(layout), (Numbers{8, 0, 4}));
    layout.setPinned(8, false);
    QCOMPARE(layout.pinnedHeight(), 0);
}

void LaneChoiceTest::theBandDoesNotScroll()
{
    LaneLayout layout(m_trace->lanes);
    layout.setPinned(3, true);
    layout.setPinned(7, true); // 2 x (20 + 2) and a gap of 3
    const LaneViewport rows(layout, 60, 150);
    QCOMPARE(rows.bandHeight(), 47);
    QCOMPARE(rows.rowAt(46)->lane, std::size_t{7});
    QCOMPARE(rows.rowAt(0)->lane, std::size_t{3});
    QCOMPARE(rows.rowAt(47)->lane, layout.rowAt(107)->lane);
    QCOMPARE(rows.pinned().size(), std::size_t{2});
    // Line 47 shows the sheet's 107: copies, at 101.  The last line shows 209: NVTX' calls at 189.
    QCOMPARE(rows.scrolled().front().lane, std::size_t{2});
    QCOMPARE(rows.scrolled().back().lane, std::size_t{6});
    QCOMPARE(rows.yOf(rows.scrolled().front()), 101 - 60);
    QCOMPARE(rows.yOf(*layout.find({3, 0})), 0);
    QVERIFY(rows.isWhole(*layout.find({7, 0})));
    QVERIFY(!rows.isWhole(rows.scrolled().front())); // reaches beneath the band
    QVERIFY(rows.isWhole(*layout.find({4, 0})));
    QVERIFY(rows.rowAt(-61) == nullptr);
    QVERIFY(rows.rowAt(151) == nullptr);
}

void LaneChoiceTest::aBandThatIsTooHighScrolls()
{
    LaneLayout layout(m_trace->lanes);
    layout.setPinned(3, true);
    layout.setPinned(7, true);
    QCOMPARE(LaneViewport(layout, 0, 71).bandHeight(), 47); // 47 of 70.5 are two thirds
    const LaneViewport low(layout, 30, 70);
    QCOMPARE(low.bandHeight(), 0);
    QVERIFY(low.pinned().empty());
    QCOMPARE(low.rowAt(0)->lane, std::size_t{7});
    QCOMPARE(low.yOf(*layout.find({7, 0})), 22 - 30);
}

void LaneChoiceTest::arrowsMeetTheBand()
{
    LaneLayout layout(m_trace->lanes);
    layout.setPinned(1, true); // gemm, launched by the first call of thread 4242
    const TimeScale scale{{0, 100'000}, 1'000};
    // Scrolled to the end: the kernel is in the band at 0, the call at 167 - 100.
    const auto arrows =
        launchArrows(*m_trace, layout, {scale, 100, 150}, EventRef{EventKind::Call, 0});
    QCOMPARE(arrows.size(), std::size_t{1});
    QCOMPARE(arrows[0].to.y, 10);
    QVERIFY(arrows[0].to.edge == Edge::None);
    QCOMPARE(arrows[0].from.y, layout.find({6, 0})->y + 10 - 100);
    // Scrolled beyond the call: its end stands at the band's edge, not in it.
    const auto above =
        launchArrows(*m_trace, layout, {scale, 180, 150}, EventRef{EventKind::Call, 0});
    QVERIFY(above[0].from.edge == Edge::Above);
    QCOMPARE(above[0].from.y, layout.pinnedHeight());
}

QTEST_APPLESS_MAIN(LaneChoiceTest)
#include "lane_choice_test.moc"
