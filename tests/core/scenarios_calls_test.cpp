// SPDX-License-Identifier: GPL-3.0-or-later
// Compilation, allocation and captures that hold too little, each with its opposite; the budgets
// are added up by hand from verdict.md 1, in µs a step of 1000.
#include "tests/support/scenario.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

QString text(const std::string& s)
{
    return QString::fromStdString(s);
}

/// compute 600, sync 10, host 390: see scenarios_losses_test.
void usualStep(Scenario& run)
{
    run.kernel(0, 5, 5, 605);
    run.sync(6, 610);
}

void loneKernel(Scenario& run, Ns origin, Ns busyUs)
{
    MadeKernel kernel;
    kernel.start = origin;
    kernel.end = origin + busyUs * kUs;
    kernel.place.globalPid = run.first().pid;
    kernel.name = run.maker.kernelName("gemm()");
    run.maker.add(kernel);
}

} // namespace

class ScenariosCallsTest : public QObject
{
    Q_OBJECT
private slots:
    void compileAfterWarmUp();
    void compileByCount();
    void compileBeforeTheLoop();
    void compileOutsideTheSteadyState();
    void allocationChurn();
    void allocationByCount();
    void allocationOnce();
    void noGpuActivity();
    void launchesWithoutKernels();
    void noApiRows();
    void noApiRowsButBusy();
};

