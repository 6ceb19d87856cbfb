// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr std::int64_t kPid = 10;
const std::int64_t kMain = makeGlobalId(kPid, 10);

MadePlace place(std::int64_t pid = kPid, std::int64_t device = 0, std::int64_t context = 1)
{
    return {makeGlobalId(pid), device, context, 7};
}

void kernel(TraceMaker& maker, TimeRange time, const MadePlace& at = place())
{
    MadeKernel row;
    row.start = time.begin;
    row.end = time.end;
    row.place = at;
    row.name = maker.kernelName("void k()");
    maker.add(row);
}

void overhead(TraceMaker& maker, TimeRange time, const char* name = "CUDA profiling overhead",
              std::int64_t pid = kPid)
{
    MadeOverhead row;
    row.start = time.begin;
    row.end = time.end;
    row.globalTid = makeGlobalId(pid, 99);
    row.nameId = maker.string(name);
    maker.add(row);
}

MadeMemcpy copy(TimeRange time, std::int64_t correlation)
{
    MadeMemcpy row;
    row.start = time.begin;
    row.end = time.end;
    row.place = place();
    row.correlation = correlation;
    row.bytes = 1'000'000;
    row.srcKind = 0;
    row.dstKind = 2;
    return row;
}

} // namespace

/// The rules of `nsys analyze` on traces small enough to work out by hand.
class StatsRulesTest : public QObject
{
    Q_OBJECT

private slots:
    void readsOptions();
    void listsGapsLongerThanAsked();
    void splitsGapsByWhatCounts();
    void namesTheContextThatEndedLast();
    void addsUpOverlappingWork();
    void cutsRunsBeforeSorting();
    void findsPageableAsyncCopies();
    void leavesOutCopiesThatMayBlock();
    void findsBlockingMemsets();
    void matchesCopiesByIdAlone();
    void listsWaits();
    void restrictsToTimesAndRanges();
    void knowsTheRuleOfWindows();

private:
    QStringList rows(const TraceMaker& maker, const char* rule, const StatsFilter& filter = {})
    {
        const TracePtr trace = m_fixture.open(maker);
        if (!trace)
            return {};
        const QString csv = statsCsvOf(*trace, QString::fromLatin1(rule), filter);
        return csv.isEmpty() || csv.contains(QLatin1Char('\n')) ? csvLinesOf(csv).mid(1)
                                                                : QStringList{csv};
    }

    TraceFixture m_fixture;
};

#define ROWS(...) (QStringList{__VA_ARGS__})

void StatsRulesTest::readsOptions()
{
    for (const char* good :
         {"gpu_gaps", "gpu_gaps:gap=0:rows=-1", "gpu_gaps:rows=1:rows=2",
          "gpu_time_util:threshold=80:chunks=7", "cuda_api_sync:process=1:thread=2",
          "gpu_gaps:nvtx=step@Dom/3", "cuda_memcpy_sync:start=5:end=6"})
        QVERIFY2(parseStatsRequest(good), good);
    for (const char* bad :
         {"gpu_gaps:base", "gpu_gaps:", "gpu_gaps:gap", "gpu_gaps:gap=", "gpu_gaps:gap=1.5",
          "gpu_gaps:chunks=3", "cuda_memcpy_sync:gap=1", "gpu_gaps:nvtx=",
          "gpu_gaps:gap=99999999999999999999", "cuda_gpu_kern_sum:rows=5", "gpu_gap"}) {
        const Result<StatsRequest> request = parseStatsRequest(bad);
        QVERIFY2(!request, bad);
        QVERIFY(request.error().code == Errc::BadArgument);
    }
    TraceMaker maker;
    kernel(maker, {1, 2});
    const TracePtr trace = m_fixture.open(maker);
    QVERIFY(trace);
    for (const char* bad :
         {"gpu_time_util:chunks=1001", "gpu_time_util:chunks=-1", "gpu_gaps:start=6:end=5"}) {
        const Result<StatsTable> table = makeStats(*trace, parseStatsRequest(bad).value(), {}, {});
        QVERIFY2(!table && table.error().code == Errc::BadArgument, bad);
    }
    const auto missing = makeStats(*trace, parseStatsRequest("gpu_gaps:nvtx=no").value(), {}, {});
    QVERIFY(!missing && missing.error().code == Errc::NotFound);
}

