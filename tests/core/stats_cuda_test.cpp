// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/stats/registry.h"
#include "core/analysis/stats/stats_format.h"
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

const StatsUnits kExact{StatsTimeUnit::Nanoseconds, StatsSizeUnit::Byte, StatsSizeUnit::Byte};

/// The rows, titles left out, with every byte.
QStringList rowsOf(const TraceModel& trace, const char* report, const StatsFilter& filter = {})
{
    return csvLinesOf(statsCsvOf(trace, QString::fromLatin1(report), filter, kExact)).mid(1);
}

QStringList cells(const QStringList& rows, int first, int last = -1)
{
    QStringList out;
    for (const QString& row : rows)
        out << row.section(QLatin1Char(','), first, last < 0 ? first : last);
    return out;
}

MadeMemcpy copyOf(TimeRange time, Bytes bytes, std::int64_t kind = 1)
{
    MadeMemcpy copy;
    copy.place.globalPid = makeGlobalId(10);
    copy.start = time.begin;
    copy.end = time.end;
    copy.bytes = bytes;
    copy.copyKind = kind;
    copy.srcKind = 0;
    copy.dstKind = 2;
    return copy;
}

} // namespace

/// What the real tool's reports about CUDA do that one would not expect: nsys.md 2 and 7, and rows
/// that a real nsys 2024.2 printed for events like these.
class StatsCudaTest : public QObject
{
    Q_OBJECT

private slots:
    void dividesSecondsBeforeItMultipliesBytes();
    void listsCopiesOfUnknownKinds();
    void ordersEqualStartsByKindAndFile();
    void namesDevicesOncePerMachine();
    void hidesGreenContextZero();
    void roundsNoBytes();
    void splitsKernelsByShape();
    void mergesNamesInOneList();
    void pairsKernelsWithEveryCall();
    void countsQueueOnlyAfterTheCall();
    void filtersBothSidesOfALaunch();
    void listsCallsOncePerNameOfTheirThread();
    void makesRowsOnDemand();

private:
    TracePtr launches();

    TraceFixture m_fixture;
};

