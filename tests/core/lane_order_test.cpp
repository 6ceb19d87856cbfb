// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_order.h"
#include "tests/support/scene_fixture.h"

#include <QTest>

#include <set>

using namespace nv;
using namespace nv::scene;
using Numbers = std::vector<std::size_t>;

/// Lanes in the order of a hand.  Those of fixture::severalLanes(): 0 GPU 0 with 1, 2 (stream 7) and
/// 3 (stream 9); 4 python with 5, 6, 7 and 8, which is quiet.
class LaneOrderTest : public QObject
{
    Q_OBJECT

private slots:

    void aLaneMovesAmongItsOwn()
    {
        const LaneLayout layout(m_trace->lanes);
        QCOMPARE(movedLane(layout, 3, 1, false), (Numbers{0, 3, 1, 2, 4, 5, 6, 7, 8}));
        QCOMPARE(movedLane(layout, 1, 2, true), (Numbers{0, 2, 1, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(movedLane(layout, 1, 1, true), (Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    }

    void aHeadingTakesItsLanesAlong()
    {
        const LaneLayout layout(m_trace->lanes);
        QCOMPARE(movedLane(layout, 4, 0, false), (Numbers{4, 5, 6, 7, 8, 0, 1, 2, 3}));
        QCOMPARE(movedLane(layout, 0, 6, true), (Numbers{4, 5, 6, 7, 8, 0, 1, 2, 3}));
    }

    void whatIsBeyondItsHeadingIsMetHalfWay()
    {
        const LaneLayout layout(m_trace->lanes);
        QCOMPARE(movedLane(layout, 1, 6, false), (Numbers{0, 2, 3, 1, 4, 5, 6, 7, 8}));
        QCOMPARE(movedLane(layout, 7, 2, true), (Numbers{0, 1, 2, 3, 4, 7, 5, 6, 8}));
        QCOMPARE(movedLane(layout, 3, 0, false), (Numbers{0, 3, 1, 2, 4, 5, 6, 7, 8}));
    }

    void besideAreThoseOnTheSheet()
    {
        LaneLayout layout(m_trace->lanes);
        QCOMPARE(laneBeside(layout, 1, true), std::optional<std::size_t>(2));
        QVERIFY(!laneBeside(layout, 1, false));
        QCOMPARE(laneBeside(layout, 4, false), std::optional<std::size_t>(0));
        QVERIFY(!laneBeside(layout, 7, true)); // 8 is quiet
        layout.setHidden(2, true);
        QCOMPARE(laneBeside(layout, 1, true), std::optional<std::size_t>(3));
    }

    void theOrderIsThatOfTheRows()
    {
        LaneLayout layout(m_trace->lanes);
        layout.setOrder(movedLane(layout, 4, 0, false));
        QCOMPARE(layout.rows().front().lane, std::size_t{4});
        QCOMPARE(layout.rows().back().lane, std::size_t{3});
    }

    void aChoiceIsMadeAgain()
    {
        LaneLayout layout(m_trace->lanes);
        layout.setPinned(3, true);
        layout.setHidden(6, true);
        layout.setOrder(movedLane(layout, 4, 0, false));
        const LaneChoice choice = laneChoice(layout, m_trace->lanes, true);
        QCOMPARE(choice.order.size(), m_trace->lanes.size());
        QCOMPARE(choice.pinned.size(), std::size_t{1});
        QVERIFY(choice.pinned.front().ends_with(m_trace->lanes[3].label));
        const LaneChoice back = lanesOf(withLanes("{\"later\":1}", choice));
        QCOMPARE(back, choice);
        LaneLayout again(m_trace->lanes);
        applyChoice(again, m_trace->lanes, back);
        QCOMPARE(toText(again, m_trace->lanes), toText(layout, m_trace->lanes));
        QVERIFY(laneChoice(LaneLayout(m_trace->lanes), m_trace->lanes, false).isEmpty());
    }

    /// A file may hold anything: lanes of another capture, headings behind their lanes.
    void anOddChoiceLosesNoLane()
    {
        LaneLayout layout(m_trace->lanes);
        const std::vector<std::string> keys = laneKeys(layout, m_trace->lanes);
        QCOMPARE(std::set<std::string>(keys.begin(), keys.end()).size(), keys.size());
        applyChoice(layout, m_trace->lanes,
                    {{keys[3], keys[3], "nobody", keys[4], keys[1]}, {"nobody"}, {"nobody"}});
        QCOMPARE(layout.order(), (Numbers{4, 5, 6, 7, 8, 0, 3, 1, 2}));
        QCOMPARE(layout.pinnedHeight(), 0);
        QCOMPARE(layout.hiddenCount(), std::size_t{0});
    }

    void otherMembersOfASessionStay()
    {
        const LaneChoice choice{{"a", "b"}, {"b"}, {}};
        const std::string kept = withLanes("{\"later\":{\"x\":1}}", choice);
        QCOMPARE(withLanes(kept, {}), std::string("{\"later\":{\"x\":1}}"));
        QCOMPARE(withLanes("", {}), std::string());
        QCOMPARE(lanesOf("{\"lanes\":[1,2]}"), LaneChoice{});
        QCOMPARE(lanesOf("no json"), LaneChoice{});
        QCOMPARE(lanesOf("{\"lanes\":{\"pinned\":[1,\"p\"],\"order\":3}}"),
                 (LaneChoice{{}, {"p"}, {}}));
    }

private:
    TracePtr m_trace = fixture::severalLanes();
};

QTEST_APPLESS_MAIN(LaneOrderTest)
#include "lane_order_test.moc"