void StatsRulesTest::listsGapsLongerThanAsked()
{
    constexpr Ns ms = 1'000'000;
    TraceMaker maker;
    kernel(maker, {0, 5 * ms}); // starts at 0: no operation
    kernel(maker, {10 * ms, 20 * ms});
    kernel(maker, {22 * ms, 23 * ms});            // 2 ms, not longer than 2 ms
    kernel(maker, {25 * ms + 1, 30 * ms});        // 2 ms and 1 ns
    kernel(maker, {33 * ms, 34 * ms});            // 3 ms
    kernel(maker, {21 * ms, 22 * ms}, place(20)); // another process fills no gap
    QCOMPARE(rows(maker, "gpu_gaps:gap=2"),
             ROWS("1,3000000,30000000,10,0,1", "2,2000001,23000000,10,0,1"));
    QCOMPARE(rows(maker, "gpu_gaps:gap=1:rows=1"), ROWS("1,3000000,30000000,10,0,1"));
    QCOMPARE(rows(maker, "gpu_gaps:gap=0:rows=0"), ROWS());
    QCOMPARE(rows(maker, "gpu_gaps"), ROWS());
    QCOMPARE(rows(maker, "gpu_gaps:gap=9223372036854775807"), ROWS());
    // Only what touches the window counts, whole: 10-20, 22-23, 25-30.
    QCOMPARE(rows(maker, "gpu_gaps:gap=0", statsWindow(QStringLiteral("15000000/29000000"))),
             ROWS("1,2000001,23000000,10,0,1", "2,2000000,20000000,10,0,1"));
}

void StatsRulesTest::splitsGapsByWhatCounts()
{
    TraceMaker maker;
    kernel(maker, {10, 20});
    kernel(maker, {12, 15}); // inside
    kernel(maker, {40, 40}); // no length, and splits
    kernel(maker, {100, 110});
    overhead(maker, {50, 60});
    overhead(maker, {70, 80}, "CUDA profiling data flush overhead");
    overhead(maker, {82, 84}, "Something else");
    overhead(maker, {86, 88}, "CUDA profiling stop overhead", 20); // another process
    overhead(maker, {5, 12});                                      // not strictly inside
    QCOMPARE(rows(maker, "gpu_gaps:gap=0"),
             ROWS("1,20,20,10,0,1", "2,20,80,10,0,1", "3,10,40,10,0,1", "4,10,60,10,0,1"));
}

void StatsRulesTest::namesTheContextThatEndedLast()
{
    TraceMaker maker;
    kernel(maker, {10, 20}, place(kPid, 0, 5));
    kernel(maker, {12, 20}, place(kPid, 0, 4)); // of those that end together the last row
    kernel(maker, {11, 19}, place(kPid, 0, 6));
    kernel(maker, {30, 31}, place(kPid, 0, 9));
    kernel(maker, {10, 20}, place(5, 0, 1)); // equally long at the same time: by process, device
    kernel(maker, {30, 31}, place(5, 0, 1));
    kernel(maker, {10, 20}, place(kPid, 1, 1));
    kernel(maker, {30, 31}, place(kPid, 1, 1));
    QCOMPARE(rows(maker, "gpu_gaps:gap=0"),
             ROWS("1,10,20,5,0,1", "2,10,20,10,0,4", "3,10,20,10,1,1"));
}

void StatsRulesTest::addsUpOverlappingWork()
{
    TraceMaker maker;
    kernel(maker, {100, 150});
    kernel(maker, {100, 150}, place(kPid, 0, 2));
    kernel(maker, {190, 200}, place(kPid, 0, 3));
    // Two halves of 50 ns: 200 % and 20 %; as one run (100*50 + 20*50... ) the mean of both.
    QCOMPARE(rows(maker, "gpu_time_util:chunks=2"), ROWS("1,20.0,50,150,10,0,3"));
    QCOMPARE(rows(maker, "gpu_time_util:chunks=2:threshold=20"), ROWS()); // strictly below
    QCOMPARE(rows(maker, "gpu_time_util:chunks=2:threshold=201"), ROWS("1,110.0,100,100,10,0,3"));
    // 100 ns in 3 parts are 34, 34 and 32 ns: 200 %, 94.117... % and 31.25 %.
    QCOMPARE(rows(maker, "gpu_time_util:chunks=3:threshold=100"), ROWS("1,63.6,66,134,10,0,3"));
    QCOMPARE(rows(maker, "gpu_time_util:chunks=0"), ROWS());
    QCOMPARE(rows(maker, "gpu_time_util:chunks=1000:threshold=1"), ROWS("1,0.0,40,150,10,0,3"));
}

