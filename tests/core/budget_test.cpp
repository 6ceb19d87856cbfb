// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/budget.h"
#include "tests/support/made_trace.h"
#include "tests/support/naive_budget.h"

#include <QTest>

#include <random>

using namespace nv;

namespace {

constexpr Ns kUs = 1000;

/// One process with a main thread; times in µs.
struct Scene
{
    TraceMaker maker;
    std::int64_t pid = maker.process(100, "app");
    std::int64_t main = maker.thread(pid, 100, "main");
    std::int64_t other = maker.thread(pid, 101, "other");

    MadeKernel kernel(Ns begin, Ns end, const char* name = "gemm", std::int64_t stream = 7)
    {
        MadeKernel k;
        k.start = begin * kUs;
        k.end = end * kUs;
        k.place.globalPid = pid;
        k.place.stream = stream;
        k.name = maker.kernelName(name);
        return k;
    }

    void launch(Ns callBegin, Ns callEnd, Ns begin, Ns end, const char* name = "gemm")
    {
        maker.launch(main, {callBegin * kUs, callEnd * kUs}, kernel(begin, end, name));
    }

    void call(const char* name, Ns begin, Ns end)
    {
        maker.call(main, name, {begin * kUs, end * kUs});
    }

    /// Class of every non-empty stretch in [begin, end) µs, e.g. "compute 10, host 30".
    QString runs(Ns begin, Ns end, const BudgetLimits& limits = {}) const
    {
        const TracePtr trace = test::loadMade(maker);
        const auto index = BudgetIndex::build(trace, limits, {}).value();
        QStringList out;
        const auto device = index->runs(DeviceId(std::size_t{0}));
        for (std::size_t i = 0; i < device.cls.size(); ++i) {
            const Ns from = std::max(device.start[i], begin * kUs);
            const Ns to = std::min(device.endOf(i), end * kUs);
            if (from < to)
                out << QString::fromUtf8(budgetClassKey(device.cls[i]).data()) + ' '
                           + QString::number((to - from) / kUs);
        }
        return out.join(", ");
    }
};

} // namespace

class BudgetTest : public QObject
{
    Q_OBJECT
private slots:

