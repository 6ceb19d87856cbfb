// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/verdict_fixture.h"

#include <QTest>

#include <array>

using namespace nv;
using namespace nv::test;

class VerdictActionsTest : public QObject
{
    Q_OBJECT
private slots:

    void nothingRan()
    {
        test::LoopFixture loop;
        loop.model.range(loop.thread, "only a range", 0, 100);
        test::ModelFixture bare;
        const ThreadId thread = bare.thread(bare.process(1), 1);
        bare.range(thread, "only a range", 0, 100);
        const Analysis analysis = analysed(bare.finish());
        WindowBudget budget;
        budget.window = {0, 100};
        const Verdict verdict = quickVerdict(analysis, budget);
        QCOMPARE(verdict.primary, std::string("no-gpu-activity"));
        QCOMPARE(findingOf(verdict, "no-gpu-activity").state, ClassState::Yes);
        QCOMPARE(findingOf(verdict, "transfer-bound").state, ClassState::No);
        QCOMPARE(findingOf(verdict, "sync-bound").state, ClassState::CannotTell); // no API rows
        QVERIFY(!findingOf(verdict, "transfer-bound").share);

        const Verdict ran = quickVerdict(analysed(ordinaryTrace()), budgetOf({}));
        QCOMPARE(findingOf(ran, "no-gpu-activity").state, ClassState::No);
    }

