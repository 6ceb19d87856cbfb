// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps.h"
#include "tests/support/loop_fixture.h"

#include <QTest>

using namespace nv;
using nv::test::LoopFixture;

namespace {

constexpr Ns kMs = 1'000'000;

SteadyState search(LoopFixture& loop)
{
    const TracePtr trace = loop.model.finish();
    const auto index = BudgetIndex::build(trace, BudgetLimits{}, {});
    return findSteadyState(*index.value(), {}).value();
}

std::string marker(int number, int context, int generation)
{
    return "[Executor] _forward_step " + std::to_string(number) + ": " + std::to_string(context)
           + " ctx reqs, " + std::to_string(generation) + " gen reqs";
}

} // namespace

class StepsRanksTest : public QObject
{
    Q_OBJECT

private slots:

    /// Two ranks of one run, the second 30 us late at every step, with step numbers.
    void ranksAreMergedByStepNumber()
    {
        LoopFixture loop;
        const ProcessId second = loop.model.process(2000);
        const ThreadId late = loop.model.thread(second, 4343);
        const StreamId stream = loop.model.stream(loop.model.device(), second, 7);
        for (int i = 0; i < 12; ++i) {
            const Ns at = i * kMs;
            loop.model.range(loop.thread, marker(i, 0, 8), at, at + 800'000);
            loop.model.range(late, marker(i, 0, 8), at + 30'000, at + 850'000);
            loop.burst(at, 5, 100'000);
            for (int k = 0; k < 5; ++k) {
                const Ns host = at + 30'000 + k * 100'000;
                loop.model.call(late, "cudaLaunchKernel", host, host + 5, 10'000 + i * 5 + k);
                loop.model.kernel(stream, "k" + std::to_string(k) + "()", host + 10, host + 60'000,
                                  10'000 + i * 5 + k);
            }
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::Nvtx);
        QCOMPARE(s.steps.size(), std::size_t(12));
        QCOMPARE(s.window.begin, kMs);              // the first rank's begin
        QCOMPARE(s.window.end, 11 * kMs + 850'000); // the last rank's end
        QCOMPARE(s.steps[3].phase, StepPhase::Generation);
        QVERIFY(s.reason.find("of 2 ranks by step number") != std::string::npos);
    }

    /// Without numbers each process stands for itself.
    void ranksWithoutNumbersStayApart()
    {
        LoopFixture loop;
        const ProcessId second = loop.model.process(2000);
        const ThreadId late = loop.model.thread(second, 4343);
        for (int i = 0; i < 12; ++i) {
            const Ns at = i * kMs;
            loop.model.range(loop.thread, "step", at, at + 800'000);
            loop.model.range(late, "step", at + 30'000, at + 850'000);
            loop.burst(at, 5, 100'000);
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.window.end, 11 * kMs + 800'000);
        QVERIFY(s.reason.find("ranks") == std::string::npos);
    }

    /// Generation steps with every sixth a context step: both phases stay inside, and the longest
    /// run of the common batch is offered.
    void phasesAreJudgedApartAndPureGenerationIsOffered()
    {
        LoopFixture loop;
        Ns at = 0;
        std::vector<Ns> begins;
        for (int i = 0; i < 60; ++i) {
            const bool context = i < 40 && i % 6 == 5;
            const Ns length = context ? 3 * kMs : kMs;
            loop.model.range(loop.thread, marker(i, context ? 1 : 0, i < 50 ? 8 : 7), at,
                             at + length - 1000);
            loop.burst(at, context ? 20 : 8, 100'000);
            begins.push_back(at);
            at += length;
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::Nvtx);
        QCOMPARE(s.steps[5].phase, StepPhase::Context);
        QCOMPARE(s.window.begin, begins[1]);
        QCOMPARE(s.stepCount, std::size_t(59));
        QCOMPARE(s.irregularCount, std::size_t(1)); // the first context step sees k8.. first
        QVERIFY(!s.alternatives.empty());
        // Context steps are 5, 11, 17, 23, 29, 35; batch 8 until step 49: the run is 36..49.
        QCOMPARE(s.alternatives[0].steps, std::size_t(14));
        QCOMPARE(s.alternatives[0].window, (TimeRange{begins[36], begins[50]}));
        QCOMPARE(s.alternatives[0].marker, std::string("generation only, batch 8"));
    }
};

QTEST_APPLESS_MAIN(StepsRanksTest)
#include "steps_ranks_test.moc"