    void communicationHidesCopiesAndComputeHidesBoth()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.launch(5, 9, 15, 30, "ncclDevKernel_AllReduce");
        MadeMemcpy copy;
        copy.start = 25 * kUs;
        copy.end = 40 * kUs;
        copy.place.globalPid = s.pid;
        s.maker.copy(s.main, {9 * kUs, 10 * kUs}, copy);
        QCOMPARE(s.runs(10, 40), "compute 10, communication 10, transfer 10");
    }

    void issuedWorkThatDoesNotStartIsQueued() // row b
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.launch(12, 15, 60, 70);
        QCOMPARE(s.runs(10, 70), "compute 10, queue 40, compute 10");
    }

    void aShortGapOfIssuedWorkIsDispatch() // row b, dispatch_gap_ns
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.launch(12, 15, 24, 30); // 4 µs < 5 µs
        QCOMPARE(s.runs(10, 30), "compute 10, launch 4, compute 6");
        Scene exact;
        exact.launch(0, 5, 10, 20);
        exact.launch(12, 15, 25, 30); // 5 µs is not shorter
        QCOMPARE(exact.runs(10, 30), "compute 10, queue 5, compute 5");
    }

    void longHostWorkBetweenCallsIsHost() // row d
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.launch(100, 105, 110, 120);
        // 20-100: in no call, a piece of 95 µs; 100-105 launching; 105-110 issued
        QCOMPARE(s.runs(10, 120), "compute 10, host 80, launch 5, queue 5, compute 10");
    }

    void shortHostPiecesBelongToTheLaunch() // row d, host_piece_ns
    {
        Scene s;
        s.launch(0, 5, 6, 10);
        s.launch(24, 30, 35, 40); // the piece 5-24 is 19 µs
        QCOMPARE(s.runs(6, 40), "compute 4, launch 20, queue 5, compute 5");
        Scene exact;
        exact.launch(0, 5, 6, 10);
        exact.launch(25, 30, 35, 40); // 20 µs
        QCOMPARE(exact.runs(6, 40), "compute 4, host 15, launch 5, queue 5, compute 5");
    }

    void restartingAfterAWaitIsThePriceOfTheWait() // drained gaps
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.call("cudaStreamSynchronize_v3020", 6, 30); // waits until the queue is empty
        s.launch(40, 45, 50, 60);
        // 20-30 in the wait; the piece 30-40 is short; the launch is short: all sync; then queue
        QCOMPARE(s.runs(10, 60), "compute 10, sync 25, queue 5, compute 10");
    }

    void longHostWorkAfterAWaitStaysHost()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.call("cudaStreamSynchronize_v3020", 6, 30);
        s.launch(80, 85, 90, 95);
        QCOMPARE(s.runs(10, 95), "compute 10, sync 10, host 50, sync 5, queue 5, compute 5");
    }

    void pollingDrainsToo()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.call("cudaEventQuery_v3020", 12, 15);
        s.call("cudaEventQuery_v3020", 25, 28); // at 20 the host is between two polls
        s.launch(30, 35, 36, 40);
        QCOMPARE(s.runs(10, 40), "compute 10, sync 15, queue 1, compute 4");
    }

    void aFreeThatBeginsInAGapWaitsForNothing()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.call("cudaFree_v3020", 22, 40);
        s.launch(45, 50, 50, 60);
        QCOMPARE(s.runs(20, 60), "launch 2, alloc 18, launch 10, compute 10");
        Scene busy;
        busy.launch(0, 5, 10, 20);
        busy.call("cudaFree_v3020", 15, 40); // begins while the device is busy: synchronises
        busy.launch(45, 50, 50, 60);
        QCOMPARE(busy.runs(20, 60), "sync 30, compute 10");
    }

    void theFirstLongLaunchOfAKernelCompiles()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.launch(30, 230, 235, 240, "other_kernel");  // 200 µs, first launch
        s.launch(250, 450, 455, 460, "other_kernel"); // as long, second launch
        // The pieces 5-30 and 230-250 of the host are 25 and 20 µs.
        QCOMPARE(s.runs(20, 460), "host 10, compile 200, queue 5, compute 5, host 10, launch 200, "
                                  "queue 5, compute 5");
    }

    void compilationWinsOverWhatItIsCalledIn()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.launch(22, 300, 305, 310);            // long, but not a first launch
        s.call("cuModuleLoadDataEx", 100, 200); // nested in it
        QCOMPARE(s.runs(20, 310), "launch 80, compile 100, launch 100, queue 5, compute 5");
    }

    void profilerOverheadIsNobodysFault() // row a
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.launch(100, 105, 110, 120);
        MadeOverhead overhead;
        overhead.start = 40 * kUs;
        overhead.end = 60 * kUs;
        overhead.globalTid = s.main;
        overhead.nameId = s.maker.string("CUDA profiling data flush overhead");
        s.maker.add(overhead);
        QCOMPARE(s.runs(20, 110), "host 20, profiler 20, host 40, launch 5, queue 5");
    }

    void afterTheLastOpNothingIsLeftToRun()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        QCOMPARE(s.runs(0, 50), "launch 5, queue 5, compute 10, none 30");
    }

    void workWithoutACallBorrowsTheNextOne()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        MadeMemcpy migration; // no API row
        migration.start = 50 * kUs;
        migration.end = 60 * kUs;
        migration.place.globalPid = s.pid;
        s.maker.add(migration);
        s.launch(90, 95, 100, 110);
        QCOMPARE(s.runs(20, 110), "host 30, transfer 10, host 30, launch 5, queue 5, compute 10");
        Scene none;
        none.launch(0, 5, 10, 20);
        none.maker.add(migration); // nothing with a call follows
        QCOMPARE(none.runs(20, 70), "unknown 30, transfer 10, none 10");
    }

    void replaysNobodyRecordedAreUnknown()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.call("cudaGraphLaunch_v10000", 30, 35); // no op carries its id
        s.call("cudaStreamQuery_v3020", 36, 37);  // a query waits for nothing
        s.call("cudaStreamSynchronize_v3020", 40, 80);
        s.launch(85, 90, 95, 100);
        QCOMPARE(s.runs(20, 100), "host 10, unknown 50, launch 10, queue 5, compute 5");
    }

    void opsWithoutLengthAreNoEndOfAGap()
    {
        Scene s;
        s.launch(0, 5, 10, 20);
        s.maker.launch(s.main, {21 * kUs, 22 * kUs}, s.kernel(40, 40));
        s.launch(100, 105, 110, 120);
        QCOMPARE(s.runs(20, 120), "launch 2, host 78, launch 5, queue 5, compute 10");
    }

    void equalsTheNaiveReadingEverywhere();
    void isAdditive();
};

