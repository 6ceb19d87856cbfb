// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/gap_buckets.h"
#include "core/analysis/tables/table_parts.h"
#include "core/analysis/window_budget.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

#include <random>

using namespace nv;
using namespace nv::test;

namespace {

GapTable gapsOf(const Analysis& analysis, const Window& window, DeviceId only = {})
{
    TableContext context(analysis, window, only, {});
    return gapTable(context);
}

const GapBucket& bucketFrom(const std::vector<GapBucket>& buckets, Ns from)
{
    return *std::find_if(buckets.begin(), buckets.end(),
                         [from](const GapBucket& b) { return b.from == from; });
}

DurationNs totalOf(const std::vector<GapBucket>& buckets)
{
    DurationNs sum = 0;
    for (const GapBucket& bucket : buckets)
        sum += bucket.total;
    return sum;
}

constexpr std::size_t at(BudgetClass c)
{
    return static_cast<std::size_t>(c);
}

} // namespace

class GapTableTest : public QObject
{
    Q_OBJECT

private slots:
    void bucketBordersBelongToTheUpperBucket();
    void countsWholeGapsAndCutsTheirTotals();
    void namesWhatTheHostDid();
    void edgesOfTheCaptureCloseOpenGaps();
    void streamGapsOpenAtTheLatestEnd();
    void workedExampleOfTwoRanks();
    void totalsAreTheIdleTimeOfTheBudget();
};

