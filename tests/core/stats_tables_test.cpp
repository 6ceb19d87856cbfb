// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/registry.h"
#include "core/analysis/stats/stats_format.h"
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr std::int64_t kMain = makeGlobalId(1000, 1000);
constexpr std::int64_t kWorker = makeGlobalId(1000, 1001);
constexpr std::int64_t kOther = makeGlobalId(2000, 2000);

const StatsUnits kExact{StatsTimeUnit::Nanoseconds, StatsSizeUnit::Byte, StatsSizeUnit::Byte};

QStringList rowsOf(const TraceModel& trace, const char* report, const StatsFilter& filter = {})
{
    return csvLinesOf(statsCsvOf(trace, QString::fromLatin1(report), filter, kExact)).mid(1);
}

QStringList lines(std::initializer_list<const char*> texts)
{
    QStringList out;
    for (const char* text : texts)
        out << QString::fromLatin1(text);
    return out;
}

std::string replaced(std::string text, const std::string& from, std::int64_t to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
        text.replace(at, from.size(), std::to_string(to));
    return text;
}

/// SQL with $main, $worker, $other for the threads, $p1, $p2 for the processes.
std::string withIds(std::string sql)
{
    sql = replaced(std::move(sql), "$main", kMain);
    sql = replaced(std::move(sql), "$worker", kWorker);
    sql = replaced(std::move(sql), "$other", kOther);
    sql = replaced(std::move(sql), "$p1", makeGlobalId(1000));
    return replaced(std::move(sql), "$p2", makeGlobalId(2000));
}

} // namespace

/// Reports about tables that the model does not hold.  Where no other calculation stands beside
/// them, the expected rows are what nsys 2024.2 printed for the same made-up rows.
class StatsTablesTest : public QObject
{
    Q_OBJECT

private slots:
    void sumsMpi();
    void listsMpi();
    void keepsMpiOfAWindow();
    void answersWithoutRanks();
    void joinsUnifiedMemoryByAddress();
    void totalsUnifiedMemory();
    void countsFaultsPerInstruction();
    void passesByTablesWithoutEnd();
    void countsOnlyOsCalls();
    void sumsOpenAcc();
    void sumsOpenMp();
    void sumsVideo();
    void leavesNetworksToNsys();
    void takesNumbersOnlyWhereAReportHasThem();

private:
    TracePtr open(TraceMaker& maker, const std::string& sql);
    TracePtr mpi(const char* ranks);
    TracePtr unifiedMemory();

    TraceFixture m_fixture;
};

TracePtr StatsTablesTest::open(TraceMaker& maker, const std::string& sql)
{
    maker.afterwards(withIds(sql));
    return m_fixture.open(maker);
}

TracePtr StatsTablesTest::mpi(const char* ranks)
{
    TraceMaker maker;
    // Text ids 1 to 9, in this order.
    for (const char* text : {"x", "MPI_Send", "MPI_Recv", "MPI_Isend", "AAA", "MPI_Allreduce",
                             "MPI_Bcast", "MPI_Init", "MPI_Wait"})
        maker.string(text);
    return open(maker,
                std::string("CREATE TABLE MPI_P2P_EVENTS(start INTEGER, end INTEGER, "
                            "globalTid INTEGER, textId INTEGER, tag INTEGER, remoteRank "
                            "INTEGER, size INTEGER);"
                            "INSERT INTO MPI_P2P_EVENTS VALUES"
                            "(100,150,$main,2,5,1,64),(90,140,$other,2,6,0,1000000000),"
                            "(200,NULL,$main,3,5,1,64),(300,250,$worker,4,-1,-2,0),"
                            "(300,310,$worker,NULL,NULL,NULL,NULL),"
                            "(300,310,NULL,3,NULL,NULL,NULL),(320,420,$main,5,1,1,1);"
                            "CREATE TABLE MPI_COLLECTIVES_EVENTS(start INTEGER, end INTEGER, "
                            "globalTid INTEGER, textId INTEGER, rootRank INTEGER, size "
                            "INTEGER, recvSize INTEGER);"
                            "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES"
                            "(200,260,$main,6,NULL,128,12),(300,400,$worker,7,0,128,NULL),"
                            "(300,400,$worker,5,0,128,NULL);"
                            "CREATE TABLE MPI_OTHER_EVENTS(start INTEGER, end INTEGER, "
                            "globalTid INTEGER, textId INTEGER);"
                            "INSERT INTO MPI_OTHER_EVENTS VALUES(300,400,$main,8);"
                            "CREATE TABLE MPI_START_WAIT_EVENTS(start INTEGER, end INTEGER, "
                            "globalTid INTEGER, textId INTEGER, requestHandle INTEGER);"
                            "INSERT INTO MPI_START_WAIT_EVENTS VALUES(300,400,$main,9,1);")
                    + ranks);
}

