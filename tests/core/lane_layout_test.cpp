// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/lane_layout.h"

#include <QTest>

#include <string>
#include <vector>

using namespace nv;
using namespace nv::scene;

namespace {

Lane lane(LaneKind kind, int depth, std::size_t rows)
{
    Lane out;
    out.kind = kind;
    out.depth = depth;
    out.rows.resize(rows);
    return out;
}

/// GPU 0 with kernels (2 rows) and copies; a process with NVTX (3 rows) and calls; a process that
/// only sleeps.
std::vector<Lane> lanes()
{
    return {lane(LaneKind::Device, 0, 0),  lane(LaneKind::Kernels, 1, 2),
            lane(LaneKind::Copies, 1, 1),  lane(LaneKind::Process, 0, 0),
            lane(LaneKind::Ranges, 1, 3),  lane(LaneKind::Calls, 1, 1),
            lane(LaneKind::Process, 0, 0), lane(LaneKind::OsCalls, 1, 4)};
}

using Lines = std::vector<std::string>;

/// "lane.row yTOP hHEIGHT" of the first `most` rows from `first` on.
Lines print(const LaneLayout& layout, std::size_t first = 0, std::size_t most = 100)
{
    Lines out;
    for (const LayoutRow& row : layout.rows().subspan(first)) {
        if (out.size() == most)
            break;
        out.push_back(std::to_string(row.lane) + "." + std::to_string(row.row) + " y"
                      + std::to_string(row.y) + " h" + std::to_string(row.height));
    }
    return out;
}

} // namespace

class LaneLayoutTest : public QObject
{
    Q_OBJECT

private slots:

    void stacksRowsWithGapsAndCollapsesQuietProcesses()
    {
        const std::vector<Lane> all = lanes();
        const LaneLayout layout(all);
        QCOMPARE(print(layout), (Lines{"0.0 y0 h30", "1.0 y32 h20", "1.1 y54 h20", "2.0 y76 h20",
                                       "3.0 y98 h20", "4.0 y120 h20", "4.1 y142 h20",
                                       "4.2 y164 h20", "5.0 y186 h20", "6.0 y208 h20"}));
        QCOMPARE(layout.height(), 230);
        QVERIFY(layout.isCollapsed(6));
        QCOMPARE(layout.hiddenBelow(6), std::size_t{1});
        QCOMPARE(layout.hiddenBelow(3), std::size_t{0});
    }

    void collapsingAHeadingHidesItsLanes()
    {
        const std::vector<Lane> all = lanes();
        LaneLayout layout(all);
        layout.setCollapsed(0, true);
        QCOMPARE(print(layout, 0, 2), (Lines{"0.0 y0 h30", "3.0 y32 h20"}));
        QCOMPARE(layout.hiddenBelow(0), std::size_t{2});
        layout.setCollapsed(0, false);
        QCOMPARE(layout.rows().size(), std::size_t{10});
    }

    void collapsingALaneKeepsItsFirstRow()
    {
        const std::vector<Lane> all = lanes();
        LaneLayout layout(all);
        layout.setCollapsed(4, true);
        QCOMPARE(print(layout, 5, 2), (Lines{"4.0 y120 h20", "5.0 y142 h20"}));
        QCOMPARE(layout.hiddenBelow(4), std::size_t{2});
        layout.setCollapsed(5, true); // one row: nothing to collapse
        QVERIFY(!layout.isCollapsed(5));
    }

    void answersWhatLiesWhere()
    {
        const std::vector<Lane> all = lanes();
        const LaneLayout layout(all);
        QVERIFY(layout.rowAt(-1) == nullptr);
        QCOMPARE(layout.rowAt(0)->lane, std::size_t{0});
        QCOMPARE(layout.rowAt(31)->lane, std::size_t{0}); // the gap belongs to the row above
        QCOMPARE(layout.rowAt(32)->lane, std::size_t{1});
        QCOMPARE(layout.rowAt(229)->lane, std::size_t{6});
        QVERIFY(layout.rowAt(230) == nullptr);
        const auto some = layout.visible(40, 77);
        QCOMPARE(some.size(), std::size_t{3});
        QCOMPARE(some[0].y, 32);
        QCOMPARE(some[2].y, 76);
        QVERIFY(layout.visible(500, 600).empty());
    }

    void findsRowsAndRevealsWhatIsHidden()
    {
        const std::vector<Lane> all = lanes();
        LaneLayout layout(all);
        QCOMPARE(layout.find({4, 2})->y, 164);
        QVERIFY(layout.find({}) == nullptr);
        QCOMPARE(layout.find({7, 3})->lane, std::size_t{6}); // its collapsed heading
        layout.setCollapsed(4, true);
        QCOMPARE(layout.find({4, 2})->y, 120);
        layout.reveal({4, 2});
        QCOMPARE(layout.find({4, 2})->y, 164);
        layout.reveal({7, 3});
        QCOMPARE(layout.find({7, 3})->lane, std::size_t{7});
        QCOMPARE(layout.find({7, 3})->row, std::size_t{3});
    }

    void densityChangesHeights()
    {
        const std::vector<Lane> all = lanes();
        LaneLayout layout(all);
        layout.setDensity(RowDensity::Compact);
        QCOMPARE(print(layout, 0, 2), (Lines{"0.0 y0 h21", "1.0 y23 h14"}));
        layout.setDensity(RowDensity::Tall);
        QCOMPARE(print(layout, 0, 2), (Lines{"0.0 y0 h42", "1.0 y44 h28"}));
    }

    void collapsesAndExpandsAll()
    {
        const std::vector<Lane> all = lanes();
        LaneLayout layout(all);
        layout.setAllCollapsed(true);
        QCOMPARE(layout.rows().size(), std::size_t{3});
        layout.setAllCollapsed(false);
        QCOMPARE(layout.rows().size(), std::size_t{14});
    }

    void quietThreadsWaitToBeAskedFor()
    {
        std::vector<Lane> all{lane(LaneKind::Process, 0, 0), lane(LaneKind::Calls, 1, 1),
                              lane(LaneKind::OsCalls, 1, 1), lane(LaneKind::OsCalls, 1, 2)};
        all[1].thread = all[2].thread = ThreadId(1); // works; the other one only sleeps
        all[3].thread = ThreadId(2);
        LaneLayout layout(all);
        QCOMPARE(print(layout), (Lines{"0.0 y0 h20", "1.0 y22 h20", "2.0 y44 h20"}));
        QCOMPARE(layout.quietCount(0), std::size_t{1});
        QCOMPARE(layout.find({3, 1})->lane, std::size_t{0});
        layout.setShowsQuiet(0, true);
        QCOMPARE(layout.rows().size(), std::size_t{5});
        layout.setShowsQuiet(0, false);
        layout.reveal({3, 1});
        QVERIFY(layout.showsQuiet(0));
        QCOMPARE(layout.find({3, 1})->y, 88);
    }

    void nothingIsASheetOfNoHeight()
    {
        const LaneLayout layout;
        QCOMPARE(layout.height(), 0);
        QVERIFY(layout.rowAt(0) == nullptr);
        QVERIFY(layout.visible(0, 100).empty());
    }
};

QTEST_APPLESS_MAIN(LaneLayoutTest)
#include "lane_layout_test.moc"