void GapTableTest::bucketBordersBelongToTheUpperBucket()
{
    GapSums sums{};
    addGap(sums, 999, 1);
    addGap(sums, 1000, 2);
    addGap(sums, 10'000, 4); // host-overhead.md 11.C: a 10 us gap lies in [10, 50)
    addGap(sums, 4'999'999, 8);
    addGap(sums, ~DurationNs{0}, 16);
    const std::vector<GapBucket> buckets = gapBuckets(sums);
    QCOMPARE(buckets.size(), std::size_t{9});
    QCOMPARE(bucketFrom(buckets, 0).total, DurationNs{1});
    QCOMPARE(bucketFrom(buckets, 1000).total, DurationNs{2});
    QCOMPARE(bucketFrom(buckets, 10'000).total, DurationNs{4});
    QCOMPARE(bucketFrom(buckets, 1'000'000).total, DurationNs{8});
    QCOMPARE(bucketFrom(buckets, 5'000'000).total, DurationNs{16});
    QVERIFY(!bucketFrom(buckets, 5'000'000).to);
}

void GapTableTest::countsWholeGapsAndCutsTheirTotals()
{
    TraceSketch sketch;
    sketch.kernel({"a", 0, 1000});
    sketch.kernel({"b", 21'000, 22'000});
    sketch.kernel({"c", 22'500, 23'000});
    const Analysis analysis = sketch.finish();
    const GapTable table = gapsOf(analysis, windowOf(11'000, 22'600));
    QCOMPARE(bucketFrom(table.buckets, 10'000).count, std::uint64_t{1});
    QCOMPARE(bucketFrom(table.buckets, 10'000).total, DurationNs{10'000});
    QCOMPARE(bucketFrom(table.buckets, 0).total, DurationNs{500});
    QCOMPARE(table.top.size(), std::size_t{2});
    QCOMPARE(table.top[0].whole, (TimeRange{1000, 21'000}));
    // no API row at all: nobody can tell
    QCOMPARE(table.causes[at(BudgetClass::Unknown)].count, std::uint64_t{2});
    QCOMPARE(table.causes[at(BudgetClass::Unknown)].total, DurationNs{10'500});
    QCOMPARE(table.top[0].hostCall, std::string());
}

void GapTableTest::namesWhatTheHostDid()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 0, 500, 1});
    sketch.kernel({"k", 600, 1000, 1});
    sketch.range({"step", 0, 420'000});
    sketch.range({"read back", 950, 2000});
    sketch.range({"tokenize", 2000, 300'000});
    sketch.osCall({"read", 2000, 290'000});
    sketch.call({"cudaMalloc", 300'000, 310'000, 2});
    sketch.call({"cudaLaunchKernel", 400'000, 405'000, 3});
    sketch.kernel({"k", 406'000, 407'000, 3});
    const Analysis analysis = sketch.finish();
    const GapTable table = gapsOf(analysis, windowOf(0, 410'000));
    const GapRow& row = table.top.front();
    QCOMPARE(row.whole, (TimeRange{1000, 406'000}));
    QCOMPARE(row.nvtx, std::string("read back"));     // innermost at its begin
    QCOMPARE(row.nvtxOwner, std::string("tokenize")); // 298 of 405 us; the step is around it
    QCOMPARE(row.hostCall, std::string("read"));
    QCOMPARE(row.cause, BudgetClass::Host);
    QCOMPARE(row.classes[BudgetClass::Alloc], DurationNs{10'000});
    QCOMPARE(row.classes[BudgetClass::Queue], DurationNs{1000});
}

void GapTableTest::edgesOfTheCaptureCloseOpenGaps()
{
    TraceSketch sketch;
    sketch.call({"cudaLaunchKernel", 100, 500, 1});
    sketch.kernel({"k", 600, 1000, 1});
    sketch.call({"cudaDeviceSynchronize", 700, 1500, 2});
    const Analysis analysis = sketch.finish();
    const GapTable table = gapsOf(analysis, windowOf(0, 5000));
    QCOMPARE(table.top.size(), std::size_t{2});
    QCOMPARE(table.top[0].whole, (TimeRange{100, 600}));
    QCOMPARE(table.top[1].whole, (TimeRange{1000, 1500}));
    QCOMPARE(table.top[1].cause, BudgetClass::None);
    QCOMPARE(totalOf(table.buckets), DurationNs{1000});
}

void GapTableTest::streamGapsOpenAtTheLatestEnd()
{
    TraceSketch sketch;
    sketch.kernel({"long", 0, 5000});
    sketch.kernel({"short", 100, 200}); // overlaps on the same stream
    sketch.kernel({"next", 7000, 7100});
    sketch.kernel({"other", 0, 8000, -1, {100, 0, 8}}); // the device is never idle
    const Analysis analysis = sketch.finish();
    const GapTable table = gapsOf(analysis, wholeWindow(analysis));
    QCOMPARE(totalOf(table.buckets), DurationNs{0});
    QCOMPARE(bucketFrom(table.streamBuckets, 1000).count, std::uint64_t{1});
    QCOMPARE(totalOf(table.streamBuckets), DurationNs{2000});
}

void GapTableTest::workedExampleOfTwoRanks()
{
    // host-overhead.md 11.C, baseline; times in us from 1 s
    TraceSketch sketch;
    const auto us = [](Ns t) { return 1'000'000'000 + t * 1000; };
    const auto kernel = [&](Ns start, Ns end, std::int64_t rank) {
        sketch.kernel({"k", us(start), us(end), -1, {100 * (rank + 1), rank, 7}});
    };
    for (const Ns rank : {Ns{0}, Ns{1}}) {
        kernel(-2800 + 5 * rank, -2700 + 10 * rank, rank);
        kernel(-2500 + 10 * rank, -2400 + 10 * rank, rank);
        for (Ns t = 0; t < 12'000; t += 2000) {
            const Ns o = t + 5 * rank;
            kernel(o + 200, o + 240, rank);
            kernel(o + 250, o + 290, rank);
            kernel(o + 300, t + 340 + 10 * rank, rank);
        }
    }
    const Analysis analysis = sketch.finish();
    for (const std::size_t device : {std::size_t{0}, std::size_t{1}}) {
        const GapTable table = gapsOf(analysis, wholeWindow(analysis), DeviceId(device));
        const auto& buckets = table.streamBuckets;
        QCOMPARE(bucketFrom(buckets, 10'000).count, std::uint64_t{12});
        QCOMPARE(bucketFrom(buckets, 10'000).total, DurationNs{120'000});
        QCOMPARE(bucketFrom(buckets, 100'000).total, DurationNs{200'000});
        QCOMPARE(bucketFrom(buckets, 1'000'000).count, std::uint64_t{6});
        QCOMPARE(bucketFrom(buckets, 1'000'000).total,
                 DurationNs{device == 0 ? 11'900'000U : 11'870'000U});
    }
}

void GapTableTest::totalsAreTheIdleTimeOfTheBudget()
{
    std::mt19937 random(17);
    std::uniform_int_distribution<Ns> place(0, 100'000);
    std::uniform_int_distribution<Ns> length(0, 3000);
    for (int round = 0; round < 100; ++round) {
        TraceSketch sketch;
        sketch.call({"cudaDeviceSynchronize", 0, 110'000});
        for (int i = 0; i < 40; ++i) {
            const Ns start = place(random);
            const std::int64_t device = i % 3;
            sketch.call({"cudaLaunchKernel", start - 10, start - 5, i + 1, 2});
            sketch.kernel(
                {"k", start, start + length(random), i % 5 == 0 ? -1 : i + 1, {100, device, 7}});
        }
        const Analysis analysis = sketch.finish();
        const Ns begin = place(random);
        const TimeRange window{begin, std::min<Ns>(begin + place(random), 110'000)};
        const GapTable table = gapsOf(analysis, windowOf(window.begin, window.end));
        DurationNs idle = 0;
        for (const DeviceBudget& device : windowBudget(*analysis.budget, window).devices)
            idle += device.idleNs;
        DurationNs caused = 0;
        std::uint64_t gaps = 0;
        for (const GapTable::Cause& cause : table.causes) {
            caused += cause.total;
            gaps += cause.count;
        }
        QCOMPARE(totalOf(table.buckets), idle);
        QCOMPARE(caused, idle);
        QCOMPARE(table.top.size(), std::size_t{gaps}); // fewer than 200 here
        for (const GapRow& row : table.top) {
            const Budget whole = analysis.budget->budget(row.device, row.whole);
            QCOMPARE(whole.busy(), DurationNs{0});
            QCOMPARE(whole[row.cause], *std::max_element(whole.begin(), whole.end()));
        }
    }
}

QTEST_APPLESS_MAIN(GapTableTest)
#include "gap_table_test.moc"
