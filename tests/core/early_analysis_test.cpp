// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a capture before its devices are cut: classes of calls, and of time nothing.
#include "core/analysis/window_budget.h"
#include "core/opening/opening.h"
#include "tests/support/scenario.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

class EarlyAnalysisTest : public QObject
{
    Q_OBJECT

private slots:

    void allTimeIsUnknown()
    {
        const TracePtr trace = made();
        int told = 0;
        AnalysisPtr early;
        Progress progress;
        const AnalysisPtr whole = analyse(trace, {}, {}, progress, [&](const AnalysisPtr& known) {
                                      ++told;
                                      early = known;
                                  }).value();
        QCOMPARE(told, 1);
        QVERIFY(early->isEarly && !whole->isEarly);
        QVERIFY(!early->steady.found && !early->steady.reason.empty());
        QVERIFY(!trace->devices.empty() && trace->calls.size() > 0);
        for (std::size_t d = 0; d < trace->devices.size(); ++d) {
            QVERIFY(early->budget->gaps(DeviceId(d)).empty());
            for (const TimeRange window :
                 {trace->extent, TimeRange{0, 1}, TimeRange{kMinNs, kMaxNs}, TimeRange{7, 7}}) {
                const Budget budget = early->budget->budget(DeviceId(d), window);
                for (std::size_t c = 0; c < kBudgetClasses; ++c)
                    QCOMPARE(budget.at(c), static_cast<BudgetClass>(c) == BudgetClass::Unknown
                                               ? window.length()
                                               : DurationNs{0});
            }
        }
        for (std::size_t i = 0; i < trace->calls.size(); ++i)
            QCOMPARE(early->budget->callClass(CallIndex(i)),
                     whole->budget->callClass(CallIndex(i)));
    }

    /// Both ways of asking end with the same budget.
    void tellingEarlyChangesNothing()
    {
        const TracePtr trace = made();
        Progress progress;
        const AnalysisPtr plain = analyse(trace, {}, {}, progress).value();
        const AnalysisPtr told =
            analyse(trace, {}, {}, progress, [](const AnalysisPtr&) {}).value();
        for (std::size_t d = 0; d < trace->devices.size(); ++d) {
            const BudgetIndex::Runs a = plain->budget->runs(DeviceId(d));
            const BudgetIndex::Runs b = told->budget->runs(DeviceId(d));
            QVERIFY(std::equal(a.start.begin(), a.start.end(), b.start.begin(), b.start.end()));
            QVERIFY(std::equal(a.cls.begin(), a.cls.end(), b.cls.begin(), b.cls.end()));
        }
    }

    void aStoppedAnalysisTellsNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        Progress progress;
        const auto analysis = analyse(made(), {}, stop.get_token(), progress,
                                      [](const AnalysisPtr&) { QFAIL("nobody waits any more"); });
        QVERIFY(!analysis);
        QCOMPARE(analysis.error().code, Errc::Cancelled);
    }

private:
    static TracePtr made()
    {
        Scenario run;
        run.run([&](int i) {
            run.range("step " + std::to_string(i), 0, 700);
            run.kernel(0, 5, 5, 605, "gemm");
            run.kernel(6, 9, 610, 620, "add");
            run.sync(10, 650);
        });
        return loadMade(run.maker);
    }
};

QTEST_APPLESS_MAIN(EarlyAnalysisTest)
#include "early_analysis_test.moc"
