// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nvtx_rows.h"
#include "tests/support/stats_csv.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

void launch(TraceMaker& maker, const char* name, TimeRange call, Ns duration,
            std::int64_t thread = kMain)
{
    maker.launch(thread, call, kernelOf(maker, name, {call.end, call.end + duration}));
}

} // namespace

/// Kernels and the NVTX ranges around their launches: nvtx_kern_sum and `:nvtx-name`.
class NvtxKernelsTest : public QObject
{
    Q_OBJECT

private slots:
    void countsKernelsInEveryRangeAround();
    void ordersByRangeThenThreadThenTotal();
    void losesCallsOutsideTheWindow();
    void namesKernelsByTheLatestRange();
    void combinesWithTheOtherForms();
    void needsRangesOnlyForKernels();

private:
    QStringList rows(const TraceMaker& maker, const char* report, const StatsFilter& filter = {})
    {
        const TracePtr trace = m_fixture.open(maker);
        if (!trace)
            return {};
        return csvLinesOf(statsCsvOf(*trace, QString::fromLatin1(report), filter)).mid(1);
    }

    QStringList names(const TraceMaker& maker, const char* report)
    {
        QStringList found;
        for (const QString& row : rows(maker, report))
            found << row.section(QLatin1Char(','), -1);
        return found;
    }

    TraceFixture m_fixture;
};

#define ROWS(...) (QStringList{__VA_ARGS__})

void NvtxKernelsTest::countsKernelsInEveryRangeAround()
{
    TraceMaker maker;
    maker.add(range("step", 0, 100));
    maker.add(range("step", 10, 40)); // nested and of the same name
    MadeNvtx across = range("across", 0, 100);
    across.endGlobalTid = kWorker;
    maker.add(across);
    launch(maker, "k", {10, 40}, 5);   // both edges count
    launch(maker, "k", {39, 41}, 7);   // leaves the inner one
    launch(maker, "k", {100, 101}, 9); // in none
    launch(maker, "k", {20, 21}, 11, kWorker);
    MadeKernel lost = kernelOf(maker, "k", {500, 513});
    lost.correlation = 999;
    maker.add(lost); // no call: no thread either
    // "step": pairs 5 and 5 of the first kernel, 7 of the second; two kernels, two ranges.
    QCOMPARE(rows(maker, "nvtx_kern_sum"),
             ROWS(",,,,0,1,13,13.0,13.0,13,13,0.0,k", ",,10,10,0,1,9,9.0,9.0,9,9,0.0,k",
                  ",,10,11,0,1,11,11.0,11.0,11,11,0.0,k",
                  "step,PushPop,10,10,2,2,17,5.7,5.0,5,7,1.2,k"));
}

void NvtxKernelsTest::ordersByRangeThenThreadThenTotal()
{
    TraceMaker maker;
    maker.add(range("b", 0, 100));
    maker.add(range("a", 0, 100, kWorker));
    maker.add(range("a", 0, 100));
    MadeNvtx se = range("a", 0, 100);
    se.eventType = 60;
    maker.add(se);
    maker.add(range(std::nullopt, 0, 100));
    launch(maker, "few", {1, 2}, 5);
    launch(maker, "many", {3, 4}, 50);
    launch(maker, "w", {5, 6}, 1, kWorker);
    QStringList found;
    for (const QString& row : rows(maker, "nvtx_kern_sum"))
        found << row.section(QLatin1Char(','), 0, 3) + row.section(QLatin1Char(','), -1);
    QCOMPARE(found, ROWS(",PushPop,10,10many", ",PushPop,10,10few", "a,PushPop,10,10many",
                         "a,StartEnd,10,10many", "a,PushPop,10,10few", "a,StartEnd,10,10few",
                         "a,PushPop,10,11w", "b,PushPop,10,10many", "b,PushPop,10,10few"));
}

void NvtxKernelsTest::losesCallsOutsideTheWindow()
{
    TraceMaker maker;
    maker.add(range("r", 0, 5000));
    launch(maker, "inside", {1100, 1110}, 5);
    maker.launch(kMain, {900, 910}, kernelOf(maker, "late", {1500, 1502}));
    // The call of "late" is filtered on its own: no range, no thread.
    QCOMPARE(
        rows(maker, "nvtx_kern_sum", statsWindow(QStringLiteral("1000/2000"))),
        ROWS(",,,,0,1,2,2.0,2.0,2,2,0.0,late", "r,PushPop,10,10,1,1,5,5.0,5.0,5,5,0.0,inside"));
    // Names by ranges do not care for the window.
    QCOMPARE(rows(maker, "cuda_gpu_kern_sum:nvtx-name", statsWindow(QStringLiteral("1000/2000"))),
             ROWS("71.4,5,1,5.0,5.0,5,5,0.0,r/inside", "28.6,2,1,2.0,2.0,2,2,0.0,r/late"));
}