/// One step loads a module for 300 of its 390 of host time: 10 before the call are too short to be
/// work, 80 after it are.
void ScenariosCallsTest::compileAfterWarmUp()
{
    Scenario run;
    run.run([&](int i) {
        usualStep(run);
        if (i == 10)
            run.call("cuModuleLoadData", 620, 920);
    });
    const Told told = run.told();
    // Of ten steps: sync 10 x 10 + 10, compile 300, host 9 x 390 + 80.
    QCOMPARE(text(told.budget()), QString("compute 600 compile 30 sync 11 host 359"));
    QCOMPARE(text(told.yes()), QString("host-bound compile-after-warm-up"));
    QCOMPARE(text(told.of("compile-after-warm-up").title), QString("compile-after-warm-up"));
    QVERIFY(told.tables.compileAfterWarmup.has_value());
    QCOMPARE(told.tables.compileAfterWarmup->size(), std::size_t{1});
    QCOMPARE(told.tables.compileAfterWarmup->front().stallNs, DurationNs{300'000});
    QVERIFY(told.hasEvidence("compile-after-warm-up", "cuModuleLoadData"));
    QCOMPARE(told.analysis->steady.steps.at(10).flaw, StepFlaw::Compilation);
}

/// 40 of 10 000 are under the limit of 1 %, but a call in the steady state is a yes; never primary.
void ScenariosCallsTest::compileByCount()
{
    Scenario run;
    run.run([&](int i) {
        usualStep(run);
        if (i == 10)
            run.call("cuModuleLoadData", 620, 660);
    });
    const Told told = run.told();
    QCOMPARE(told.of("compile-after-warm-up").share, std::optional(0.004));
    QCOMPARE(text(told.yes()), QString("host-bound compile-after-warm-up"));
    QCOMPARE(text(told.verdict.primary), QString("host-bound"));
    QVERIFY2(told.of("compile-after-warm-up").reason.starts_with("1 call compiles"),
             told.of("compile-after-warm-up").reason.c_str());
}

void ScenariosCallsTest::compileBeforeTheLoop()
{
    Scenario run;
    run.at(kRunBegin - 5 * kStep);
    run.call("cuModuleLoadData", 0, 4000);
    run.run([&](int) { usualStep(run); });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 600 sync 10 host 390"));
    QCOMPARE(text(told.state("compile-after-warm-up")), QString("no"));
    QCOMPARE(told.tables.compileAfterWarmup->size(), std::size_t{0});
}

/// Over set-up and the first five steps the same call is what the window is made of.
void ScenariosCallsTest::compileOutsideTheSteadyState()
{
    Scenario run;
    run.at(kRunBegin - 5 * kStep);
    run.call("cuModuleLoadData", 0, 4000);
    run.run([&](int) { usualStep(run); });
    const Told told =
        run.told(std::to_string(kRunBegin - 5 * kStep) + "/" + std::to_string(stepBegin(5)));
    // The call 4000, host 1000 after it and 390 in each of five steps; the first launch is in no
    // drained gap (launch 5), the others are.
    QCOMPARE(told.verdict.budget.devices[0].budget[BudgetClass::Compile], DurationNs{4'000'000});
    QCOMPARE(told.verdict.budget.devices[0].budget[BudgetClass::Host],
             DurationNs{1'000'000 + 5 * 390'000});
    QCOMPARE(told.verdict.budget.devices[0].budget[BudgetClass::Launch], DurationNs{5'000});
    QCOMPARE(text(told.verdict.primary), QString("compile-after-warm-up"));
    QCOMPARE(text(told.of("compile-after-warm-up").title), QString("compile and set-up"));
    QVERIFY2(told.verdict.nextAction.find("choose the steady window") != std::string::npos,
             told.verdict.nextAction.c_str());
}

/// cudaMalloc for 378 of the idle time, with 2 and 10 of host code around it: the price of the
/// synchronisation before.
void ScenariosCallsTest::allocationChurn()
{
    Scenario run;
    run.run([&](int) {
        usualStep(run);
        run.call("cudaMalloc_v3020", 612, 990);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 600 sync 22 alloc 378"));
    QCOMPARE(text(told.verdict.primary), QString("allocation-churn"));
    QCOMPARE(text(told.yes()), QString("allocation-churn"));
    QVERIFY(told.hasEvidence("allocation-churn", "cudaMalloc, 1 per step"));
    QVERIFY2(told.verdict.nextAction.find("allocate before the loop or use a pool")
                 != std::string::npos,
             told.verdict.nextAction.c_str());
}

/// 1 of 1000 is under the limit of 2 %, but every step makes the call.
void ScenariosCallsTest::allocationByCount()
{
    Scenario run;
    run.run([&](int) {
        usualStep(run);
        run.call("cudaMallocAsync_v11020", 700, 701);
    });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 600 sync 10 alloc 1 host 389"));
    QCOMPARE(text(told.yes()), QString("host-bound allocation-churn"));
    QCOMPARE(text(told.verdict.primary), QString("host-bound"));
    QVERIFY2(told.of("allocation-churn").reason.starts_with("Every step allocates or frees"),
             told.of("allocation-churn").reason.c_str());
}

void ScenariosCallsTest::allocationOnce()
{
    Scenario run;
    run.run([&](int i) {
        usualStep(run);
        if (i == 8)
            run.call("cudaMalloc_v3020", 700, 750);
    });
    const Told told = run.told();
    QCOMPARE(told.of("allocation-churn").share, std::optional(0.005));
    QCOMPARE(text(told.state("allocation-churn")), QString("no"));
}

void ScenariosCallsTest::noGpuActivity()
{
    Scenario run;
    run.run([&](int) {
        run.maker.osCall(run.first().tid, "read", {kRunBegin, kRunBegin + 400 * kUs});
    });
    const Told told = run.told("all");
    QCOMPARE(text(told.verdict.primary), QString("no-gpu-activity"));
    QCOMPARE(text(told.yes()), QString("no-gpu-activity"));
    QVERIFY(told.hasEvidence("no-gpu-activity", "nvtx rows"));
    QVERIFY2(told.verdict.command.find("-t cuda,nvtx,osrt") != std::string::npos,
             told.verdict.command.c_str());
    QVERIFY2(told.verdict.nextAction.find("20 nvtx, 20 osrt rows") != std::string::npos,
             told.verdict.nextAction.c_str());
}

/// Launch calls say that work was there: nothing can be told, not even that nothing ran.
void ScenariosCallsTest::launchesWithoutKernels()
{
    Scenario run;
    run.run([&](int) { run.call("cudaLaunchKernel_v7000", 0, 5); });
    const Told told = run.told("all");
    QCOMPARE(text(told.verdict.primary), QString("cannot-tell"));
    for (const ClassFinding& finding : told.verdict.classes)
        QVERIFY2(finding.state == ClassState::CannotTell, finding.id.c_str());
    QVERIFY2(told.verdict.command.starts_with("nsys profile"), told.verdict.command.c_str());
}

/// Kernels for 400 of 1000 and no call: idle without a cause.
void ScenariosCallsTest::noApiRows()
{
    Scenario run;
    run.run([&](int i) { loneKernel(run, stepBegin(i), 400); });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 400 unknown 600"));
    QCOMPARE(text(told.verdict.primary), QString("cannot-tell"));
    for (const char* id : {"launch-overhead-bound", "sync-bound", "host-bound", "device-wait",
                           "compile-after-warm-up", "allocation-churn"})
        QCOMPARE(text(told.state(id)), QString("cannot-tell"));
    for (const char* id : {"transfer-bound", "communication-bound", "no-gpu-activity"})
        QCOMPARE(text(told.state(id)), QString("no"));
}

void ScenariosCallsTest::noApiRowsButBusy()
{
    Scenario run;
    run.run([&](int i) { loneKernel(run, stepBegin(i), 950); });
    const Told told = run.told();
    QCOMPARE(text(told.budget()), QString("compute 950 unknown 50"));
    QCOMPARE(text(told.verdict.primary), QString("kernel-bound"));
    QCOMPARE(text(told.state("kernel-bound")), QString("yes"));
    QCOMPARE(text(told.state("host-bound")), QString("cannot-tell"));
}

QTEST_APPLESS_MAIN(ScenariosCallsTest)
#include "scenarios_calls_test.moc"
