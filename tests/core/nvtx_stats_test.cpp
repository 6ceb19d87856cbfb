// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr std::int64_t kPid = 10;
const std::int64_t kMain = makeGlobalId(kPid, 10);
const std::int64_t kWorker = makeGlobalId(kPid, 11);

MadeNvtx range(const char* text, TimeRange time, std::int64_t thread = kMain,
               std::int32_t type = 59)
{
    MadeNvtx row;
    row.start = time.begin;
    row.end = time.end;
    row.eventType = type;
    if (text != nullptr)
        row.text = text;
    row.globalTid = thread;
    return row;
}

MadeNvtx openRange(const char* text, Ns start)
{
    MadeNvtx row = range(text, {start, 0});
    row.end.reset();
    return row;
}

MadeNvtx domainRow(std::int64_t id, const char* text, std::int64_t thread = kMain, Ns at = 0)
{
    MadeNvtx row = openRange(text, at);
    row.eventType = 75;
    row.globalTid = thread;
    row.domainId = id;
    return row;
}

MadeNvtx inDomain(std::int64_t id, MadeNvtx row)
{
    row.domainId = id;
    return row;
}

/// The launch call and its kernel of one nanosecond at `at`.
void launch(TraceMaker& maker, const char* name, TimeRange call, Ns at, std::int64_t thread = kMain)
{
    MadeKernel kernel;
    kernel.start = at;
    kernel.end = at + 1;
    kernel.name = maker.kernelName(name);
    kernel.place.globalPid = makeGlobalId(kPid);
    maker.launch(thread, call, kernel);
}

} // namespace

/// The NVTX reports on traces small enough to work out by hand.
class NvtxStatsTest : public QObject
{
    Q_OBJECT

private slots:
    void sumsByNameAndStyle();
    void closesOpenRangesWithTheLatestEvent();
    void knowsNoLengthWhereNothingEnds();
    void countsOncePerAnnouncementInSums();
    void prefersRegisteredStrings();
    void losesDomainsAnnouncedOutsideTheWindow();
    void tracesTreesShortestFirst();
    void leavesTwinsOutOfTheTrace();
    void breaksTiesOfTheTraceByLevel();
    void projectsRangesOntoTheGpu();
    void keepsTwinsInTheProjection();

private:
    QStringList rows(const TraceMaker& maker, const char* report, const StatsFilter& filter = {})
    {
        const TracePtr trace = m_fixture.open(maker);
        if (!trace)
            return {};
        return csvLinesOf(statsCsvOf(*trace, QString::fromLatin1(report), filter)).mid(1);
    }

    TraceFixture m_fixture;
};

#define ROWS(...) (QStringList{__VA_ARGS__})

void NvtxStatsTest::sumsByNameAndStyle()
{
    TraceMaker maker;
    maker.add(range("a", {0, 10}));
    maker.add(range("a", {0, 10}, kMain, 60));
    maker.add(range("a", {5, 15}, kWorker, 70)); // nvtxt counts with push/pop
    maker.add(range(nullptr, {0, 10}));
    maker.add(range("zero", {7, 7}));
    maker.add(range("mark", {0, 99}, kMain, 34));
    QCOMPARE(rows(maker, "nvtx_sum"), ROWS("50.0,20,2,10.0,10.0,10,10,0.0,PushPop,a",
                                           "25.0,10,1,10.0,10.0,10,10,0.0,PushPop,",
                                           "25.0,10,1,10.0,10.0,10,10,0.0,StartEnd,a",
                                           "0.0,0,1,0.0,0.0,0,0,0.0,PushPop,zero"));
    QCOMPARE(rows(maker, "nvtx_pushpop_sum"),
             ROWS("66.7,20,2,10.0,10.0,10,10,0.0,a", "33.3,10,1,10.0,10.0,10,10,0.0,",
                  "0.0,0,1,0.0,0.0,0,0,0.0,zero"));
    QCOMPARE(rows(maker, "nvtx_startend_sum"), ROWS("100.0,10,1,10.0,10.0,10,10,0.0,a"));
}

void NvtxStatsTest::closesOpenRangesWithTheLatestEvent()
{
    TraceMaker maker;
    maker.add(range("closed", {0, 10}));
    maker.add(openRange("open", 4));
    maker.add(range("se", {0, 50}, kMain, 60));
    MadeNvtx mark = openRange("mark", 100);
    mark.eventType = 34;
    maker.add(mark);
    // In the sums marks count: 100 - 4; among push/pop ranges alone the latest is 10.
    QCOMPARE(rows(maker, "nvtx_pushpop_sum"),
             ROWS("90.6,96,1,96.0,96.0,96,96,0.0,open", "9.4,10,1,10.0,10.0,10,10,0.0,closed"));
    QCOMPARE(rows(maker, "nvtx_pushpop_trace"), ROWS("0,10,10,6,4,closed,10,10,0,1,1,,:1,closed",
                                                     "4,10,6,0,6,open,10,10,1,0,2,1,:1:2,--open"));
}