void NvtxKernelsTest::namesKernelsByTheLatestRange()
{
    TraceMaker maker;
    MadeNvtx domain = range("Dom", 0, std::nullopt);
    domain.eventType = 75;
    domain.domainId = 1;
    maker.add(domain);
    maker.add(range("outer", 0, 1000));
    MadeNvtx inner = range("inner", 100, 900); // its domain does not show
    inner.domainId = 1;
    maker.add(inner);
    maker.add(range(std::nullopt, 200, 300));
    MadeNvtx registered = range("inline", 400, 500);
    registered.textId = maker.string("registered");
    maker.add(registered);
    maker.add(range("first", 600, 700));
    maker.add(range("second", 600, 800)); // begins together: the lowest rowid
    launch(maker, "a", {10, 11}, 9);
    launch(maker, "b", {110, 111}, 8);
    launch(maker, "c", {210, 211}, 7);
    launch(maker, "d", {410, 411}, 6);
    launch(maker, "e", {610, 611}, 5);
    launch(maker, "f", {710, 711}, 4);
    launch(maker, "g", {1500, 1501}, 3);
    launch(maker, "h", {110, 111}, 2, kWorker);
    QCOMPARE(names(maker, "cuda_gpu_kern_sum:nvtx-name"),
             ROWS("outer/a", "inner/b", "c", "registered/d", "first/e", "second/f", "g", "h"));
}

void NvtxKernelsTest::combinesWithTheOtherForms()
{
    TraceMaker maker;
    maker.add(range("r", 0, 100));
    MadeKernel kernel = kernelOf(maker, "x", {5, 6});
    kernel.name = maker.kernelName("void full<int>()", "short", "_Zmangled");
    maker.launch(kMain, {1, 2}, kernel);
    QCOMPARE(names(maker, "cuda_gpu_kern_sum:nvtx-name"), ROWS("r/void full<int>()"));
    QCOMPARE(names(maker, "cuda_gpu_kern_sum:nvtx-name:base"), ROWS("r/short"));
    QCOMPARE(names(maker, "cuda_gpu_kern_sum:base:nvtx-name"), ROWS("r/short"));
    QCOMPARE(names(maker, "cuda_gpu_kern_sum:mangled:nvtx-name"), ROWS("r/_Zmangled"));
    for (const char* report : {"cuda_gpu_kern_gb_sum", "cuda_gpu_sum", "cuda_gpu_trace",
                               "cuda_kern_exec_sum", "cuda_kern_exec_trace", "cuda_api_gpu_sum"})
        QVERIFY(names(maker, (std::string(report) + ":nvtx-name:base").c_str())
                    .contains(QStringLiteral("r/short")));
    QCOMPARE(rows(maker, "nvtx_kern_sum:base").first().section(QLatin1Char(','), -1),
             QStringLiteral("short"));
}

void NvtxKernelsTest::needsRangesOnlyForKernels()
{
    const auto answer = [this](const TraceMaker& maker, const char* report) {
        const TracePtr trace = m_fixture.open(maker);
        return trace ? statsCsvOf(*trace, QString::fromLatin1(report), {}) : QString();
    };
    TraceMaker maker;
    launch(maker, "k", {1, 2}, 3);
    QCOMPARE(answer(maker, "cuda_gpu_kern_sum:nvtx-name"), kMissing); // no ranges
    QCOMPARE(answer(maker, "nvtx_kern_sum"), kMissing);
    TraceMaker noCalls;
    noCalls.add(range("r", 0, 9));
    noCalls.add(kernelOf(noCalls, "k", {1, 2}));
    QCOMPARE(answer(noCalls, "cuda_gpu_kern_sum:nvtx-name"), kMissing);
    TraceMaker copies;
    MadeMemcpy copy;
    copy.start = 1;
    copy.end = 2;
    copies.add(copy);
    QVERIFY(answer(copies, "cuda_gpu_sum:nvtx-name").contains(QStringLiteral("Host-to-Device")));
}

QTEST_APPLESS_MAIN(NvtxKernelsTest)
#include "nvtx_kernels_test.moc"
