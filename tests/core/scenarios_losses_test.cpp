// SPDX-License-Identifier: GPL-3.0-or-later
// Runs made to be limited by one thing, each with its opposite; the budgets are added up by hand
// from verdict.md 1, in µs a step of 1000.
#include "tests/support/scenario.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

QString text(const std::string& s)
{
    return QString::fromStdString(s);
}

/// Launch 0..5, kernel until `end`, synchronisation until 5 after it, host code for the rest: of the
/// gap the end of the synchronisation (5) and the launch that follows it (5) are its price.
void simpleStep(Scenario& run, Ns end)
{
    run.kernel(0, 5, 5, end);
    run.sync(6, end + 5);
}

/// Kernels of `busy` every 25, each launched by a call of `call` that begins the 25.
void manyLaunches(Scenario& run, Ns call, Ns busy)
{
    for (Ns t = 0; t < 1000; t += 25)
        run.kernel(t, t + call, t + call, t + call + busy, "tiny()");
}

} // namespace

class ScenariosLossesTest : public QObject
{
    Q_OBJECT
private slots:
    void kernelBound();
    void kernelBoundOpposite();
    void launchBound();
    void launchBoundOpposite();
    void transferBound();
    void transferBoundOpposite();
    void syncBound();
    void syncBoundOpposite();
    void hostBound();
    void communicationBound();
    void communicationBoundOpposite();
    void deviceWait();
    void deviceWaitOpposite();
    void mixed();
};

void ScenariosLossesTest::kernelBound()
{
    Scenario run;
    run.run([&](int) { simpleStep(run, 905); });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 900 sync 10 host 90"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
    QCOMPARE(text(told.yes()), QString("kernel-bound"));
    QVERIFY(told.hasEvidence("kernel-bound", "dominant kernel gemm"));
    QCOMPARE(told.of("kernel-bound").share, std::optional(0.9));
    // Five launches before the window, one in its first step.
    QCOMPARE(text(told.verdict.command),
             QString("ncu --kernel-name gemm --launch-skip 5 --launch-count 1 ./app"));
    QVERIFY(told.analysis->steady.found);
    QCOMPARE(text(std::string(stepMethodKey(told.analysis->steady.method))), QString("nvtx"));
}

/// The kernel takes less than half: host code is what to act on.
void ScenariosLossesTest::kernelBoundOpposite()
{
    Scenario run;
    run.run([&](int) { simpleStep(run, 405); });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 400 sync 10 host 590"));
    QCOMPARE(text(told.state("kernel-bound")), QString("no"));
    QCOMPARE(text(told.verdict.primary), QString("host-bound"));
}

/// 8 of each 25 between the calls and 12 inside one are the price of launching.
void ScenariosLossesTest::launchBound()
{
    Scenario run;
    run.run([&](int) { manyLaunches(run, 12, 5); });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 200 launch 800"));
    QCOMPARE(text(told.verdict.primary), QString("launch-overhead-bound"));
    QCOMPARE(text(told.yes()), QString("launch-overhead-bound"));
    QVERIFY(told.hasEvidence("launch-overhead-bound", "kernels under 10 µs"));
    QVERIFY2(told.verdict.nextAction.starts_with("Capture the step in a CUDA graph"),
             told.verdict.nextAction.c_str());
    QVERIFY2(told.verdict.nextAction.find("40 per step") != std::string::npos,
             told.verdict.nextAction.c_str());
}