    void aCompileCallInASteadyWindowIsAYes()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 200);
        loop.model.call(loop.thread, "cuModuleLoadData", 450, 470);
        Analysis analysis = analysed(loop.model.finish());
        const QString id = "compile-after-warm-up";
        const auto judged = [&](TimeRange window) { return quickVerdict(analysis, over(window)); };

        QCOMPARE(findingOf(judged({0, 900}), id).state, ClassState::No); // no steady state known
        QCOMPARE(findingOf(judged({0, 900}), id).title, std::string("compile and set-up"));
        addSteps(analysis, 9);
        QCOMPARE(findingOf(judged({0, 900}), id).state, ClassState::Yes);
        QCOMPARE(findingOf(judged({0, 900}), id).title, std::string("compile-after-warm-up"));
        QCOMPARE(judged({0, 900}).primary, std::string("mixed"));          // by count never primary
        QCOMPARE(findingOf(judged({0, 450}), id).state, ClassState::No);   // ends where it begins
        QCOMPARE(findingOf(judged({470, 900}), id).state, ClassState::No); // begins where it ends
        QCOMPARE(findingOf(judged({0, 451}), id).state, ClassState::Yes);
        QCOMPARE(findingOf(judged({0, 901}), id).state, ClassState::No); // leaves the steady state
    }

    /// To pin what is pinned already is no advice; one copy that is not makes it one again.
    void pinnedCopiesAreNotToBePinned()
    {
        const Analysis analysis = analysed(ordinaryTrace());
        const auto advised = [&](std::vector<std::array<std::int64_t, 2>> kinds) {
            WindowTables tables = windowTables(analysis, allWindow(analysis), {}, {}).value();
            tables.transfers.clear();
            for (const auto& [source, target] : kinds) {
                TransferRow row;
                row.copyKind = 1;
                row.srcKind = source;
                row.dstKind = target;
                row.count = 4;
                row.bytes = 4096;
                row.exposedNs = 1000;
                tables.transfers.push_back(row);
            }
            const Verdict verdict =
                fullVerdict(analysis, budgetOf({{BudgetClass::Transfer, 900'000}}), tables);
            return QString::fromStdString(verdict.nextAction);
        };
        constexpr std::int64_t kDevice = 2;
        QVERIFY(advised({{0, kDevice}})
                    .endsWith("keep the buffer on the device, else pin and overlap it."));
        QVERIFY(advised({{kUnknownKind, kDevice}}).contains("else pin and overlap it"));
        QVERIFY(advised({{1, kDevice}, {kDevice, 0}}).contains("else pin and overlap it"));
        const QString pinned = advised({{1, kDevice}, {kDevice, 1}});
        QVERIFY2(pinned.endsWith("else overlap it with compute on another stream, or move it in "
                                 "fewer, larger copies (its memory is pinned already)."),
                 qPrintable(pinned));
        QVERIFY(advised({{kDevice, kDevice}}).endsWith("larger copies."));
    }

    void anAllocationInEveryStepIsAYes()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 3, 9);
        for (Ns step = 0; step < 9; ++step)
            loop.model.call(loop.thread, "cudaMalloc_v3020", step * 100 + 50, step * 100 + 55);
        Analysis analysis = analysed(loop.model.finish());
        const QString id = "allocation-churn";
        const auto state = [&](TimeRange window) {
            return findingOf(quickVerdict(analysis, over(window)), id).state;
        };
        QCOMPARE(state({0, 900}), ClassState::CannotTell); // calls, but no steps to ask
        QCOMPARE(state({60, 149}), ClassState::No);        // no call at all
        addSteps(analysis, 9);
        QCOMPARE(state({0, 900}), ClassState::Yes);
        QCOMPARE(state({0, 800}), ClassState::Yes);        // 8 steps are enough
        QCOMPARE(state({1, 800}), ClassState::CannotTell); // 7 are not
        addSteps(analysis, 0);
        Step without;
        without.begin = 900;
        without.end = 1000;
        analysis.steady.steps.push_back(without);
        QCOMPARE(state({0, 1000}), ClassState::No); // the tenth step has none
    }

    void anEmptyWindowTellsNothing()
    {
        WindowBudget budget = budgetOf({});
        budget.window = {5, 5};
        budget.shares = {};
        const Verdict verdict = quickVerdict(analysed(ordinaryTrace()), budget);
        QCOMPARE(findingOf(verdict, "sync-bound").state, ClassState::CannotTell);
        QVERIFY(!findingOf(verdict, "sync-bound").share);
    }

    void profilesTheLeadingKernelOfTheWindow()
    {
        test::LoopFixture loop;
        for (Ns i = 0; i < 10; ++i) {
            loop.launch("lib::gemm<float>(T1 *)", i * 100, i * 100 + 10, i * 100 + 80);
            loop.launch("norm()", i * 100 + 20, i * 100 + 80, i * 100 + 90);
        }
        const TracePtr trace = loop.model.finish();
        const auto writable = std::const_pointer_cast<TraceModel>(trace);
        writable->capture.command = {"env", "TOKEN=fake-secret-0123456789", "python", "a b.py"};
        Analysis analysis = analysed(trace);
        analysis.steady = {}; // with steps known the count would be that of one step
        const Window window = userWindow(analysis, {310, 810}); // launches 4 to 8 start inside
        const auto tables = windowTables(analysis, window, {}, {}).value();
        const WindowBudget budget = windowBudget(*analysis.budget, window.range);
        const Verdict verdict = fullVerdict(analysis, budget, tables);
        // 5 x 70 of 500 ns compute by gemm, 5 x 10 by norm: 0.80
        QCOMPARE(verdict.primary, std::string("kernel-bound"));
        const std::string name(
            analysis.trace->names.text(analysis.trace->kernelVariants.front().shortName));
        QVERIFY2(verdict.command.find("--launch-skip 3 --launch-count 5 ") != std::string::npos,
                 verdict.command.c_str());
        QVERIFY(verdict.command.starts_with("ncu --kernel-name "));
        QVERIFY(verdict.command.find(name) != std::string::npos);
        QVERIFY(verdict.command.ends_with(" python 'a b.py'"));
        QVERIFY(verdict.command.find("fake-secret") == std::string::npos);
        QVERIFY(verdict.nextAction.ends_with(verdict.command));
    }

    /// 10 ns of launching before each copy of 2, and never a kernel: none of them is advised about.
    void launchesOfCopiesAreNoKernels()
    {
        test::LoopFixture loop;
        for (Ns i = 0; i < 10; ++i) {
            loop.model.call(loop.thread, "cudaMemcpyAsync_v3020", i * 12, i * 12 + 10, i + 1);
            loop.model.copy(loop.stream, 64, i * 12 + 10, i * 12 + 12, i + 1);
        }
        const Analysis analysis = analysed(loop.model.finish());
        const Window window = allWindow(analysis);
        const auto tables = windowTables(analysis, window, {}, {}).value();
        const Verdict verdict =
            fullVerdict(analysis, budgetOf({{BudgetClass::Launch, 800'000}}), tables);
        QCOMPARE(verdict.primary, std::string("launch-overhead-bound"));
        QVERIFY(!verdict.hasKernels);
        QVERIFY2(verdict.primaryReason.ends_with("No kernel was recorded."),
                 verdict.primaryReason.c_str());
        QVERIFY2(verdict.nextAction.starts_with("No kernel is recorded here")
                     && verdict.nextAction.find("(copy calls: 10 in the window)")
                            != std::string::npos,
                 verdict.nextAction.c_str());
        for (const Evidence& shown : findingOf(verdict, "launch-overhead-bound").evidence)
            QVERIFY2(!shown.what.starts_with("kernels") || !shown.value, shown.what.c_str());
        QCOMPARE(findingOf(verdict, "kernel-bound").reason,
                 std::string("The capture holds no kernel."));
        QVERIFY(!findingOf(verdict, "kernel-bound").evidence.front().value);
        QCOMPARE(*findingOf(verdict, "kernel-bound").share, 0.0); // as the budget has it
    }

    void everyClassHasANextAction()
    {
        const Analysis analysis = analysed(ordinaryTrace());
        const Window window = allWindow(analysis);
        const auto tables = windowTables(analysis, window, {}, {}).value();
        for (const Rule& rule : rules()) {
            const WindowBudget budget = budgetOf({});
            const RuleInput input = fullInput(analysis, budget, tables);
            const std::string sentence = rule.act(input, rule.judge(input, rule));
            QVERIFY2(sentence.size() > 20, std::string(rule.id).c_str());
        }
        const Verdict mixed = fullVerdict(
            analysis, budgetOf({{BudgetClass::Sync, 90'000}, {BudgetClass::Queue, 80'000}}),
            tables);
        QCOMPARE(mixed.primary, std::string("mixed"));
        QVERIFY(mixed.nextAction.find("sync-bound (9.0 %) and device-wait (8.0 %)")
                != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(VerdictActionsTest)
#include "verdict_actions_test.moc"
