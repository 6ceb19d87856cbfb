// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

#include <cmath>

using namespace nv;
using namespace nv::test;

namespace {

constexpr double kTolerance = 5e-7; // the values of host-overhead.md have six decimals

/// t in us as the examples write it.
Ns us(Ns t)
{
    return 1'000'000'000 + t * 1000;
}

class Phases : public TraceSketch
{
public:
    void run(Ns start, Ns end, std::int64_t device = 0, std::int64_t pid = 100)
    {
        kernel({"gemm", us(start), us(end), -1, {pid, device, 7}});
    }

    void step(Ns start, Ns end, int number, int context, int generation, std::int64_t pid = 100)
    {
        mark("[Executor] _forward_step " + std::to_string(number) + ": " + std::to_string(context)
                 + " ctx reqs, " + std::to_string(generation) + " gen reqs",
             start, end, pid);
    }

    void mark(const std::string& text, Ns start, Ns end, std::int64_t pid = 100)
    {
        range({text, us(start), us(end), 101, pid});
    }

    void api(const std::string& name, Ns start, Ns end, std::int64_t pid = 100)
    {
        call({name, us(start), us(end), -1, 101, pid});
    }
};

HostOverhead overheadOf(const Analysis& analysis, const HostOverheadOptions& options = {})
{
    return hostOverhead(analysis, wholeWindow(analysis), options, {}).value();
}

const HostPhase* find(const std::vector<HostPhase>& phases, StepPhase phase)
{
    for (const HostPhase& one : phases)
        if (one.phase == phase)
            return &one;
    return nullptr;
}

bool isNear(std::optional<double> value, double expected)
{
    return value && std::abs(*value - expected) < kTolerance;
}

/// Example 11.B: steps 1 context, 2 generation, 3 mixed, 4 generation, 5 of no phase.
Analysis exampleB()
{
    Phases sketch;
    sketch.step(0, 100, 1, 1, 0);
    sketch.step(120, 180, 2, 0, 4);
    sketch.step(200, 320, 3, 1, 4);
    sketch.step(340, 500, 4, 0, 5);
    sketch.step(510, 520, 5, 0, 0);
    for (const auto& [start, end] : std::vector<std::pair<Ns, Ns>>{
             {40, 70}, {80, 100}, {120, 180}, {240, 270}, {290, 320}, {340, 500}})
        sketch.run(start, end);
    sketch.api("cudaLaunchKernel", 36, 40);
    sketch.api("cudaLaunchKernel", 76, 79);
    sketch.api("cudaLaunchKernel", 236, 239);
    sketch.api("cudaLaunchKernel", 286, 290);
    sketch.api("cudaGraphLaunch_v10000", 117, 121);
    sketch.api("cudaGraphLaunch_v10000", 337, 341);
    sketch.mark("_prepare_inputs", 5, 45);
    sketch.mark("_prepare_inputs", 121, 125);
    sketch.mark("_prepare_inputs", 341, 345);
    return sketch.finish();
}

/// Example 11.C, baseline: two ranks, one context step and six of generation.
Analysis exampleC()
{
    Phases sketch;
    for (const Ns rank : {Ns{0}, Ns{1}}) {
        const std::int64_t pid = 100 * (rank + 1);
        sketch.step(-3000 + 20 * rank, -2000 + 10 * rank, 9, 2, 0, pid);
        sketch.run(-2800 + 5 * rank, -2700 + 10 * rank, rank, pid);
        sketch.run(-2500 + 10 * rank, -2400 + 10 * rank, rank, pid);
        for (int k = 0; k < 6; ++k) {
            const Ns t = 2000 * k;
            const Ns o = t + 5 * rank;
            sketch.step(t + 50 * rank, t + 500 + 60 * rank, 10 + k, 0, 8, pid);
            sketch.mark("_prepare_inputs", t + 10 + 50 * rank, t + 110 + 40 * rank, pid);
            sketch.run(o + 200, o + 240, rank, pid);
            sketch.run(o + 250, o + 290, rank, pid);
            sketch.run(o + 300, t + 340 + 10 * rank, rank, pid);
            sketch.api("cudaLaunchKernel_v7000", o + 190, o + 195, pid);
            sketch.api("cudaLaunchKernel_v7000", o + 246, o + 250, pid);
            sketch.api("cudaLaunchKernel_v7000", o + 296, o + 299, pid);
        }
    }
    return sketch.finish();
}

} // namespace