void StatsRulesTest::cutsRunsBeforeSorting()
{
    TraceMaker maker;                          // two chunks of 50 ns each
    kernel(maker, {100, 120}, place(kPid, 1)); // 40 %, 2 %: one run that begins at once
    kernel(maker, {199, 200}, place(kPid, 1));
    kernel(maker, {100, 150}, place(kPid, 0)); // 100 %, 2 %: its run comes after a busy chunk
    kernel(maker, {199, 200}, place(kPid, 0));
    QCOMPARE(rows(maker, "gpu_time_util:chunks=2"),
             ROWS("1,2.0,50,150,10,0,1", "2,21.0,100,100,10,1,1"));
    QCOMPARE(rows(maker, "gpu_time_util:chunks=2:rows=1"), ROWS("1,21.0,100,100,10,1,1"));
}

void StatsRulesTest::findsPageableAsyncCopies()
{
    TraceMaker maker;
    const std::int64_t a = maker.call(kMain, "cudaMemcpyAsync_v3020", {1, 2});
    const std::int64_t b = maker.call(kMain, "CUDAmemcpy2dASYNC", {3, 4});
    const std::int64_t c = maker.call(kMain, "cudaMemcpy_v3020", {5, 6});
    maker.add(copy({10, 20}, b));
    maker.add(copy({30, 40}, a)); // equally long: by the call's place
    maker.add(copy({50, 90}, c)); // not asynchronous
    MadeMemcpy pinned = copy({100, 200}, a);
    pinned.srcKind = 1;
    maker.add(pinned);
    MadeMemcpy download = copy({300, 305}, a);
    download.srcKind = 2;
    download.dstKind = 0;
    maker.add(download);
    QCOMPARE(rows(maker, "cuda_memcpy_async"),
             ROWS("10,30,Pageable,Device,1.000,10,0,1,,7,cudaMemcpyAsync_v3020",
                  "10,10,Pageable,Device,1.000,10,0,1,,7,CUDAmemcpy2dASYNC",
                  "5,300,Device,Pageable,1.000,10,0,1,,7,cudaMemcpyAsync_v3020"));
    // The calls lie outside the window and still name the copies.
    QCOMPARE(rows(maker, "cuda_memcpy_async", statsWindow(QStringLiteral("30/31"))),
             ROWS("10,30,Pageable,Device,1.000,10,0,1,,7,cudaMemcpyAsync_v3020"));
}

