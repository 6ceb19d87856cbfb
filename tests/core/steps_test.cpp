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

bool says(const SteadyState& state, std::string_view text)
{
    const bool found = state.reason.find(text) != std::string::npos;
    if (!found)
        qWarning("%s", state.reason.c_str());
    return found;
}

/// Steps of 1 ms from `begin` on, ten kernels each, marked "step N".
void markedSteps(LoopFixture& loop, Ns begin, int count, int firstNumber)
{
    for (int i = 0; i < count; ++i) {
        const Ns at = begin + i * kMs;
        loop.model.range(loop.thread, "step " + std::to_string(firstNumber + i), at,
                         at + kMs - 100);
        loop.burst(at, 10, 90'000);
    }
}

} // namespace

class StepsTest : public QObject
{
    Q_OBJECT

private slots:

    void findsMarkedStepsAfterWarmUp()
    {
        LoopFixture loop;
        loop.model.range(loop.thread, "step 0", 0, 2 * kMs - 1); // kernels first seen
        loop.burst(0, 10, 90'000);
        loop.model.range(loop.thread, "step 1", 2 * kMs, 4 * kMs - 1); // slow
        loop.burst(2 * kMs, 10, 90'000);
        markedSteps(loop, 4 * kMs, 12, 2);
        const SteadyState s = search(loop);
        QVERIFY(s.found);
        QCOMPARE(s.method, StepMethod::Nvtx);
        QCOMPARE(s.edges, StepEdges::Host);
        QCOMPARE(s.marker, std::string("step #"));
        QCOMPARE(s.window.begin, 4 * kMs);
        QCOMPARE(s.window.end, 16 * kMs - 100); // the last one ends with its marker
        QCOMPARE(s.stepCount, std::size_t(12));
        QCOMPARE(s.irregularCount, std::size_t(0));
        QCOMPARE(s.warmupEnd.value(), 4 * kMs);
        QCOMPARE(s.p50, DurationNs(kMs));
        QCOMPARE(s.max, DurationNs(kMs));
        QCOMPARE(s.steps.size(), std::size_t(14));
        QCOMPARE(s.steps[0].flaw, StepFlaw::FirstSeenKernel);
        QCOMPARE(s.steps[1].flaw, StepFlaw::OtherPeriod);
        QVERIFY(!s.steps[1].regular && s.steps[2].regular);
        QCOMPARE(s.steps[2].label, std::string("step 2"));
        QCOMPARE(s.proof.warmupSteps, std::size_t(2));
        QCOMPARE(s.proof.warmupNs, DurationNs(4 * kMs));
        QCOMPARE(s.proof.drainSteps, std::size_t(0));
        // The kernel sequence (period 10) counts the same steps and the periods hardly differ.
        QCOMPARE(s.proof.agreeing, std::vector<StepMethod>{StepMethod::KernelSequence});
        QCOMPARE(s.confidence, Confidence::High);
        QVERIFY(says(s, "12 steps marked by NVTX range 'step #' on thread 4242"));
        QVERIFY(says(s, "1.000 ms median period, none irregular."));
    }

    void startEndRangesOfAnotherThreadMarkToo()
    {
        LoopFixture loop;
        const ThreadId other = loop.model.thread(loop.process, 77);
        for (int i = 0; i < 10; ++i) {
            loop.model.range(other, "it 0x" + std::to_string(i), i * kMs, i * kMs + 999'000, {},
                             RangeKind::StartEnd);
            loop.burst(i * kMs, 3, 90'000);
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::Nvtx);
        QCOMPARE(s.marker, std::string("it #"));
        QVERIFY(says(s, "on thread 77"));
    }

    void projectsEdgesWhenTheHostRunsAhead()
    {
        LoopFixture loop;
        for (int i = 0; i < 12; ++i) { // issued every 1 us, run for 1 ms each, one after the other
            loop.model.range(loop.thread, "step", i * 1000, i * 1000 + 900);
            loop.launch("k()", i * 1000, 50'000 + i * kMs, 50'000 + (i + 1) * kMs);
        }
        const SteadyState s = search(loop);
        QVERIFY(s.found);
        QCOMPARE(s.edges, StepEdges::Device);
        QCOMPARE(s.window.begin, 50'000 + kMs); // step 0 holds the kernel's first launch
        QCOMPARE(s.window.end, 50'000 + 12 * kMs);
        QCOMPARE(s.stepCount, std::size_t(11));
        QVERIFY(says(s, "The host runs ahead"));
    }

    void prefersTheStepToItsLayers()
    {
        LoopFixture loop;
        for (int i = 0; i < 12; ++i) {
            const Ns at = i * kMs;
            loop.model.range(loop.thread, "step " + std::to_string(i), at, at + 950'000);
            for (int layer = 0; layer < 2; ++layer) {
                const Ns begin = at + 1000 + layer * 300'000;
                loop.model.range(loop.thread, "layer " + std::to_string(layer), begin,
                                 begin + 290'000);
                loop.launch("gemm()", begin + 10, begin + 20, begin + 200'000);
            }
            loop.launch("sample()", at + 800'000, at + 800'010, at + 900'000);
        }
        // 24 of 36 launches lie in a layer: below 80 %; all lie in steps.
        const SteadyState s = search(loop);
        QCOMPARE(s.marker, std::string("step #"));
    }

    void innerRangesThatHoldEverythingDoNotWin()
    {
        LoopFixture loop;
        for (int i = 0; i < 12; ++i) {
            const Ns at = i * kMs;
            loop.model.range(loop.thread, "outer", at, at + 950'000);
            loop.model.range(loop.thread, "inner", at + 10, at + 900'000);
            loop.burst(at + 20, 5, 100'000);
        }
        QCOMPARE(search(loop).marker, std::string("outer"));
    }

    void overlappingRangesAreNoSteps()
    {
        LoopFixture loop;
        for (int i = 0; i < 12; ++i) {
            loop.model.range(loop.thread, "request", i * kMs, i * kMs + 2 * kMs);
            loop.burst(i * kMs, 12, 50'000);
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::KernelSequence);
        // The first one launches its kernels first, the last one ends with its own last op: short.
        QCOMPARE(s.stepCount, std::size_t(10));
    }

    void openRangesAndMarksAreNoSteps()
    {
        LoopFixture loop;
        for (int i = 0; i < 12; ++i) {
            loop.model.range(loop.thread, "mark", i * kMs, i * kMs, {}, RangeKind::Mark);
            loop.model.range(loop.thread, "open", i * kMs, 20 * kMs, {}, RangeKind::PushPop, true);
            loop.burst(i * kMs, 12, 50'000);
        }
        QCOMPARE(search(loop).method, StepMethod::KernelSequence);
    }

    void looserShareIsNeverHighConfidence()
    {
        LoopFixture loop;
        for (int i = 0; i < 12; ++i) { // 6 of 10 launches lie inside
            loop.model.range(loop.thread, "forward", i * kMs, i * kMs + 6 * 90'000 - 1);
            loop.burst(i * kMs, 10, 90'000);
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.marker, std::string("forward"));
        QVERIFY(s.cv < 0.05 && !s.proof.agreeing.empty());
        QCOMPARE(s.confidence, Confidence::Medium);
        QVERIFY(says(s, "Less than 80 %"));
    }

    void listsALateCompilationInside()
    {
        LoopFixture loop;
        markedSteps(loop, 0, 20, 0);
        loop.model.call(loop.thread, "cuModuleLoadData", 9 * kMs + 850'000, 9 * kMs + 890'000);
        const SteadyState s = search(loop);
        QCOMPARE(s.window.begin, kMs);
        QCOMPARE(s.stepCount, std::size_t(19));
        QCOMPARE(s.irregularCount, std::size_t(1));
        QCOMPARE(s.steps[9].flaw, StepFlaw::Compilation);
        QVERIFY(says(s, "1 irregular, with compilation."));
    }

    void alternatingStepsAreRegularOfTheirKind()
    {
        LoopFixture loop;
        for (int i = 0; i < 24; ++i) { // every fourth step samples: more kernels, twice as long
            const bool samples = i % 4 == 3;
            const Ns at = i * kMs + (i / 4) * kMs;
            loop.model.range(loop.thread, "step", at, at + (samples ? 2 : 1) * kMs - 100);
            loop.burst(at, samples ? 15 : 10, 90'000);
        }
        const SteadyState s = search(loop);
        QVERIFY(s.found);
        // 0 and 3 hold first launches; the run of 8 that begins at 1 has 7 regular ones.
        QCOMPARE(s.window.begin, kMs);
        QCOMPARE(s.stepCount, std::size_t(23));
        QCOMPARE(s.irregularCount, std::size_t(1));
        QCOMPARE(s.steps[3].flaw, StepFlaw::FirstSeenKernel);
        QCOMPARE(s.p50, DurationNs(kMs));
        QCOMPARE(s.max, DurationNs(2 * kMs));
    }

    void findsTheCadenceOfAGraph()
    {
        LoopFixture loop;
        for (int i = 0; i < 10; ++i) {
            loop.model.call(loop.thread, "cudaGraphLaunch_v10000", i * kMs, i * kMs + 50, 100 + i);
            loop.model.graph(loop.stream, 5, i * kMs + 100, i * kMs + 800'000, 100 + i);
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::Graph);
        QCOMPARE(s.window, (TimeRange{0, 9 * kMs + 800'000}));
        QCOMPARE(s.stepCount, std::size_t(10));
        QVERIFY(says(s, "CUDA graph 5"));
    }

    void tellsStepsApartByTheirCollectives()
    {
        LoopFixture loop;
        for (int i = 0; i < 14; ++i) { // three all-reduces, then 4 ms until the next step's
            const Ns at = i * 5 * kMs;
            for (int k = 0; k < 3; ++k)
                loop.launch("ncclAllReduceRing()", at + k * 200'000, at + k * 200'000 + 10,
                            at + k * 200'000 + 100'000);
            loop.launch("other" + std::to_string(i % 3) + "()", at + 700'000, at + 700'010,
                        at + 800'000);
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::Collective);
        QCOMPARE(s.steps.size(), std::size_t(14));
        QCOMPARE(s.steps[4].begin, 20 * kMs);
        QVERIFY(says(s, "mostly 3 a step"));
    }

    void findsTheKernelSequenceAndItsBoundary()
    {
        LoopFixture loop;
        for (int i = 0; i < 12; ++i) { // 12 kernels; the device waits 300 us before k5
            for (int k = 0; k < 12; ++k) {
                const Ns host = i * kMs + k * 50'000 + (k >= 5 ? 300'000 : 0);
                loop.launch("k" + std::to_string(k), host, host + 10, host + 40'000);
            }
        }
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::KernelSequence);
        QCOMPARE(s.marker, std::string("period 12 at op 5"));
        QCOMPARE(s.steps[0].begin, 550'000);
        QCOMPARE(s.window.begin,
                 kMs + 550'000); // step 0 sees k5.. first, and k0.. of the next turn not
        QCOMPARE(s.steps.size(), std::size_t(12));
        QVERIFY(s.confidence != Confidence::Low);
    }

    void aShortPeriodIsARepeatingBlock()
    {
        LoopFixture loop;
        for (int i = 0; i < 40; ++i)
            loop.burst(i * 1000, 2, 400);
        const SteadyState s = search(loop);
        QCOMPARE(s.method, StepMethod::KernelSequence);
        QCOMPARE(s.confidence, Confidence::Low);
        QVERIFY(says(s, "repeating block"));
    }

    void saysWhyThereIsNone()
    {
        LoopFixture empty;
        QCOMPARE(search(empty).method, StepMethod::None);
        LoopFixture few;
        few.burst(0, 6, 1000);
        const SteadyState s = search(few);
        QVERIFY(!s.found && s.steps.empty() && !s.warmupEnd);
        QVERIFY(says(s, "repeats at least 8 times"));
        LoopFixture wild; // ten steps, none as long as another
        for (int i = 0; i < 10; ++i) {
            wild.model.range(wild.thread, "step", i * i * kMs, i * i * kMs + kMs / 2);
            wild.burst(i * i * kMs, 10, 40'000);
        }
        QVERIFY(
            says(search(wild), "No run of 8 steps with at least 7 regular ones among 10 steps"));
    }

    /// Ten are marked, but only six of them did anything once the device had them.
    void saysThatTooFewStepsDidSomething()
    {
        LoopFixture loop;
        for (int i = 0; i < 10; ++i) {
            loop.model.range(loop.thread, "step " + std::to_string(i), i * 1000, i * 1000 + 900);
            if (i < 6) // the next step begins while it runs
                loop.launch("k()", i * 1000 + 10, i * 5000 + 20, (i + 1) * 5000);
        }
        const SteadyState s = search(loop);
        QVERIFY(!s.found && s.steps.empty());
        QVERIFY(says(s, "A steady state needs 8 steps; there are only 6 steps marked by NVTX range "
                        "'step #'"));
    }

    void saysThatTheHostRanTooFarAhead()
    {
        LoopFixture loop;
        for (int i = 0; i < 20; ++i) { // warm-up: every step a new kernel
            loop.model.range(loop.thread, "step", i * kMs, i * kMs + 900'000);
            loop.launch("warm" + std::to_string(i), i * kMs, i * kMs + 10, i * kMs + 500'000);
        }
        const StreamId side = loop.model.stream(loop.device, loop.process, 8);
        loop.model.call(loop.thread, "cudaLaunchKernel", 19 * kMs + 100, 19 * kMs + 200, 999);
        loop.model.kernel(side, "warm0", 19 * kMs + 300, 900 * kMs, 999);
        for (int i = 20; i < 29; ++i) {
            loop.model.range(loop.thread, "step", i * kMs, i * kMs + 900'000);
            loop.launch(i % 2 == 0 ? "warm1" : "warm2", i * kMs, i * kMs + 10, i * kMs + 500'000);
        }
        const SteadyState s = search(loop); // no item occurs 9 times: no sequence either
        QCOMPARE(s.method, StepMethod::None);
        QVERIFY(says(s, "The host ran too far ahead"));
    }

    void stopsWhenAsked()
    {
        LoopFixture loop;
        markedSteps(loop, 0, 12, 0);
        const auto index = BudgetIndex::build(loop.model.finish(), BudgetLimits{}, {});
        std::stop_source source;
        source.request_stop();
        const auto result = findSteadyState(*index.value(), source.get_token());
        QVERIFY(!result.hasValue());
        QCOMPARE(result.error().code, Errc::Cancelled);
    }
};

QTEST_APPLESS_MAIN(StepsTest)
#include "steps_test.moc"