void NvtxStatsTest::knowsNoLengthWhereNothingEnds()
{
    TraceMaker maker;
    maker.add(openRange("b", 4));
    maker.add(openRange("a", 9));
    maker.add(openRange("b", 12));
    QCOMPARE(rows(maker, "nvtx_sum"), ROWS(",,1,,,,,0.0,PushPop,a", ",,2,,,,,0.0,PushPop,b"));
    QCOMPARE(rows(maker, "nvtx_pushpop_trace"),
             ROWS("4,,,0,,b,10,10,0,0,1,,:1,b", "9,,,0,,a,10,10,0,0,2,,:2,a",
                  "12,,,0,,b,10,10,0,0,3,,:3,b"));
}

void NvtxStatsTest::countsOncePerAnnouncementInSums()
{
    TraceMaker maker;
    maker.add(domainRow(1, "D"));
    maker.add(domainRow(1, "again")); // by the same thread: the first stands
    maker.add(domainRow(2, "X"));
    maker.add(domainRow(2, "X", kWorker));
    maker.add(domainRow(3, "other", makeGlobalId(99, 99)));
    maker.add(inDomain(1, range("one", {0, 10})));
    maker.add(inDomain(2, range("two", {10, 14})));
    maker.add(inDomain(3, range("three", {20, 22})));
    maker.add(inDomain(1, range(nullptr, {30, 31})));
    QCOMPARE(rows(maker, "nvtx_pushpop_sum"),
             ROWS("47.6,10,1,10.0,10.0,10,10,0.0,D:one", "38.1,8,2,4.0,4.0,4,4,0.0,X:two",
                  "9.5,2,1,2.0,2.0,2,2,0.0,three", "4.8,1,1,1.0,1.0,1,1,0.0,"));
    // The real tool gives up on this one.
    QCOMPARE(rows(maker, "nvtx_pushpop_trace"),
             ROWS("0,10,10,0,10,D:one,10,10,0,0,6,,:6,D:one",
                  "10,14,4,0,4,X:two,10,10,0,0,7,,:7,X:two",
                  "20,22,2,0,2,three,10,10,0,0,8,,:8,three", "30,31,1,0,1,,10,10,0,0,9,,:9,"));
}

void NvtxStatsTest::prefersRegisteredStrings()
{
    TraceMaker maker;
    MadeNvtx both = range("inline", {0, 4});
    both.textId = maker.string("registered");
    maker.add(both);
    MadeNvtx dangling = range("left", {0, 2});
    dangling.textId = 987654;
    maker.add(dangling);
    MadeNvtx domain = domainRow(1, nullptr); // a domain by a registered string has no prefix
    domain.textId = maker.string("Dom");
    maker.add(domain);
    maker.add(inDomain(1, range("plain", {0, 1})));
    QCOMPARE(rows(maker, "nvtx_pushpop_sum"),
             ROWS("57.1,4,1,4.0,4.0,4,4,0.0,registered", "28.6,2,1,2.0,2.0,2,2,0.0,left",
                  "14.3,1,1,1.0,1.0,1,1,0.0,plain"));
}

void NvtxStatsTest::losesDomainsAnnouncedOutsideTheWindow()
{
    TraceMaker maker;
    maker.add(domainRow(1, "early", kMain, 5));
    maker.add(domainRow(2, "inside", kMain, 1000));
    maker.add(inDomain(1, range("a", {900, 1000})));  // touches the start: kept whole
    maker.add(inDomain(2, range("b", {1990, 2500}))); // not clipped
    maker.add(inDomain(2, range("c", {2000, 2500}))); // begins at the end: dropped
    maker.add(openRange("before", 900));
    maker.add(openRange("open", 1500)); // to the latest kept event
    QCOMPARE(rows(maker, "nvtx_pushpop_sum", statsWindow(QStringLiteral("1000/2000"))),
             ROWS("62.1,1000,1,1000.0,1000.0,1000,1000,0.0,open",
                  "31.7,510,1,510.0,510.0,510,510,0.0,inside:b",
                  "6.2,100,1,100.0,100.0,100,100,0.0,a"));
}

