// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that must be found, and where they must not: without markers, with warm-up and drain, with
// prefill between decode steps.  Expectations from steady-state.md and host-overhead.md 1.0.1.
#include "core/analysis/host_overhead.h"
#include "tests/support/scenario.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

/// Twelve kernels of 70, launched ahead.
void longStep(Scenario& run)
{
    for (Ns k = 0; k < 12; ++k)
        run.kernel(k * 5, k * 5 + 5, 5 + k * 70, 75 + k * 70, "k" + std::to_string(k) + "()");
    run.sync(61, 850);
}

bool isNear(std::optional<double> value, double wanted)
{
    return value && std::abs(*value - wanted) < 1e-9;
}

} // namespace

class ScenariosStepsTest : public QObject
{
    Q_OBJECT
private slots:
    void noMarkers();
    void noLoop();
    void rampAndDrain();
    void noRamp();
    void prefillBetweenDecode();
    void decodeOnly();
};

void ScenariosStepsTest::noMarkers()
{
    Scenario run;
    run.run([&](int) { longStep(run); }, false);
    const Told told = run.told("steady");
    const SteadyState& steady = told.analysis->steady;
    QCOMPARE(steady.method, StepMethod::KernelSequence);
    QCOMPARE(steady.p50, DurationNs{kStep});
    QVERIFY(steady.stepCount >= 17 && steady.stepCount <= 20);
    QVERIFY(steady.window.begin >= stepBegin(0) && steady.window.end <= stepBegin(kSteps));
    QCOMPARE(told.window.steps, std::optional(steady.stepCount));
}

/// The same kernels in no order, at no pace.
void ScenariosStepsTest::noLoop()
{
    Scenario run;
    std::uint32_t random = 12345;
    const auto next = [&](std::uint32_t below) {
        random = random * 1664525U + 1013904223U;
        return static_cast<Ns>((random >> 8U) % below);
    };
    Ns t = 0;
    for (int i = 0; i < 240; ++i) {
        t += 20 + next(400);
        run.kernel(t, t + 5, t + 5, t + 5 + 1 + next(15), "k" + std::to_string(next(200)) + "()");
    }
    const Told told = run.told("all");
    QVERIFY2(!told.analysis->steady.found, told.analysis->steady.reason.c_str());
    QVERIFY(!told.analysis->steady.reason.empty());
    QCOMPARE(defaultWindow(*told.analysis).source, WindowSource::All);
}

/// Steps of 3, 2.5, 2, 1.5 ms, twelve of 1 ms, four of 0.5 ms: the twelve are the steady state.
void ScenariosStepsTest::rampAndDrain()
{
    std::vector<Ns> lengths{3000, 2500, 2000, 1500};
    lengths.insert(lengths.end(), 12, 1000);
    lengths.insert(lengths.end(), 4, 500);
    Scenario run;
    Ns begin = kRunBegin;
    std::vector<Ns> begins;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        run.at(begin);
        run.range("step " + std::to_string(i), 0, lengths[i]);
        run.kernel(0, 5, 5, lengths[i] - 95);
        run.sync(6, lengths[i] - 90);
        begins.push_back(begin);
        begin += lengths[i] * kUs;
    }
    const Told told = run.told("steady");
    const SteadyState& steady = told.analysis->steady;
    QCOMPARE(steady.method, StepMethod::Nvtx);
    QCOMPARE(steady.window, (TimeRange{begins[4], begins[16]}));
    QCOMPARE(steady.stepCount, std::size_t{12});
    QCOMPARE(steady.irregularCount, std::size_t{0});
    QCOMPARE(steady.p50, DurationNs{kStep});
    QCOMPARE(steady.proof.drainSteps, std::size_t{4});
    QCOMPARE(steady.steps.at(0).flaw, StepFlaw::FirstSeenKernel);
    QCOMPARE(steady.steps.at(2).flaw, StepFlaw::OtherPeriod);
}

/// All equal: only the first step, which launches its kernel for the first time, stays outside.
void ScenariosStepsTest::noRamp()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 605);
        run.sync(6, 610);
    });
    const Told told = run.told("steady");
    QCOMPARE(told.analysis->steady.window, (TimeRange{stepBegin(1), stepBegin(20)}));
    QCOMPARE(told.window.steps, std::optional<std::size_t>(19));
}

/// Every fourth step prefills: 700 of kernels, the others 300.
void ScenariosStepsTest::prefillBetweenDecode()
{
    Scenario run;
    run.run(
        [&](int i) {
            const bool isContext = i % 4 == 0;
            run.range("[Executor] _forward_step " + std::to_string(i) + ": "
                          + (isContext ? "1" : "0") + " ctx reqs, 8 gen reqs",
                      0, 1000);
            run.kernel(0, 5, 5, isContext ? 705 : 305, isContext ? "prefill()" : "decode()");
            run.sync(6, isContext ? 710 : 310);
        },
        false);
    const Told told = run.told();
    QVERIFY2(told.analysis->steady.found, told.analysis->steady.reason.c_str());
    QVERIFY(told.analysis->steady.window.begin <= told.window.range.begin
            && told.window.range.end <= told.analysis->steady.window.end);
    const HostOverhead host = hostOverhead(*told.analysis, told.window, {}, {}).value();
    QCOMPARE(host.phases.size(), std::size_t{2});
    // Steps 5..14: 8 and 12 prefill.
    QCOMPARE(host.phases[0].phase, StepPhase::Context);
    QCOMPARE(host.phases[0].iterations, std::size_t{2});
    QCOMPARE(host.phases[1].iterations, std::size_t{8});
    QVERIFY(isNear(host.phases[0].metrics[HostMetric::GpuIdle], 0.3));
    QVERIFY(isNear(host.phases[1].metrics[HostMetric::GpuIdle], 0.7));
    // Of ten steps 2 x 700 + 8 x 300.
    QVERIFY(isNear(host.metrics[HostMetric::GpuIdle], 1 - 0.38));
}

void ScenariosStepsTest::decodeOnly()
{
    Scenario run;
    run.run(
        [&](int i) {
            run.range("[Executor] _forward_step " + std::to_string(i) + ": 0 ctx reqs, 8 gen reqs",
                      0, 1000);
            run.kernel(0, 5, 5, 305, "decode()");
            run.sync(6, 310);
        },
        false);
    const Told told = run.told();
    const HostOverhead host = hostOverhead(*told.analysis, told.window, {}, {}).value();
    QCOMPARE(host.phases.size(), std::size_t{1});
    QCOMPARE(host.phases[0].phase, StepPhase::Generation);
    QCOMPARE(host.phases[0].iterations, std::size_t{10});
    // The limits of the generation phase: 0.15 idle, 0.80 busy.
    QCOMPARE(host.phases[0].votes.front().threshold, 0.15);
    QVERIFY(host.phases[0].votes.front().crossed);
}

QTEST_APPLESS_MAIN(ScenariosStepsTest)
#include "scenarios_steps_test.moc"