namespace {

/// A random trace of two processes with three threads and two devices, nested and overlapping calls
/// of every class, short times so that every limit is met from both sides.
TraceMaker randomTrace(std::uint64_t seed)
{
    static const std::vector<const char*> kCalls{
        "cudaLaunchKernel_v7000", "cudaStreamSynchronize_v3020", "cudaMalloc_v3020",
        "cuModuleLoadData",       "cudaMemcpyAsync_v3020",       "cudaMemcpy_v3020",
        "cudaFree_v3020",         "cudaEventQuery_v3020",        "cudaGraphLaunch_v10000",
        "cudaEventRecord_v3020",  "cudaStreamCreate_v3020",      "cuKernelGetFunction"};
    std::mt19937_64 random(seed);
    const auto upTo = [&](std::uint64_t n) { return static_cast<Ns>(random() % n); };
    TraceMaker maker;
    std::vector<std::int64_t> pids{maker.process(1, "a"), maker.process(2, "b")};
    std::vector<std::int64_t> tids{maker.thread(pids[0], 1, "a"), maker.thread(pids[0], 9, "c"),
                                   maker.thread(pids[1], 2, "b")};
    const std::size_t calls = 10 + random() % 40;
    for (std::size_t i = 0; i < calls; ++i) {
        const std::size_t thread = random() % tids.size();
        const Ns begin = upTo(400'000);
        const Ns length = random() % 4 == 0 ? upTo(150'000) : upTo(12'000);
        const auto correlation = static_cast<std::int64_t>(random() % 60);
        maker.call(tids[thread], kCalls[random() % kCalls.size()], {begin, begin + length},
                   correlation);
    }
    const std::size_t ops = random() % 25;
    for (std::size_t i = 0; i < ops; ++i) {
        MadeKernel kernel;
        kernel.start = upTo(400'000);
        kernel.end = kernel.start + upTo(random() % 2 == 0 ? 3'000 : 30'000);
        kernel.place.globalPid = pids[random() % 2];
        kernel.place.device = static_cast<std::int64_t>(random() % 2);
        kernel.place.stream = static_cast<std::int64_t>(7 + random() % 2);
        if (random() % 8 != 0)
            kernel.correlation = static_cast<std::int64_t>(random() % 60);
        if (random() % 3 == 0) {
            MadeMemcpy copy;
            copy.start = kernel.start;
            copy.end = kernel.end;
            copy.place = kernel.place;
            copy.correlation = kernel.correlation;
            copy.srcKind = static_cast<std::int64_t>(random() % 3);
            copy.dstKind = 2;
            maker.add(copy);
            continue;
        }
        kernel.name = maker.kernelName(random() % 4 == 0 ? "ncclKernel" : "gemm");
        maker.add(kernel);
    }
    for (int i = 0; i < 2; ++i) {
        MadeOverhead overhead;
        overhead.start = upTo(400'000);
        overhead.end = overhead.start + upTo(20'000);
        overhead.globalTid = tids[random() % tids.size()];
        overhead.nameId = maker.string("overhead");
        maker.add(overhead);
    }
    return maker;
}

} // namespace

void BudgetTest::equalsTheNaiveReadingEverywhere()
{
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const TracePtr trace = test::loadMade(randomTrace(seed));
        QVERIFY(trace);
        BudgetLimits limits;
        const auto index = BudgetIndex::build(trace, limits, {}).value();
        const test::NaiveBudget naive(*trace, *index, limits);
        for (std::size_t d = 0; d < trace->devices.size(); ++d) {
            const auto runs = index->runs(DeviceId(d));
            for (std::size_t i = 0; i < runs.cls.size(); ++i) {
                // The first and the last instant of each run, and the one just before it.
                std::vector<Ns> instants{runs.start[i], runs.endOf(i) - 1};
                for (const Ns t : instants) {
                    if (t < -1'000'000 || t > 2'000'000)
                        continue;
                    const BudgetClass want = naive.classAt(DeviceId(d), t);
                    QVERIFY2(runs.cls[i] == want,
                             qPrintable(QStringLiteral("seed %1 device %2 t %3: %4, not %5")
                                            .arg(seed)
                                            .arg(d)
                                            .arg(t)
                                            .arg(budgetClassKey(runs.cls[i]).data())
                                            .arg(budgetClassKey(want).data())));
                    ++compared;
                }
            }
            std::mt19937_64 random(seed);
            for (int n = 0; n < 40; ++n) {
                const auto t = static_cast<Ns>(random() % 600'000) - 50'000;
                const Budget one = index->budget(DeviceId(d), {t, t + 1});
                QCOMPARE(one[naive.classAt(DeviceId(d), t)], DurationNs{1});
            }
        }
    }
    QVERIFY(compared > 2000);
}

void BudgetTest::isAdditive()
{
    for (std::uint64_t seed = 100; seed < 120; ++seed) {
        const TracePtr trace = test::loadMade(randomTrace(seed));
        const auto index = BudgetIndex::build(trace, {}, {}).value();
        std::mt19937_64 random(seed);
        for (std::size_t d = 0; d < trace->devices.size(); ++d)
            for (int n = 0; n < 50; ++n) {
                std::array<Ns, 3> cut{};
                for (Ns& t : cut)
                    t = n % 10 == 0 ? static_cast<Ns>(random()) // anywhere in int64
                                    : static_cast<Ns>(random() % 700'000) - 100'000;
                std::sort(cut.begin(), cut.end());
                const auto budget = [&](Ns a, Ns b) { return index->budget(DeviceId(d), {a, b}); };
                const Budget whole = budget(cut[0], cut[2]);
                const Budget left = budget(cut[0], cut[1]);
                const Budget right = budget(cut[1], cut[2]);
                DurationNs sum = 0;
                for (std::size_t c = 0; c < kBudgetClasses; ++c) {
                    QCOMPARE(left.at(c) + right.at(c), whole.at(c));
                    sum += whole.at(c);
                }
                QCOMPARE(sum, lengthBetween(cut[0], cut[2]));
            }
    }
}

QTEST_APPLESS_MAIN(BudgetTest)
#include "budget_test.moc"