/// Metrics per phase, by the worked examples and quirks of host-overhead.md.
class HostPhasesTest : public QObject
{
    Q_OBJECT

private slots:
    void exampleBOfItsMarkers();
    void exampleBOfItsPeriods();
    void exampleCPerRank();
    void windowCutsPhases();
    void markersOfEveryAge();
    void kernelsAreCutAtTheSteps();
    void preparationBeforeTheFirstKernel();
    void replaysAreBusy();
    void generationHasItsOwnLimits();
    void stepsAreCountedOnce();
    void mixedStepsAreContext();
    void withoutMarkersNoPhases();
};

void HostPhasesTest::exampleBOfItsMarkers()
{
    const HostOverhead result = overheadOf(exampleB());
    QCOMPARE(result.phases.size(), std::size_t{2});
    const HostPhase* context = find(result.phases, StepPhase::Context);
    QVERIFY(context);
    QCOMPARE(context->iterations, std::size_t{2});
    QCOMPARE(context->windowNs, DurationNs{220'000});
    QCOMPARE(context->busyNs, DurationNs{110'000});
    QCOMPARE(context->idleNs, DurationNs{110'000});
    QVERIFY(isNear(context->metrics[HostMetric::GpuIdle], 0.5));
    QVERIFY(isNear(context->metrics[HostMetric::LaunchOverhead], 14.0 / 220));
    QVERIFY(isNear(context->metrics[HostMetric::PrepExposed], 0.875));
    QVERIFY(isNear(context->metrics[HostMetric::PrepImpact], 35.0 / 220));
    QVERIFY(isNear(context->metrics[HostMetric::PrepAttribution], 35.0 / 110));
    QVERIFY(isNear(context->metrics[HostMetric::Utilization], 0.5));
    QCOMPARE(context->crossed, std::size_t{4}); // M1, M3a, M3b, M4
    QCOMPARE(context->votes.size(), std::size_t{6});
    QCOMPARE(context->isYes, std::optional(true));
    QVERIFY(!context->hostPrepConfirmed);

    const HostPhase* generation = find(result.phases, StepPhase::Generation);
    QVERIFY(generation);
    QCOMPARE(generation->iterations, std::size_t{2});
    QCOMPARE(generation->windowNs, DurationNs{220'000});
    QVERIFY(isNear(generation->metrics[HostMetric::GpuIdle], 0.0));
    QVERIFY(isNear(generation->metrics[HostMetric::LaunchOverhead], 0.0));
    QVERIFY(isNear(generation->metrics[HostMetric::PrepExposed], 0.0));
    QVERIFY(isNear(generation->metrics[HostMetric::Utilization], 1.0));
    QCOMPARE(generation->crossed, std::size_t{0});
    QCOMPARE(generation->isYes, std::optional(false));
    QVERIFY(generation->hasGraphs);

    QCOMPARE(result.isYes, std::optional(false));  // the aggregate
    QCOMPARE(result.overall, std::optional(true)); // raised by the context phase
}

void HostPhasesTest::exampleBOfItsPeriods()
{
    const HostOverhead result = overheadOf(exampleB());
    const HostPhase* context = find(result.periodPhases, StepPhase::Context);
    QVERIFY(context);
    QCOMPARE(context->windowNs, DurationNs{260'000}); // [0,120) and [200,340)
    QVERIFY(isNear(context->metrics[HostMetric::GpuIdle], 150.0 / 260));
    QVERIFY(isNear(context->metrics[HostMetric::LaunchOverhead], 14.0 / 260));
    QVERIFY(isNear(context->metrics[HostMetric::PrepExposed], 0.875));
    QVERIFY(isNear(context->metrics[HostMetric::PrepImpact], 35.0 / 260));
    QVERIFY(isNear(context->metrics[HostMetric::PrepAttribution], 35.0 / 150));
    QCOMPARE(context->crossed, std::size_t{4});
    const HostPhase* generation = find(result.periodPhases, StepPhase::Generation);
    QVERIFY(generation);
    QCOMPARE(generation->windowNs, DurationNs{250'000}); // [120,200) and [340,510)
    QVERIFY(isNear(generation->metrics[HostMetric::GpuIdle], 0.12));
    QVERIFY(isNear(generation->metrics[HostMetric::Utilization], 0.88));
    QCOMPARE(generation->isYes, std::optional(false));
}

void HostPhasesTest::exampleCPerRank()
{
    const HostOverhead result = overheadOf(exampleC());
    const HostPhase* context = find(result.phases, StepPhase::Context);
    QVERIFY(context);
    QCOMPARE(context->iterations, std::size_t{1}); // two ranks, one step
    const HostPhase* generation = find(result.periodPhases, StepPhase::Generation);
    QVERIFY(generation);
    QCOMPARE(generation->iterations, std::size_t{6});
    QCOMPARE(generation->devices.size(), std::size_t{2});

    struct Expected
    {
        DurationNs window;
        DurationNs busy;
        double idle;
        double launch;
        DurationNs prep;
        double impact;
        double attribution;
    };

    const std::vector<Expected> ranks{
        {10'500'000, 720'000, 0.931429, 0.006857, 600'000, 0.057143, 0.06135},
        {10'510'000, 750'000, 0.928639, 0.006851, 540'000, 0.05138, 0.055328}};
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        const HostOverheadDevice& device = generation->devices[r];
        const Expected& expected = ranks[r];
        QCOMPARE(device.windowNs, expected.window);
        QCOMPARE(device.busyNs, expected.busy);
        QCOMPARE(device.prepNs, expected.prep);
        QCOMPARE(device.prepExposedNs, expected.prep);
        QVERIFY(isNear(device.metrics[HostMetric::GpuIdle], expected.idle));
        QVERIFY(isNear(device.metrics[HostMetric::LaunchOverhead], expected.launch));
        QVERIFY(isNear(device.metrics[HostMetric::PrepImpact], expected.impact));
        QVERIFY(isNear(device.metrics[HostMetric::PrepAttribution], expected.attribution));
    }
}

void HostPhasesTest::windowCutsPhases()
{
    const Analysis analysis = exampleB();
    // Holds half of step 2 and nothing of the other generation steps.
    const HostOverhead result = hostOverhead(analysis, windowOf(us(150), us(300)), {}, {}).value();
    const HostPhase* generation = find(result.phases, StepPhase::Generation);
    QVERIFY(generation);
    QCOMPARE(generation->iterations, std::size_t{1});
    QCOMPARE(generation->windowNs, DurationNs{30'000});
    const HostPhase* context = find(result.phases, StepPhase::Context);
    QVERIFY(context);
    QCOMPARE(context->windowNs, DurationNs{100'000}); // [200,300)
    QCOMPARE(context->busyNs, DurationNs{40'000});    // [240,270) and [290,300)
}

void HostPhasesTest::markersOfEveryAge()
{
    Phases newest; // quirk P4
    for (int i = 0; i < 6; ++i) {
        newest.run(i * 100, i * 100 + 50);
        newest.mark("[Executor] _forward_step " + std::to_string(i) + ": "
                        + (i == 0 ? "1 ctx reqs, 512 ctx tokens, 0" : "0 ctx reqs, 0 ctx tokens, 8")
                        + " gen reqs",
                    i * 100, i * 100 + 90);
    }
    const HostOverhead ofNewest = overheadOf(newest.finish());
    QCOMPARE(find(ofNewest.phases, StepPhase::Context)->iterations, std::size_t{1});
    QCOMPARE(find(ofNewest.phases, StepPhase::Generation)->iterations, std::size_t{5});

    Phases oldest; // P4b
    oldest.run(0, 100);
    oldest.mark("[Executor] _forward_step: 1 ctx reqs, 0 gen reqs", 0, 100);
    const HostOverhead ofOldest = overheadOf(oldest.finish());
    QCOMPARE(find(ofOldest.phases, StepPhase::Context)->iterations, std::size_t{1});
    QVERIFY(!find(ofOldest.phases, StepPhase::Generation));
}

void HostPhasesTest::kernelsAreCutAtTheSteps()
{
    Phases past; // P5
    past.run(10, 300);
    past.step(0, 100, 1, 0, 4);
    const HostOverhead p5 = overheadOf(past.finish());
    QVERIFY(isNear(find(p5.phases, StepPhase::Generation)->metrics[HostMetric::GpuIdle], 0.1));
    Phases before; // P5b
    before.run(0, 300);
    before.step(50, 250, 1, 0, 4);
    const HostOverhead p5b = overheadOf(before.finish());
    const HostPhase* generation = find(p5b.phases, StepPhase::Generation);
    QVERIFY(isNear(generation->metrics[HostMetric::GpuIdle], 0.0));
    QCOMPARE(generation->isYes, std::optional(false));
}

void HostPhasesTest::preparationBeforeTheFirstKernel()
{
    Phases sketch; // P16
    sketch.step(0, 100, 1, 1, 0);
    sketch.mark("_prepare_inputs", 0, 60);
    sketch.run(60, 100);
    const HostOverhead result = overheadOf(sketch.finish());
    const HostMetrics& m = find(result.phases, StepPhase::Context)->metrics;
    QVERIFY(isNear(m[HostMetric::GpuIdle], 0.6));
    QVERIFY(isNear(m[HostMetric::PrepExposed], 1.0));
    QVERIFY(isNear(m[HostMetric::PrepImpact], 0.6));
    QVERIFY(isNear(m[HostMetric::PrepAttribution], 1.0));
}

void HostPhasesTest::replaysAreBusy()
{
    Phases sketch; // P9
    sketch.run(-1000, -990);
    for (int i = 0; i < 5; ++i) {
        sketch.replay(us(i * 100), us(i * 100 + 95));
        sketch.step(i * 100, i * 100 + 90, i, 0, 4);
        sketch.run(i * 100 + 95, i * 100 + 99);
    }
    const HostOverhead result = overheadOf(sketch.finish());
    const HostPhase* generation = find(result.phases, StepPhase::Generation);
    QVERIFY(isNear(generation->metrics[HostMetric::GpuIdle], 0.0));
    QVERIFY(isNear(generation->metrics[HostMetric::Utilization], 1.0));
    QCOMPARE(generation->isYes, std::optional(false));
    QVERIFY(generation->hasGraphs);
}

void HostPhasesTest::generationHasItsOwnLimits()
{
    const auto sketch = [] {
        Phases p7; // idle .25 in the step: beyond .15, used .75 below .80
        p7.run(0, 75);
        p7.run(100, 101);
        p7.step(0, 100, 1, 0, 4);
        return p7.finish();
    };
    const HostOverhead standard = overheadOf(sketch());
    QCOMPARE(find(standard.phases, StepPhase::Generation)->isYes, std::optional(true));
    HostOverheadOptions options;
    options.limits.emplace();
    options.limits->generation.gpuIdle = 0.9;
    options.limits->generation.utilization = 0.01;
    const HostOverhead own = overheadOf(sketch(), options);
    QCOMPARE(find(own.phases, StepPhase::Generation)->crossed, std::size_t{0});
    QCOMPARE(find(own.phases, StepPhase::Generation)->isYes, std::optional(false));
}

void HostPhasesTest::stepsAreCountedOnce()
{
    for (const Ns skew : {Ns{60}, Ns{100}, Ns{400}}) { // P14: however far ranks are apart
        Phases sketch;
        for (int i = 0; i < 6; ++i)
            for (const std::int64_t rank : {0, 1})
                sketch.step(i * 1000 + rank * skew, i * 1000 + rank * skew + 500, i, 0, 8,
                            100 + rank);
        sketch.run(0, 10);
        const Iterations found = sketch.finish().iterations;
        QCOMPARE(found.stepCount, std::size_t{6});
        QCOMPARE(found.rows.size(), std::size_t{12});
        QCOMPARE(found.ranks.size(), std::size_t{2});
        QCOMPARE(found.overlapping, std::size_t{0});
        QCOMPARE(found.rows[1].rank, std::size_t{1});
        QCOMPARE(found.rows[1].index, std::size_t{0});
    }
    Phases twice; // a process that says a number again
    twice.step(0, 100, 1, 0, 8);
    twice.step(200, 300, 1, 0, 8);
    twice.run(0, 10);
    const Iterations found = twice.finish().iterations;
    QCOMPARE(found.stepCount, std::size_t{1});
    QCOMPARE(found.rejected, std::size_t{1});

    Phases unnumbered; // what begins within 100 us is one step, exactly 100 us is not
    for (const Ns start : {0, 99, 100, 250})
        unnumbered.mark("[Executor] _forward_step: 0 ctx reqs, 8 gen reqs", start, start + 20,
                        100 + start);
    unnumbered.run(0, 10);
    QCOMPARE(unnumbered.finish().iterations.stepCount, std::size_t{3});
}

void HostPhasesTest::mixedStepsAreContext()
{
    Phases sketch; // P24, one after the other
    sketch.run(0, 10);
    sketch.step(0, 10, 1, 0, 0);
    sketch.step(20, 30, 2, 3, 5);
    const Iterations found = sketch.finish().iterations;
    QCOMPARE(found.rows.size(), std::size_t{2});
    QVERIFY(found.rows[0].phase == StepPhase::None);
    QVERIFY(found.rows[1].phase == StepPhase::Context);
    QVERIFY(found.rows[1].isMixed);
    QCOMPARE(found.rows[0].period().length(), DurationNs{20'000}); // until the next step
    QCOMPARE(found.rows[1].period().length(), DurationNs{10'000});
}

void HostPhasesTest::withoutMarkersNoPhases()
{
    Phases sketch;
    sketch.run(0, 100);
    const HostOverhead result = overheadOf(sketch.finish());
    QVERIFY(result.phases.empty());
    QVERIFY(result.periodPhases.empty());
    QCOMPARE(result.overall, result.isYes);
}

QTEST_APPLESS_MAIN(HostPhasesTest)
#include "host_phases_test.moc"