constexpr const char* kRanks = "CREATE TABLE MPI_RANKS(globalTid INTEGER, rank INTEGER);"
                               "INSERT INTO MPI_RANKS VALUES($main,7),($other,1),($main,0);";

void StatsTablesTest::sumsMpi()
{
    const TracePtr trace = mpi(kRanks);
    QVERIFY(trace);
    // Sum 630 - 50 + 2 * 10 + ... = 630; ties by kind, then by string id.
    QCOMPARE(rowsOf(*trace, "mpi_event_sum"),
             lines({"15.9,100,1,100.0,100.0,100,100,0.0,collectives,AAA",
                    "15.9,100,1,100.0,100.0,100,100,0.0,collectives,MPI_Bcast",
                    "15.9,100,1,100.0,100.0,100,100,0.0,other,MPI_Init",
                    "15.9,100,2,50.0,50.0,50,50,0.0,p2p,MPI_Send",
                    "15.9,100,1,100.0,100.0,100,100,0.0,p2p,AAA",
                    "15.9,100,1,100.0,100.0,100,100,0.0,start-wait,MPI_Wait",
                    "9.5,60,1,60.0,60.0,60,60,0.0,collectives,MPI_Allreduce",
                    "1.6,10,1,10.0,10.0,10,10,0.0,p2p,",
                    "1.6,10,2,10.0,10.0,10,10,0.0,p2p,MPI_Recv", // one without an end is counted
                    "-7.9,-50,1,-50.0,-50.0,-50,-50,0.0,p2p,MPI_Isend"}));
}

void StatsTablesTest::listsMpi()
{
    const TracePtr trace = mpi(kRanks);
    QVERIFY(trace);
    QCOMPARE(
        rowsOf(*trace, "mpi_event_trace"),
        lines({"90,140,50,MPI_Send,2000,2000,6,1,0,,1000000000,,",
               "100,150,50,MPI_Send,1000,1000,5,0,1,,64,,",
               "100,150,50,MPI_Send,1000,1000,5,7,1,,64,,", "200,,,MPI_Recv,1000,1000,5,0,1,,64,,",
               "200,,,MPI_Recv,1000,1000,5,7,1,,64,,",
               "200,260,60,MPI_Allreduce,1000,1000,,0,,,,128,12",
               "200,260,60,MPI_Allreduce,1000,1000,,7,,,,128,12",
               "300,250,-50,MPI_Isend,1000,1001,-1,,-2,,0,,", "300,310,10,,1000,1001,,,,,,,",
               "300,310,10,MPI_Recv,,,,,,,,,", "300,400,100,MPI_Wait,1000,1000,,0,,,,,",
               "300,400,100,MPI_Wait,1000,1000,,7,,,,,", "300,400,100,MPI_Init,1000,1000,,0,,,,,",
               "300,400,100,MPI_Init,1000,1000,,7,,,,,",
               "300,400,100,MPI_Bcast,1000,1001,,,,0,,128,", "300,400,100,AAA,1000,1001,,,,0,,128,",
               "320,420,100,AAA,1000,1000,1,0,1,,1,,", "320,420,100,AAA,1000,1000,1,7,1,,1,,"}));
}

void StatsTablesTest::keepsMpiOfAWindow()
{
    const TracePtr trace = mpi(kRanks);
    QVERIFY(trace);
    // The backward one ends at 250, inside; the endless one begins inside.
    const StatsFilter window = statsWindow(QStringLiteral("150/300"));
    QCOMPARE(
        rowsOf(*trace, "mpi_event_sum", window),
        lines({"100.0,60,1,60.0,60.0,60,60,0.0,collectives,MPI_Allreduce",
               "83.3,50,1,50.0,50.0,50,50,0.0,p2p,MPI_Send",
               "-83.3,-50,1,-50.0,-50.0,-50,-50,0.0,p2p,MPI_Isend", ",,1,,,,,0.0,p2p,MPI_Recv"}));
    QCOMPARE(rowsOf(*trace, "mpi_event_trace", window).size(), 7);
}

void StatsTablesTest::answersWithoutRanks()
{
    const TracePtr trace = mpi(""); // the real tool fails
    QVERIFY(trace);
    QCOMPARE(rowsOf(*trace, "mpi_event_trace").value(1),
             QStringLiteral("100,150,50,MPI_Send,1000,1000,5,,1,,64,,"));
}

