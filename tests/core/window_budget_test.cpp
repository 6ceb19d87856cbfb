// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/window_budget.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

/// Device 0 computes 10 000 of 20 000 ns, device 1 exactly 1 % of that, device 2 less.
Analysis threeDevices()
{
    TraceSketch sketch;
    sketch.kernel({"k", 0, 10'000, -1, {100, 0, 7}});
    sketch.copy({500, 600, 1, 1, -1, {100, 1, 7}});
    sketch.kernel({"k", 0, 99, -1, {100, 2, 7}});
    return sketch.finish();
}

} // namespace

class WindowBudgetTest : public QObject
{
    Q_OBJECT

private slots:
    void sharesAreTheMeanOverActiveDevices();
    void allAreActiveWhenNoneIsBusy();
    void limitsToOneDevice();
    void anEmptyWindowHasNoShares();
};

void WindowBudgetTest::sharesAreTheMeanOverActiveDevices()
{
    const Analysis analysis = threeDevices();
    const WindowBudget budget = windowBudget(*analysis.budget, {0, 20'000});
    QCOMPARE(budget.devices.size(), std::size_t{3});
    QVERIFY(budget.devices[0].active);
    QVERIFY(budget.devices[1].active); // exactly 1 % counts
    QVERIFY(!budget.devices[2].active);
    QCOMPARE(budget.share(BudgetClass::Compute), 0.25);
    QCOMPARE(budget.share(BudgetClass::Transfer), 50.0 / 20'000);
    QCOMPARE(budget.devices[1].busyNs, DurationNs{100});
    QCOMPARE(budget.devices[1].idleNs, DurationNs{19'900});
    for (const DeviceBudget& device : budget.devices) {
        DurationNs sum = 0;
        for (const DurationNs ns : device.budget)
            sum += ns;
        QCOMPARE(sum, DurationNs{20'000});
    }
}

void WindowBudgetTest::allAreActiveWhenNoneIsBusy()
{
    const Analysis analysis = threeDevices();
    const WindowBudget budget = windowBudget(*analysis.budget, {15'000, 16'000});
    for (const DeviceBudget& device : budget.devices)
        QVERIFY(device.active);
    QCOMPARE(budget.share(BudgetClass::None), 1.0);
}

void WindowBudgetTest::limitsToOneDevice()
{
    const Analysis analysis = threeDevices();
    const WindowBudget budget = windowBudget(*analysis.budget, {0, 1000}, DeviceId(2));
    QCOMPARE(budget.devices.size(), std::size_t{1});
    QCOMPARE(budget.devices[0].device, DeviceId(2));
    QCOMPARE(budget.share(BudgetClass::Compute), 0.099);
}

void WindowBudgetTest::anEmptyWindowHasNoShares()
{
    const Analysis analysis = threeDevices();
    const WindowBudget budget = windowBudget(*analysis.budget, {5, 5});
    for (const double share : budget.shares)
        QCOMPARE(share, 0.0);
}

QTEST_APPLESS_MAIN(WindowBudgetTest)
#include "window_budget_test.moc"