void StatsCudaTest::dividesSecondsBeforeItMultipliesBytes()
{
    // bytes * (10^9 / duration), whole numbers.
    TraceMaker maker;
    maker.add(copyOf({0, 1'000'000'001}, 500));       // beyond a second: 0
    maker.add(copyOf({1, 1 + 500'000'001}, 500));     // 0.5 to 1 s: the bytes
    maker.add(copyOf({2, 9}, 1000));                  // 7 ns: 142857142 a byte
    maker.add(copyOf({3, 3}, 77));                    // no duration: none
    maker.add(copyOf({4, 5}, std::int64_t{1} << 40)); // beyond int64: SQLite's double
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    QCOMPARE(cells(rowsOf(*trace, "cuda_gpu_trace"), 12, 13),
             (QStringList{QStringLiteral("500,0"), QStringLiteral("500,500"),
                          QStringLiteral("1000,142857142000"), QStringLiteral("77,"),
                          QStringLiteral("1099511627776,1.099511627776e+21")}));
}

void StatsCudaTest::listsCopiesOfUnknownKinds()
{
    TraceMaker maker;
    MadeMemcpy copy = copyOf({0, 10}, 5, 99);
    copy.srcKind = 9;
    copy.dstKind = {};
    maker.add(copy);
    MadeMemset set;
    set.start = 20;
    set.end = 30;
    set.bytes = 2;
    set.memoryKind = 1;
    maker.add(set);
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    const QStringList rows = rowsOf(*trace, "cuda_gpu_trace");
    // No name without a label, and the memory kind of a memset stands under the source.
    QCOMPARE(cells(rows, 14, 15), (QStringList{QStringLiteral(","), QStringLiteral("Pinned,")}));
    QCOMPARE(cells(rows, 20), (QStringList{QString(), QStringLiteral("[CUDA memset]")}));
    QCOMPARE(cells(rowsOf(*trace, "cuda_gpu_mem_size_sum"), 7),
             QStringList{QStringLiteral("[CUDA memset]")});
}

void StatsCudaTest::ordersEqualStartsByKindAndFile()
{
    TraceMaker maker;
    MadeMemset set;
    set.start = 100;
    set.end = 101;
    maker.add(set);
    maker.add(copyOf({100, 130}, 1, 2));
    maker.add(copyOf({100, 120}, 1, 8));
    MadeKernel kernel;
    kernel.start = 100;
    kernel.end = 140;
    for (const char* name : {"z()", "a()"}) {
        kernel.name = maker.kernelName(name);
        maker.add(kernel);
    }
    kernel.start = 90;
    kernel.name = maker.kernelName("first()");
    maker.add(kernel);
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    QCOMPARE(cells(rowsOf(*trace, "cuda_gpu_trace"), 20),
             (QStringList{QStringLiteral("first()"), QStringLiteral("z()"), QStringLiteral("a()"),
                          QStringLiteral("[CUDA memcpy Device-to-Host]"),
                          QStringLiteral("[CUDA memcpy Device-to-Device]"),
                          QStringLiteral("[CUDA memset]")}));
}

void StatsCudaTest::namesDevicesOncePerMachine()
{
    TraceMaker maker;
    maker.add(copyOf({0, 10}, 1));
    MadeMemcpy other = copyOf({20, 30}, 1);
    other.place.device = 1;
    maker.add(other);
    maker.afterwards(
        "CREATE TABLE IF NOT EXISTS TARGET_INFO_GPU(vmId INTEGER, id INTEGER, name TEXT);"
        "INSERT INTO TARGET_INFO_GPU(vmId,id,name) VALUES(1,0,'Two'),(2,0,'One');");
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    QCOMPARE(cells(rowsOf(*trace, "cuda_gpu_trace"), 16),
             (QStringList{QStringLiteral("One (0)"), QStringLiteral("Two (0)"),
                          QStringLiteral(" (1)")}));
}

void StatsCudaTest::hidesGreenContextZero()
{
    TraceMaker maker;
    for (Ns start = 0; start < 30; start += 10)
        maker.add(copyOf({start, start + 5}, 1));
    maker.afterwards(
        "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET greenContextId = 0;"
        "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET greenContextId = 3 WHERE start = 10;"
        "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET greenContextId = NULL WHERE start = 20;");
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    QCOMPARE(
        cells(rowsOf(*trace, "cuda_gpu_trace"), 17, 19),
        (QStringList{QStringLiteral("1,,7"), QStringLiteral("1,3,7"), QStringLiteral("1,,7")}));
}

void StatsCudaTest::roundsNoBytes()
{
    TraceMaker maker;
    for (const Bytes bytes : {100, 1000, 1073741824})
        maker.add(copyOf({0, 1}, bytes, 2));
    for (const Bytes bytes : {1, 2}) // the mean of two is a double
        maker.add(copyOf({0, 1}, bytes, 8));
    for (const Bytes bytes : {7, 7}) // two equal ones in the middle are whole
        maker.add(copyOf({0, 1}, bytes, 10));
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    // nsys printed the first row: deviation sqrt(((100-m)^2 + (1000-m)^2 + (2^30-m)^2) / 2).
    QCOMPARE(rowsOf(*trace, "cuda_gpu_mem_size_sum"),
             (QStringList{QStringLiteral("1073742924,3,357914308.0,1000,100,1073741824,"
                                         "619924813.584075,[CUDA memcpy Device-to-Host]"),
                          QStringLiteral("14,2,7.0,7,7,7,0.0,[CUDA memcpy Peer-to-Peer]"),
                          QStringLiteral("3,2,1.5,1.5,1,2,0.7071067811865476,"
                                         "[CUDA memcpy Device-to-Device]")}));
    QCOMPARE(csvLinesOf(statsCsvOf(*trace, QStringLiteral("cuda_gpu_mem_size_sum"), {})).value(1),
             QStringLiteral("1073.743,3,357.914,0.001,0.000,1073.742,619.925,"
                            "[CUDA memcpy Device-to-Host]"));
}

void StatsCudaTest::splitsKernelsByShape()
{
    TraceMaker maker;
    MadeKernel kernel;
    const auto add = [&](const char* name, std::int32_t gridX, Ns length) {
        kernel.start += 100;
        kernel.end = kernel.start + length;
        kernel.name = maker.kernelName(name);
        kernel.shape.grid[0] = gridX;
        maker.add(kernel);
    };
    add("f()", 8, 20);
    add("f()", 1, 20);
    add("f()", 12345, 30);
    add("f()", 8, 10);
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    // Total descending, then fewer instances first, then the smaller grid.
    QCOMPARE(cells(rowsOf(*trace, "cuda_gpu_kern_gb_sum"), 1, 2)
                 + cells(rowsOf(*trace, "cuda_gpu_kern_gb_sum"), 8, 10),
             (QStringList{QStringLiteral("30,1"), QStringLiteral("30,2"), QStringLiteral("20,1"),
                          QStringLiteral("12345    1    1,  32    1    1,f()"),
                          QStringLiteral("   8    1    1,  32    1    1,f()"),
                          QStringLiteral("   1    1    1,  32    1    1,f()")}));
}

void StatsCudaTest::mergesNamesInOneList()
{
    // What nsys 2024.2 printed for these events: a group takes the category of its longest event.
    TraceMaker maker;
    const std::int64_t thread = maker.thread(maker.process(10, "p"), 10, "main");
    maker.call(thread, "same_v2000", {0, 10});
    maker.call(thread, "same", {0, 30}); // strips to the same: one row
    maker.call(thread, "s2", {0, 10});
    maker.call(thread, "[CUDA memset]", {0, 5});
    MadeKernel kernel;
    for (const auto& [name, length] :
         {std::pair{"same", Ns{20}}, std::pair{"same", Ns{2}}, std::pair{"s2", Ns{20}}}) {
        kernel.end = length;
        kernel.name = maker.kernelName(name, name);
        maker.add(kernel);
    }
    MadeMemset set;
    set.end = 1;
    maker.add(set);
    maker.add(set);
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    QCOMPARE(rowsOf(*trace, "cuda_api_gpu_sum"),
             (QStringList{QStringLiteral("62.6,62,4,15.5,15.0,2,30,12.2,CUDA_API,same"),
                          QStringLiteral("30.3,30,2,15.0,15.0,10,20,7.1,CUDA_KERNEL,s2"),
                          QStringLiteral("7.1,7,3,2.3,1.0,1,5,2.3,CUDA_API,[CUDA memset]")}));
    QCOMPARE(rowsOf(*trace, "cuda_gpu_sum"),
             (QStringList{QStringLiteral("50.0,22,2,11.0,11.0,2,20,12.7,CUDA_KERNEL,same"),
                          QStringLiteral("45.5,20,1,20.0,20.0,20,20,0.0,CUDA_KERNEL,s2"),
                          QStringLiteral("4.5,2,2,1.0,1.0,1,1,0.0,MEMORY_OPER,[CUDA memset]")}));
}

/// Two calls of one id, two kernels of one call, a kernel without a call, one of another process.
TracePtr StatsCudaTest::launches()
{
    TraceMaker maker;
    const std::int64_t pid = maker.process(10, "p");
    const std::int64_t main = maker.thread(pid, 10, "main");
    const std::int64_t worker = maker.thread(pid, 11, "worker");
    maker.call(worker, "A_v7000", {10, 20}, 1);
    maker.call(main, "B_v7000", {10, 20}, 2);
    maker.call(main, "C_v7000", {10, 21}, 1);
    maker.call(main, "D", {5, 6}, 3);
    maker.call(maker.thread(maker.process(20, "q"), 20, "other"), "E", {7, 8}, 3);
    MadeKernel kernel;
    kernel.place.globalPid = pid;
    const auto add = [&](const char* name, TimeRange time, std::optional<std::int64_t> id) {
        kernel.start = time.begin;
        kernel.end = time.end;
        kernel.correlation = id;
        kernel.name = maker.kernelName(name, name);
        maker.add(kernel);
    };
    add("k2", {100, 110}, 2);
    add("k1", {15, 110}, 1);
    add("k3", {6, 26}, 3);
    add("k0", {100, 110}, 2);
    add("orphan", {100, 110}, 77);
    add("null", {100, 110}, {});
    return m_fixture.open(maker);
}

void StatsCudaTest::pairsKernelsWithEveryCall()
{
    const TracePtr trace = launches();
    QVERIFY(trace);
    const QStringList rows = rowsOf(*trace, "cuda_kern_exec_trace");
    // By the start of the call, equal ones in the order of the kernels in the file; k1 twice.
    QCOMPARE(cells(rows, 13),
             (QStringList{QStringLiteral("k3"), QStringLiteral("k2"), QStringLiteral("k1"),
                          QStringLiteral("k1"), QStringLiteral("k0")}));
    QCOMPARE(cells(rows, 7, 10),
             (QStringList{QStringLiteral("10,10,0,D"), QStringLiteral("10,10,0,B"),
                          QStringLiteral("10,11,0,A"), QStringLiteral("10,10,0,C"),
                          QStringLiteral("10,10,0,B")}));
}

void StatsCudaTest::countsQueueOnlyAfterTheCall()
{
    const TracePtr trace = launches();
    QVERIFY(trace);
    const QStringList rows = rowsOf(*trace, "cuda_kern_exec_trace");
    // Start, API, queue start, queue, kernel start, kernel, total = max(ends) - start of the call.
    QCOMPARE(
        cells(rows, 0, 6),
        (QStringList{QStringLiteral("5,1,6,0,6,20,21"), QStringLiteral("10,10,20,80,100,10,100"),
                     QStringLiteral("10,10,,,15,95,100"), QStringLiteral("10,11,,,15,95,100"),
                     QStringLiteral("10,10,20,80,100,10,100")}));
    // Four groups of mean total 100: by thread, then call, then kernel.
    QCOMPARE(rowsOf(*trace, "cuda_kern_exec_sum"),
             (QStringList{
                 QStringLiteral("10,10,0,1,1,100.0,100.0,100,100,0.0,10.0,10.0,10,10,0.0,80.0,80.0,"
                                "80,80,0.0,10.0,10.0,10,10,0.0,B,k0"),
                 QStringLiteral("10,10,0,1,1,100.0,100.0,100,100,0.0,10.0,10.0,10,10,0.0,80.0,80.0,"
                                "80,80,0.0,10.0,10.0,10,10,0.0,B,k2"),
                 QStringLiteral("10,10,0,1,0,100.0,100.0,100,100,0.0,11.0,11.0,11,11,0.0,,,,,0.0,"
                                "95.0,95.0,95,95,0.0,C,k1"),
                 QStringLiteral("10,11,0,1,0,100.0,100.0,100,100,0.0,10.0,10.0,10,10,0.0,,,,,0.0,"
                                "95.0,95.0,95,95,0.0,A,k1"),
                 QStringLiteral("10,10,0,1,1,21.0,21.0,21,21,0.0,1.0,1.0,1,1,0.0,0.0,0.0,0,0,0.0,"
                                "20.0,20.0,20,20,0.0,D,k3")}));
}

void StatsCudaTest::filtersBothSidesOfALaunch()
{
    const TracePtr trace = launches();
    QVERIFY(trace);
    // [90, 200): no call is kept, so no launch is, while the kernels are there.
    const StatsFilter late = statsWindow(QStringLiteral("90/200"));
    QCOMPARE(rowsOf(*trace, "cuda_kern_exec_trace", late), QStringList());
    QVERIFY(rowsOf(*trace, "cuda_gpu_trace", late).size() == 5);
    // [0, 16): D with k3, and the calls A and C with k1; k2 and k0 begin too late.
    QCOMPARE(cells(rowsOf(*trace, "cuda_kern_exec_trace", statsWindow(QStringLiteral("0/16"))), 13),
             (QStringList{QStringLiteral("k3"), QStringLiteral("k1"), QStringLiteral("k1")}));
}

void StatsCudaTest::listsCallsOncePerNameOfTheirThread()
{
    TraceMaker maker;
    const std::int64_t pid = maker.process(10, "p");
    const std::int64_t main = maker.thread(pid, 10, "tb");
    MadeCall call;
    call.start = 10;
    call.end = 30;
    call.globalTid = main;
    call.correlation = 4;
    call.nameId = maker.string("cudaX_v2000");
    call.returnValue = -5;
    maker.add(call);
    call = {};
    call.start = 5;
    call.end = 6;
    call.globalTid = makeGlobalId(10, 11);
    call.nameId = 999; // not in the file
    maker.add(call);
    call.globalTid = {};
    maker.add(call);
    const std::string second = std::to_string(maker.string("ta"));
    maker.afterwards("UPDATE ThreadNames SET priority = 10;"
                     "INSERT INTO ThreadNames(nameId,priority,globalTid) VALUES("
                     + second + ",5," + std::to_string(main) + ");");
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    QCOMPARE(rowsOf(*trace, "cuda_api_trace"),
             (QStringList{QStringLiteral("5,1,,0,,10,11,,"), QStringLiteral("5,1,,0,,,,,"),
                          QStringLiteral("10,20,cudaX,-5,4,10,10,10,tb"),
                          QStringLiteral("10,20,cudaX,-5,4,10,10,5,ta")}));
}

void StatsCudaTest::makesRowsOnDemand()
{
    const TracePtr trace = launches();
    QVERIFY(trace);
    const StatsRequest request = parseStatsRequest("cuda_gpu_trace").value();
    const Result<StatsTable> table = makeStats(*trace, request, {}, {});
    QVERIFY(table);
    QVERIFY(table.value().rows.empty());
    QCOMPARE(table.value().size(), std::size_t{6});
    const StatsRow row = table.value().row(1);
    QCOMPARE(row.size(), table.value().columns.size());
    QVERIFY(row[0] == StatsCell(Ns{15}));
    std::stop_source stop;
    stop.request_stop();
    for (const QString& name :
         {QStringLiteral("cuda_gpu_trace"), QStringLiteral("cuda_api_trace"),
          QStringLiteral("cuda_kern_exec_trace"), QStringLiteral("cuda_kern_exec_sum"),
          QStringLiteral("cuda_gpu_kern_gb_sum"), QStringLiteral("cuda_api_gpu_sum")}) {
        const StatsRequest asked = parseStatsRequest(name.toStdString()).value();
        QVERIFY(makeStats(*trace, asked, {}, stop.get_token()).error().code == Errc::Cancelled);
    }
}

QTEST_APPLESS_MAIN(StatsCudaTest)
#include "stats_cuda_test.moc"