TracePtr StatsTablesTest::unifiedMemory()
{
    TraceMaker maker;
    const auto copy = [&](TimeRange time, std::int64_t kind, Bytes bytes) {
        MadeMemcpy made;
        made.place.globalPid = makeGlobalId(1000);
        made.start = time.begin;
        made.end = time.end;
        made.copyKind = kind;
        made.bytes = bytes;
        maker.add(made);
    };
    copy({0, 10}, 11, 100);
    copy({10, 20}, 12, 100);
    copy({0, 10}, 11, 50);
    copy({10, 20}, 12, 150);
    copy({5, 5}, 11, 7);
    copy({6, 6}, 12, 7);
    copy({7, 8}, 11, 99);
    copy({7, 8}, 1, 98); // no migration
    copy({0, 2'000'000'000}, 11, 98);
    copy({700, 1300}, 11, 98);
    for (const char* text : {"zz", "f1", "aa", "bb", "q"})
        maker.string(text); // ids 1 to 5
    return open(maker,
                "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET virtualAddress = CASE rowid "
                "WHEN 1 THEN 53248 WHEN 2 THEN 49152 WHEN 3 THEN 2560 WHEN 4 THEN 2560 "
                "WHEN 5 THEN 2816 WHEN 6 THEN 768 WHEN 8 THEN 65520 WHEN 9 THEN 1911 "
                "WHEN 10 THEN 30577 END;"
                "CREATE TABLE CUDA_UM_CPU_PAGE_FAULT_EVENTS(start INTEGER, globalPid INTEGER, "
                "address INTEGER, CpuInstruction INTEGER);"
                "INSERT INTO CUDA_UM_CPU_PAGE_FAULT_EVENTS VALUES(0,$p1,20480,1),(1,$p1,4096,2),"
                "(2,$p1,12288,3),(3,$p1,12288,4),(4,$p1,36864,1),(5,$p1,45056,2),(6,$p2,8704,5);"
                "CREATE TABLE CUDA_UM_GPU_PAGE_FAULT_EVENTS(start INTEGER, end INTEGER, globalPid "
                "INTEGER, address INTEGER, numberOfPageFaults INTEGER);"
                "INSERT INTO CUDA_UM_GPU_PAGE_FAULT_EVENTS VALUES(600,610,$p1,32768,1),"
                "(601,611,$p1,8192,2),(602,612,$p1,24576,3),(603,613,$p1,45056,4),"
                "(604,614,$p1,49152,9);");
}

void StatsTablesTest::joinsUnifiedMemoryByAddress()
{
    const TracePtr trace = unifiedMemory();
    QVERIFY(trace);
    // Throughput (bytes both ways) * (10^9 / total duration); equal and absent ones in the order
    // CPU faults, GPU faults, copies, each by address.
    const QStringList all = lines(
        {",99,,,,99000000000", "0xC000,,100,,9,10000000000", "0xA00,50,150,,,10000000000",
         "0xD000,100,,,,10000000000", "0x7771,98,,,,163333268", "0x777,98,,,,0", "0x1000,,,1,,",
         "0x2200,,,1,,", "0x3000,,,2,,", "0x5000,,,1,,", "0x9000,,,1,,", "0xB000,,,1,4,",
         "0x2000,,,,2,", "0x6000,,,,3,", "0x8000,,,,1,", "0x300,,7,,,", "0xB00,7,,,,"});
    QCOMPARE(rowsOf(*trace, "um_sum:rows=-1"), all);
    QCOMPARE(rowsOf(*trace, "um_sum"), all.mid(0, 10));
    QCOMPARE(rowsOf(*trace, "um_sum:rows=3"), all.mid(0, 3));
    QCOMPARE(rowsOf(*trace, "um_sum:rows=0"), QStringList());
    QCOMPARE(csvLinesOf(statsCsvOf(*trace, QStringLiteral("um_sum"), {})).value(2),
             QStringLiteral("0xC000,,0.000,,9,10000.000"));
    // In a window faults of the CPU stay, whatever their time.
    QCOMPARE(rowsOf(*trace, "um_sum:rows=100", statsWindow(QStringLiteral("612/800"))),
             lines({"0x7771,98,,,,163333268", "0x777,98,,,,0", "0x1000,,,1,,", "0x2200,,,1,,",
                    "0x3000,,,2,,", "0x5000,,,1,,", "0x9000,,,1,,", "0xB000,,,1,4,", "0x6000,,,,3,",
                    "0xC000,,,,9,"}));
}

void StatsTablesTest::totalsUnifiedMemory()
{
    const TracePtr trace = unifiedMemory();
    QVERIFY(trace);
    QCOMPARE(rowsOf(*trace, "um_total_sum"), lines({"452,257,7,19,0x300,0xD000"}));
    // No copy to the host inside: neither its bytes nor any address.
    QCOMPARE(rowsOf(*trace, "um_total_sum", statsWindow(QStringLiteral("612/800"))),
             lines({"196,,7,16,,"}));
}

void StatsTablesTest::countsFaultsPerInstruction()
{
    const TracePtr trace = unifiedMemory();
    QVERIFY(trace);
    const QStringList all = lines({"2,zz", "2,f1", "1,aa", "1,bb", "1,q"});
    QCOMPARE(rowsOf(*trace, "um_cpu_page_faults_sum"), all);
    QCOMPARE(rowsOf(*trace, "um_cpu_page_faults_sum", statsWindow(QStringLiteral("612/800"))), all);
}

void StatsTablesTest::passesByTablesWithoutEnd()
{
    TraceMaker maker;
    const std::int64_t main = maker.thread(maker.process(1000, "p"), 1000, "main");
    maker.range(main, "r", {0, 10});
    MadeMemcpy copy;
    copy.end = 1;
    maker.add(copy);
    const std::string text = std::to_string(maker.string("here"));
    const TracePtr trace =
        open(maker, "CREATE TABLE CUDA_UM_CPU_PAGE_FAULT_EVENTS(start INTEGER, globalPid INTEGER, "
                    "address INTEGER, CpuInstruction INTEGER);"
                    "INSERT INTO CUDA_UM_CPU_PAGE_FAULT_EVENTS VALUES(0,$p1,16,"
                        + text + "),(99,$p1,16," + text + "),(5,$p2,16," + text
                        + "),(5,NULL,32,NULL);"
                          "CREATE TABLE CUDA_UM_GPU_PAGE_FAULT_EVENTS(start INTEGER, end INTEGER, "
                          "globalPid INTEGER, address INTEGER, numberOfPageFaults INTEGER);"
                          "INSERT INTO CUDA_UM_GPU_PAGE_FAULT_EVENTS VALUES(5,6,$p1,16,1),"
                          "(5,6,$p2,16,10),(50,60,$p1,16,100);");
    QVERIFY(trace);
    const Result<StatsFilter> filter = nvtxStatsFilter(*trace, "r");
    QVERIFY(filter);
    // Faults of the CPU stay, of any time and process; those of the GPU are of the range's.
    QCOMPARE(rowsOf(*trace, "um_cpu_page_faults_sum", filter.value()), lines({"3,here", "1,"}));
    QCOMPARE(rowsOf(*trace, "um_sum", filter.value()), lines({"0x10,,,3,1,", "0x20,,,1,,"}));
    QCOMPARE(rowsOf(*trace, "um_sum"), lines({"0x10,,,3,111,", "0x20,,,1,,"}));
}

void StatsTablesTest::countsOnlyOsCalls()
{
    TraceMaker maker;
    maker.string("b"); // the lower id
    for (const char* name : {"a", "b", "mark", "c_v2000"})
        maker.osCall(kMain, name, {0, 10});
    maker.osCall(kMain, "dangling", {0, 10});
    const TracePtr trace = open(maker, "UPDATE OSRT_API SET eventClass = 31 WHERE rowid = 3;"
                                       "UPDATE OSRT_API SET nameId = 777 WHERE rowid = 5;");
    QVERIFY(trace);
    QCOMPARE(rowsOf(*trace, "osrt_sum"),
             lines({"25.0,10,1,10.0,10.0,10,10,0.0,b", "25.0,10,1,10.0,10.0,10,10,0.0,a",
                    "25.0,10,1,10.0,10.0,10,10,0.0,c_v2000", // not stripped
                    "25.0,10,1,10.0,10.0,10,10,0.0,"}));
}

void StatsTablesTest::sumsOpenAcc()
{
    TraceMaker maker;
    for (const char* text : {"aa", "bb", "f.c", "g.c"})
        maker.string(text);  // ids 1 to 4
    maker.freshString("bb"); // 5: another id of the same text, one row
    const std::string columns = "(start INTEGER, end INTEGER, nameId INTEGER, globalTid INTEGER, "
                                "lineNo INTEGER, srcFile INTEGER);";
    const TracePtr trace =
        open(maker, "CREATE TABLE CUPTI_ACTIVITY_KIND_OPENACC_DATA" + columns
                        + "INSERT INTO CUPTI_ACTIVITY_KIND_OPENACC_DATA VALUES"
                          "(0,100,1,$main,5,3),(0,101,2,$worker,55,4),(0,3,444,$worker,1,NULL);"
                          "CREATE TABLE CUPTI_ACTIVITY_KIND_OPENACC_OTHER"
                        + columns
                        + "INSERT INTO CUPTI_ACTIVITY_KIND_OPENACC_OTHER VALUES"
                          "(1,102,5,$worker,55,4),(1,4,2,$worker,1,NULL),(1,2,2,$worker,1,888);");
    QVERIFY(trace);
    QCOMPARE(rowsOf(*trace, "openacc_sum"),
             lines({"65.4,202,2,101.0,101.0,101,101,0.0,bb@g.c:55",
                    "32.4,100,1,100.0,100.0,100,100,0.0,aa@f.c:5",
                    "1.3,4,2,2.0,2.0,1,3,1.4,", // without a name, and in a file without one
                    "1.0,3,1,3.0,3.0,3,3,0.0,bb"}));
}

void StatsTablesTest::sumsOpenMp()
{
    TraceMaker maker;
    for (const char* text : {"b", "a"})
        maker.string(text);
    const std::string columns = "(start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER);";
    const TracePtr trace = open(
        maker, "CREATE TABLE OPENMP_EVENT_KIND_TASK" + columns
                   + "INSERT INTO OPENMP_EVENT_KIND_TASK VALUES(0,10,$main,2),(0,10,$main,1);"
                     "CREATE TABLE OPENMP_EVENT_KIND_PARALLEL"
                   + columns
                   + "INSERT INTO OPENMP_EVENT_KIND_PARALLEL VALUES(0,10,$main,2),(0,30,$main,1),"
                     "(0,10,$main,1);");
    QVERIFY(trace);
    // A name of two kinds is two rows; ties by kind, then id.
    QCOMPARE(rowsOf(*trace, "openmp_sum"),
             lines({"57.1,40,2,20.0,20.0,10,30,14.1,b", "14.3,10,1,10.0,10.0,10,10,0.0,a",
                    "14.3,10,1,10.0,10.0,10,10,0.0,b", "14.3,10,1,10.0,10.0,10,10,0.0,a"}));
}

void StatsTablesTest::sumsVideo()
{
    TraceMaker maker;
    for (const char* text : {"cuvidX_v2000", "same"})
        maker.string(text);
    const std::string columns = "(start INTEGER, end INTEGER, globalTid INTEGER, nameId INTEGER);";
    const TracePtr trace =
        open(maker, "CREATE TABLE NVVIDEO_DECODER_API" + columns
                        + "INSERT INTO NVVIDEO_DECODER_API VALUES(0,10,$main,2),(0,30,$main,1);"
                          "CREATE TABLE NVVIDEO_ENCODER_API"
                        + columns + "INSERT INTO NVVIDEO_ENCODER_API VALUES(0,10,$main,2);");
    QVERIFY(trace);
    QCOMPARE(rowsOf(*trace, "nvvideo_api_sum"),
             lines({"60.0,30,1,30.0,30.0,30,30,0.0,Decoder,cuvidX",
                    "20.0,10,1,10.0,10.0,10,10,0.0,Encoder,same",
                    "20.0,10,1,10.0,10.0,10,10,0.0,Decoder,same"}));
}

void StatsTablesTest::leavesNetworksToNsys()
{
    TraceMaker maker;
    const TracePtr trace = open(maker, "CREATE TABLE NET_NIC_METRIC(start INTEGER);");
    QVERIFY(trace);
    const StatsRequest request = parseStatsRequest("network_congestion").value();
    const Result<StatsTable> table = makeStats(*trace, request, {}, {});
    QVERIFY(!table && table.error().code == Errc::MissingTable);
    QVERIFY(table.error().message.find("nsys stats makes it") != std::string::npos);
}

void StatsTablesTest::takesNumbersOnlyWhereAReportHasThem()
{
    const Result<StatsRequest> request = parseStatsRequest("um_sum:rows=-1");
    QVERIFY(request);
    QCOMPARE(request.value().number("rows", 10), -1);
    QCOMPARE(request.value().number("gap", 3), 3);
    for (const char* wrong :
         {"um_sum:rows", "um_sum:rows=", "um_sum:rows=x", "um_sum:rows=1x", "um_sum:gap=1",
          "osrt_sum:rows=1", "um_sum:rows=99999999999999999999"})
        QVERIFY2(!parseStatsRequest(wrong), wrong);
}

QTEST_APPLESS_MAIN(StatsTablesTest)
#include "stats_tables_test.moc"