void NvtxStatsTest::tracesTreesShortestFirst()
{
    TraceMaker maker;
    maker.add(range("outer", {0, 100}));
    maker.add(range("first", {0, 30}));
    maker.add(range("in", {10, 20}));
    maker.add(range("last", {60, 100}));
    maker.add(range("elsewhere", {1, 99}, kWorker));
    QCOMPARE(rows(maker, "nvtx_pushpop_trace"),
             ROWS("0,30,30,10,20,first,10,10,1,1,2,1,:1:2,--first",
                  "0,100,100,70,30,outer,10,10,0,2,1,,:1,outer",
                  "1,99,98,0,98,elsewhere,10,11,0,0,5,,:5,elsewhere",
                  "10,20,10,0,10,in,10,10,2,0,3,2,:1:2:3,----in",
                  "60,100,40,0,40,last,10,10,1,0,4,1,:1:4,--last"));
}

void NvtxStatsTest::leavesTwinsOutOfTheTrace()
{
    TraceMaker maker;
    maker.add(range("outer", {0, 100}));
    maker.add(range("twin", {10, 20}));
    maker.add(range("twin", {10, 20}));
    maker.add(range("in twins", {12, 13}));
    QCOMPARE(rows(maker, "nvtx_pushpop_trace"),
             ROWS("0,100,100,0,100,outer,10,10,0,0,1,,:1,outer"));
}

void NvtxStatsTest::breaksTiesOfTheTraceByLevel()
{
    TraceMaker maker;
    maker.add(range("deep", {10, 20}));
    maker.add(range("root", {10, 20}, kWorker));
    maker.add(range("above", {5, 30}));
    QCOMPARE(rows(maker, "nvtx_pushpop_trace"),
             ROWS("5,30,25,10,15,above,10,10,0,1,3,,:3,above",
                  "10,20,10,0,10,root,10,11,0,0,2,,:2,root",
                  "10,20,10,0,10,deep,10,10,1,0,1,3,:3:1,--deep"));
}

void NvtxStatsTest::projectsRangesOntoTheGpu()
{
    TraceMaker maker;
    maker.add(range("outer", {0, 100}));        // 1
    maker.add(range("se", {5, 50}, kMain, 60)); // 2
    maker.add(range(nullptr, {10, 40}));        // 3 no name: no row, yet a child
    maker.add(range("no work", {60, 70}));      // 4
    MadeNvtx across = range("across", {0, 100}, kMain, 60);
    across.endGlobalTid = kWorker;
    maker.add(across);                        // 5 left out
    launch(maker, "void k()", {10, 20}, 200); // in 1, 2, 3: edges count
    launch(maker, "void k()", {45, 51}, 5);   // leaves 2; a GPU clock before everything
    launch(maker, "void k()", {30, 31}, 300, kWorker);
    QCOMPARE(rows(maker, "nvtx_gpu_proj_trace"),
             ROWS("outer,5,196,0,100,PushPop,10,10,2,0,1,1,,:1",
                  "se,200,1,5,45,StartEnd,10,10,1,1,1,2,1,:1:2"));
    QCOMPARE(rows(maker, "nvtx_gpu_proj_sum"),
             ROWS("outer,PushPop,196,100,1,196.0,196.0,196,196,0.0,2,2.0,0.0,1.0",
                  "se,StartEnd,1,45,1,1.0,1.0,1,1,0.0,1,1.0,1.0,1.0"));
    // The kernel at 5 is kept, its call at 45 is not: rows are filtered on their own.
    QCOMPARE(rows(maker, "nvtx_gpu_proj_trace", statsWindow(QStringLiteral("0/9"))), ROWS());
}

void NvtxStatsTest::keepsTwinsInTheProjection()
{
    TraceMaker maker;
    maker.add(range("twin", {0, 100}));
    maker.add(range("twin", {0, 100}));
    maker.add(range("in", {5, 50}));
    launch(maker, "void k()", {10, 20}, 200);
    QCOMPARE(rows(maker, "nvtx_gpu_proj_trace"), ROWS("twin,200,1,0,100,PushPop,10,10,1,,2,1,,",
                                                      "twin,200,1,0,100,PushPop,10,10,1,,1,2,,",
                                                      "in,200,1,5,45,PushPop,10,10,1,,0,3,,"));
    QCOMPARE(rows(maker, "nvtx_gpu_proj_sum"),
             ROWS("twin,PushPop,2,200,2,1.0,1.0,1,1,0.0,2,1.0,,1.5",
                  "in,PushPop,1,45,1,1.0,1.0,1,1,0.0,1,1.0,,0.0"));
}

QTEST_APPLESS_MAIN(NvtxStatsTest)
#include "nvtx_stats_test.moc"