/// As many launches, but each kernel outlasts the next call but for 2.
void ScenariosLossesTest::launchBoundOpposite()
{
    Scenario run;
    run.run([&](int) { manyLaunches(run, 2, 23); });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 920 launch 80"));
    QCOMPARE(text(told.state("launch-overhead-bound")), QString("no"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
}

void ScenariosLossesTest::transferBound()
{
    constexpr Bytes kEight = Bytes{8} << 20;
    Scenario run;
    run.run([&](int) {
        run.copy(0, 5, 5, 305, kEight);
        run.kernel(5, 10, 305, 805);
        run.sync(10, 810);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 500 transfer 300 sync 10 host 190"));
    QCOMPARE(text(told.verdict.primary), QString("transfer-bound"));
    QCOMPARE(text(told.yes()), QString("transfer-bound host-bound"));
    QVERIFY2(
        told.verdict.nextAction.starts_with("The same copies move in every step: 1 x 8.00 MiB"),
        told.verdict.nextAction.c_str());
    QCOMPARE(told.of("transfer-bound").bound, std::optional(1 / (1 - 0.3)));
}

/// The same copy under a kernel costs nothing.
void ScenariosLossesTest::transferBoundOpposite()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 805);
        run.copy(5, 10, 105, 405, Bytes{8} << 20, 8);
        run.sync(10, 810);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 800 sync 10 host 190"));
    QCOMPARE(text(told.state("transfer-bound")), QString("no"));
    QCOMPARE(told.of("transfer-bound").share, std::optional(0.0));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
}

/// Ten times a step: launch 0..5, kernel ..45, read-back 6..90 whose copy runs 50..51, the next
/// launch at 100.  Idle: 5 before the copy and 39 after it inside the call, 10 of host code too
/// short to be work and the 5 of the launch: all of it is what the read-back costs.
void ScenariosLossesTest::syncBound()
{
    Scenario run;
    run.run([&](int) {
        for (Ns t = 0; t < 1000; t += 100) {
            run.kernel(t, t + 5, t + 5, t + 45);
            run.readBack(t + 6, t + 90, t + 50, t + 51);
        }
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 400 transfer 10 sync 590"));
    QCOMPARE(text(told.verdict.primary), QString("sync-bound"));
    QCOMPARE(text(told.yes()), QString("sync-bound"));
    QVERIFY2(told.verdict.nextAction.find("cudaMemcpy") != std::string::npos
                 && told.verdict.nextAction.find("10 per step") != std::string::npos,
             told.verdict.nextAction.c_str());
}

/// The same kernels launched ahead: one synchronisation a step.
void ScenariosLossesTest::syncBoundOpposite()
{
    Scenario run;
    run.run([&](int) {
        for (Ns k = 0; k < 10; ++k)
            run.kernel(k * 5, k * 5 + 5, 5 + k * 90, 5 + (k + 1) * 90);
        run.sync(51, 910);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 900 sync 10 host 90"));
    QCOMPARE(text(told.state("sync-bound")), QString("no"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
}

/// The range that owns the gaps is named, as its time per step: 990 - 410 is its own gap, cut by
/// the begin and end of the synchronisation's price.
void ScenariosLossesTest::hostBound()
{
    Scenario run;
    run.run([&](int i) {
        simpleStep(run, 405);
        run.range("tokenize " + std::to_string(i), 412, 998);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 400 sync 10 host 590"));
    QCOMPARE(text(told.verdict.primary), QString("host-bound"));
    QCOMPARE(text(told.yes()), QString("host-bound"));
    QVERIFY2(told.verdict.nextAction.starts_with("Shorten \"tokenize #\" on the host"),
             told.verdict.nextAction.c_str());
    QVERIFY2(told.verdict.nextAction.find("590 µs of idle per step, in 10 gaps, the longest "
                                          "of 600 µs.")
                 != std::string::npos,
             told.verdict.nextAction.c_str());
    QVERIFY(told.verdict.budget.shares.at(static_cast<std::size_t>(BudgetClass::Host)) == 0.59);
}

void ScenariosLossesTest::communicationBound()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 505);
        run.kernel(5, 10, 505, 805, "ncclDevKernel_AllReduce_Sum_f16_RING_LL()", 8);
        run.sync(10, 810);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 500 communication 300 sync 10 host 190"));
    QCOMPARE(text(told.verdict.primary), QString("communication-bound"));
    QCOMPARE(text(told.yes()), QString("host-bound communication-bound"));
    QVERIFY(told.hasEvidence("communication-bound", "ncclDevKernel_AllReduce_Sum_f16_RING_LL, 1"));
    QVERIFY(told.of("communication-bound").reason.find("waiting for its peers")
            != std::string::npos);
}

void ScenariosLossesTest::communicationBoundOpposite()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 805);
        run.kernel(5, 10, 105, 405, "ncclDevKernel_AllReduce_Sum_f16_RING_LL()", 8);
        run.sync(10, 810);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 800 sync 10 host 190"));
    QCOMPARE(text(told.state("communication-bound")), QString("no"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
}

/// The second kernel was issued at 10 and starts at 605: it waits 300 on its stream.
void ScenariosLossesTest::deviceWait()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 305);
        run.kernel(5, 10, 605, 805, "after()", 8);
        run.sync(10, 810);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 500 sync 10 host 190 queue 300"));
    QCOMPARE(text(told.verdict.primary), QString("device-wait"));
    QCOMPARE(text(told.yes()), QString("host-bound device-wait"));
    QVERIFY2(told.verdict.nextAction.find("stream 8") != std::string::npos,
             told.verdict.nextAction.c_str());
}

/// A wait of 4 is dispatch, and the rest of the time it runs.
void ScenariosLossesTest::deviceWaitOpposite()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 305);
        run.kernel(5, 10, 309, 805, "after()", 8);
        run.sync(10, 810);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 796 sync 10 launch 4 host 190"));
    QCOMPARE(text(told.state("device-wait")), QString("no"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
}

/// No class above its limit and kernels below half.
void ScenariosLossesTest::mixed()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 505);
        run.sync(6, 510);
        run.kernel(600, 605, 605, 655);
        run.sync(606, 660);
    });
    Thresholds lenient;
    lenient.classes.host = 0.5;
    lenient.classes.computeElse = 0.6;
    const Told told =
        run.told(std::to_string(stepBegin(5)) + "/" + std::to_string(stepBegin(15)), lenient);
    // Gaps: 505..605 (sync 5 + 5, host 90), 655..1005 (sync 5 + 5, host 340).
    QCOMPARE(text(told.budget()), QString("compute 550 sync 20 host 430"));
    QCOMPARE(text(told.verdict.primary), QString("mixed"));
    QCOMPARE(text(told.yes()), QString());
    QVERIFY2(told.verdict.nextAction.find("host-bound (43.0") != std::string::npos,
             told.verdict.nextAction.c_str());
}

QTEST_APPLESS_MAIN(ScenariosLossesTest)
#include "scenarios_losses_test.moc"