void StatsRulesTest::leavesOutCopiesThatMayBlock()
{
    TraceMaker maker;
    const std::int64_t call = maker.call(kMain, "cudaMemcpy_v3020", {1, 2});
    Ns start = 0;
    const auto add = [&](Bytes bytes, std::int64_t kind) {
        MadeMemcpy row = copy({start, start + 1}, call);
        start += 10;
        row.bytes = bytes;
        row.copyKind = kind;
        maker.add(row);
    };
    add(64'000, 1); // a small upload
    add(64'001, 1);
    add(8, 2);
    add(500'000, 8); // within a device, see below
    add(600'000, 8);
    add(700'000, 10);
    add(800'000, 10);
    maker.afterwards(
        "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET srcDeviceId=0, dstDeviceId=0 WHERE bytes=500000;"
        "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET srcDeviceId=0, dstDeviceId=1 WHERE bytes=600000;"
        "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET srcDeviceId=0, dstDeviceId=NULL WHERE bytes=700000;"
        "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET srcDeviceId=NULL, dstDeviceId=0, greenContextId=6 "
        "WHERE bytes=800000");
    QCOMPARE(rows(maker, "cuda_memcpy_sync"),
             ROWS("1,10,Pageable,Device,0.064,10,0,1,,7,cudaMemcpy_v3020",
                  "1,20,Pageable,Device,0.000,10,0,1,,7,cudaMemcpy_v3020",
                  "1,40,Pageable,Device,0.600,10,0,1,,7,cudaMemcpy_v3020",
                  "1,60,Pageable,Device,0.800,10,0,1,6,7,cudaMemcpy_v3020"));
}

void StatsRulesTest::findsBlockingMemsets()
{
    TraceMaker maker;
    const std::int64_t sync = maker.call(kMain, "cudaMemset_v3020", {1, 2});
    const std::int64_t async = maker.call(kMain, "cudaMemsetAsync_v3020", {3, 4});
    Ns start = 0;
    for (const std::int64_t kind : {0, 1, 2, 4})
        for (const std::int64_t call : {sync, async}) {
            MadeMemset row;
            row.start = start;
            row.end = start + 3;
            start += 10;
            row.place = place();
            row.correlation = call;
            row.bytes = 2'500;
            row.memoryKind = kind;
            maker.add(row);
        }
    QCOMPARE(rows(maker, "cuda_memset_sync"),
             ROWS("3,20,Pinned,0.003,10,0,1,,7,cudaMemset_v3020",
                  "3,60,Managed,0.003,10,0,1,,7,cudaMemset_v3020"));
}

void StatsRulesTest::matchesCopiesByIdAlone()
{
    TraceMaker maker; // as in the real tool another process's call of the same id names a copy, too
    maker.call(kMain, "cudaMemcpyAsync_v3020", {1, 2}, 77);
    maker.call(makeGlobalId(20, 20), "cudaMemcpy_v3020", {3, 4}, 77);
    maker.add(copy({10, 20}, 77));
    QCOMPARE(rows(maker, "cuda_memcpy_async").size(), 1);
    QCOMPARE(rows(maker, "cuda_memcpy_sync"),
             ROWS("10,10,Pageable,Device,1.000,10,0,1,,7,cudaMemcpy_v3020"));
}

void StatsRulesTest::listsWaits()
{
    TraceMaker maker;
    const std::int64_t worker = makeGlobalId(kPid, 11);
    maker.call(kMain, "cudaStreamSynchronize_v3020", {0, 5});
    maker.call(worker, "cudaDeviceSynchronize_v3020", {10, 15}); // equally long: in file order
    maker.call(makeGlobalId(20, 20), "cudaStreamSynchronize_ptsz_v7000", {20, 29});
    maker.call(kMain, "cudaEventSynchronize_v3020", {30, 99});
    maker.call(kMain, "cuStreamSynchronize", {30, 99});
    QCOMPARE(rows(maker, "cuda_api_sync"), ROWS("9,20,20,20,cudaStreamSynchronize_ptsz_v7000",
                                                "5,0,10,10,cudaStreamSynchronize_v3020",
                                                "5,10,10,11,cudaDeviceSynchronize_v3020"));
    QCOMPARE(rows(maker, "cuda_api_sync:process=10:thread=11"),
             ROWS("5,10,10,11,cudaDeviceSynchronize_v3020"));
    QCOMPARE(rows(maker, "cuda_api_sync:process=20:thread=-1").size(), 1);
    QCOMPARE(rows(maker, "cuda_api_sync:rows=1"),
             ROWS("9,20,20,20,cudaStreamSynchronize_ptsz_v7000"));
}

void StatsRulesTest::restrictsToTimesAndRanges()
{
    TraceMaker maker;
    maker.range(kMain, "step", {100, 200});
    const std::int64_t worker = makeGlobalId(kPid, 11);
    maker.range(worker, "step", {300, 400});
    maker.call(kMain, "cudaStreamSynchronize", {110, 111});
    maker.call(worker, "cudaStreamSynchronize", {310, 312});
    maker.call(kMain, "cudaStreamSynchronize", {320, 323});
    const auto starts = [&](const char* rule, const StatsFilter& filter = {}) {
        QStringList found;
        for (const QString& row : rows(maker, rule, filter))
            found << row.section(QLatin1Char(','), 1, 1);
        return found;
    };
    QCOMPARE(starts("cuda_api_sync:nvtx=step"), ROWS("110"));
    QCOMPARE(starts("cuda_api_sync:nvtx=step/1"), ROWS("310")); // of the range's thread
    QCOMPARE(starts("cuda_api_sync:start=200"), ROWS("320", "310"));
    QCOMPARE(starts("cuda_api_sync:end=315"), ROWS("310", "110"));
    // Times beat those of the range, whose thread stays; both beat the window of the command line.
    QCOMPARE(starts("cuda_api_sync:nvtx=step/1:start=0:end=1000"), ROWS("310"));
    QCOMPARE(starts("cuda_api_sync:start=315:end=400", statsWindow(QStringLiteral("0/200"))),
             ROWS("320"));
    QCOMPARE(starts("cuda_api_sync", statsWindow(QStringLiteral("0/200"))), ROWS("110"));
}

void StatsRulesTest::knowsTheRuleOfWindows()
{
    TraceMaker maker;
    kernel(maker, {1, 2});
    QCOMPARE(rows(maker, "dx12_mem_ops"), ROWS("missing"));
    QCOMPARE(rows(maker, "cuda_api_sync"), ROWS("missing"));
}

QTEST_APPLESS_MAIN(StatsRulesTest)
#include "stats_rules_test.moc"
