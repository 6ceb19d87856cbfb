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

void kernel(TraceSketch& sketch, const std::string& name, Ns start, Ns end, std::int64_t device = 0,
            std::int64_t pid = 100, std::int64_t stream = 7)
{
    sketch.kernel({name, us(start), us(end), -1, {pid, device, stream}});
}

void prep(TraceSketch& sketch, const std::string& text, Ns start, Ns end, std::int64_t pid = 100)
{
    sketch.range({text, us(start), us(end), 101, pid});
}

void api(TraceSketch& sketch, const std::string& name, Ns start, Ns end, std::int64_t pid = 100)
{
    sketch.call({name, us(start), us(end), -1, 101, pid});
}

/// Example 11.A of host-overhead.md.
Analysis exampleA()
{
    TraceSketch sketch;
    kernel(sketch, "gemm", 0, 100);
    kernel(sketch, "ncclDevKernel_AllReduce", 80, 140, 0, 100, 13);
    kernel(sketch, "gemm", 140, 200);
    kernel(sketch, "elementwise", 300, 350);
    kernel(sketch, "gemm", 400, 500);
    sketch.copy({us(220), us(260), 4096});
    for (const auto& [start, end] :
         std::vector<std::pair<Ns, Ns>>{{-10, -2}, {5, 15}, {20, 32}, {210, 230}, {360, 378}})
        api(sketch, "cudaLaunchKernel", start, end);
    api(sketch, "cudaLaunchKernelExC_v11060", 380, 390);
    prep(sketch, "_prepare_inputs", -50, 10);
    prep(sketch, "_prepare_inputs", 210, 290);
    prep(sketch, "_prepare_inputs", 340, 380);
    return sketch.finish();
}

/// Example 11.B: interleaved phases; of the first preparation 5 us lie in the window.
Analysis exampleB()
{
    TraceSketch sketch;
    for (const auto& [start, end] : std::vector<std::pair<Ns, Ns>>{
             {40, 70}, {80, 100}, {120, 180}, {240, 270}, {290, 320}, {340, 500}})
        kernel(sketch, "gemm", start, end);
    api(sketch, "cudaLaunchKernel", 36, 40); // before the window
    api(sketch, "cudaLaunchKernel", 76, 79);
    api(sketch, "cudaLaunchKernel", 236, 239);
    api(sketch, "cudaLaunchKernel", 286, 290);
    api(sketch, "cudaGraphLaunch_v10000", 117, 121);
    api(sketch, "cudaGraphLaunch_v10000", 337, 341);
    prep(sketch, "_prepare_inputs", 5, 45);
    prep(sketch, "_prepare_inputs", 121, 125);
    prep(sketch, "_prepare_inputs", 341, 345);
    return sketch.finish();
}

/// Example 11.C, baseline: two ranks, each a process on a device of its own.
Analysis exampleC()
{
    TraceSketch sketch;
    for (const Ns rank : {Ns{0}, Ns{1}}) {
        const std::int64_t pid = 100 * (rank + 1);
        const auto run = [&](Ns start, Ns end) {
            kernel(sketch, "allreduce", start, end, rank, pid);
        };
        run(-2800 + 5 * rank, -2700 + 10 * rank);
        run(-2500 + 10 * rank, -2400 + 10 * rank);
        for (Ns t = 0; t < 12'000; t += 2000) {
            const Ns o = t + 5 * rank;
            prep(sketch, "_prepare_inputs", t + 10 + 50 * rank, t + 110 + 40 * rank, pid);
            run(o + 200, o + 240);
            run(o + 250, o + 290);
            run(o + 300, t + 340 + 10 * rank);
            api(sketch, "cudaLaunchKernel_v7000", o + 190, o + 195, pid);
            api(sketch, "cudaLaunchKernel_v7000", o + 246, o + 250, pid);
            api(sketch, "cudaLaunchKernel_v7000", o + 296, o + 299, pid);
        }
    }
    return sketch.finish();
}

HostOverhead overheadOf(const Analysis& analysis, std::optional<Window> window = {},
                        const HostOverheadOptions& options = {})
{
    return hostOverhead(analysis, window.value_or(wholeWindow(analysis)), options, {}).value();
}

bool isNear(std::optional<double> value, double expected)
{
    return value && std::abs(*value - expected) < kTolerance;
}

} // namespace

class HostOverheadTest : public QObject
{
    Q_OBJECT

private slots:
    void exampleAWithClippedRanges();
    void exampleAWithCopiesBusy();
    void exampleBWithHiddenPreparation();
    void exampleCPerRank();
    void quirksPerDevice();
    void preparationIsNamedOncePerTrace_data();
    void preparationIsNamedOncePerTrace();
    void preparationOfOneProcessIsAUnion();
    void withoutKernelsThereIsNoVerdict();
    void withoutCallsLaunchOverheadIsUnknown();
    void graphReplaysAreBusy();
    void votesUseTheLimitsGiven();
    void attributionIsImpactOverIdle();
};

void HostOverheadTest::exampleAWithClippedRanges()
{
    const HostOverhead result = overheadOf(exampleA());
    const HostMetrics& m = result.metrics;
    QVERIFY(isNear(m[HostMetric::GpuIdle], 0.3));
    QVERIFY(isNear(m[HostMetric::Utilization], 0.7));
    QVERIFY(isNear(m[HostMetric::LaunchOverhead], 0.14));
    QVERIFY(isNear(m[HostMetric::Nccl], 60.0 / 350));
    QVERIFY(isNear(m[HostMetric::PrepExposed], 110.0 / 130));
    QVERIFY(isNear(m[HostMetric::PrepImpact], 0.22));
    QVERIFY(isNear(m[HostMetric::PrepAttribution], 110.0 / 150));
    QVERIFY(isNear(m[HostMetric::GraphLaunch], 0.0));
    QCOMPARE(result.votes.size(), std::size_t{6});
    QCOMPARE(result.crossed, std::size_t{4}); // M1 is exactly at its threshold, M4 above
    QCOMPARE(result.isYes, std::optional(true));
    QVERIFY(result.hostPrepConfirmed);
    QVERIFY(!result.ncclCaveat);
    QCOMPARE(result.prepName, std::string("_prepare_inputs"));
    QCOMPARE(result.devices.size(), std::size_t{1});
    QCOMPARE(result.devices[0].span, (TimeRange{us(0), us(500)}));
    QCOMPARE(result.devices[0].busyNs, DurationNs{350'000});
    QCOMPARE(result.devices[0].prepNs, DurationNs{130'000});
    QCOMPARE(result.devices[0].prepExposedNs, DurationNs{110'000});
}

void HostOverheadTest::exampleAWithCopiesBusy()
{
    HostOverheadOptions options;
    options.copiesAreBusy = true;
    const HostMetrics m = overheadOf(exampleA(), {}, options).metrics;
    QVERIFY(isNear(m[HostMetric::GpuIdle], 0.22));
    QVERIFY(isNear(m[HostMetric::LaunchOverhead], 0.14));
    QVERIFY(isNear(m[HostMetric::Nccl], 60.0 / 390));
    QVERIFY(isNear(m[HostMetric::PrepExposed], 70.0 / 130));
    QVERIFY(isNear(m[HostMetric::PrepImpact], 0.14));
    QVERIFY(isNear(m[HostMetric::PrepAttribution], 70.0 / 110));
}

void HostOverheadTest::exampleBWithHiddenPreparation()
{
    const HostOverhead result = overheadOf(exampleB());
    const HostMetrics& m = result.metrics;
    QVERIFY(isNear(m[HostMetric::GpuIdle], 130.0 / 460));
    QVERIFY(isNear(m[HostMetric::Utilization], 330.0 / 460));
    QVERIFY(isNear(m[HostMetric::LaunchOverhead], 10.0 / 460));
    QVERIFY(isNear(m[HostMetric::GraphLaunch], 8.0 / 460));
    QVERIFY(isNear(m[HostMetric::PrepExposed], 0.0));
    QCOMPARE(result.devices[0].prepNs, DurationNs{13'000});
    QCOMPARE(result.votes.size(), std::size_t{6});
    QCOMPARE(result.isYes, std::optional(false));
}

void HostOverheadTest::exampleCPerRank()
{
    const HostOverhead result = overheadOf(exampleC());
    QCOMPARE(result.devices.size(), std::size_t{2});

    struct Expected
    {
        DurationNs length;
        DurationNs busy;
        double idle;
        double launch;
        DurationNs prep;
        double impact;
        double attribution;
    };

    const std::vector<Expected> ranks{
        {13'140'000, 920'000, 0.929985, 0.005479, 600'000, 0.045662, 0.0491},
        {13'145'000, 955'000, 0.927349, 0.005477, 540'000, 0.04108, 0.044299}};
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        const HostOverheadDevice& device = result.devices[r];
        const Expected& expected = ranks[r];
        QCOMPARE(device.span.length(), expected.length);
        QCOMPARE(device.busyNs, expected.busy);
        QCOMPARE(device.prepNs, expected.prep);
        QCOMPARE(device.prepExposedNs, expected.prep);
        QVERIFY(isNear(device.metrics[HostMetric::GpuIdle], expected.idle));
        QVERIFY(isNear(device.metrics[HostMetric::LaunchOverhead], expected.launch));
        QVERIFY(isNear(device.metrics[HostMetric::PrepExposed], 1.0));
        QVERIFY(isNear(device.metrics[HostMetric::PrepImpact], expected.impact));
        QVERIFY(isNear(device.metrics[HostMetric::PrepAttribution], expected.attribution));
    }
    QVERIFY(isNear(result.metrics[HostMetric::GpuIdle], (0.929985 + 0.927349) / 2));
    QVERIFY(isNear(result.metrics[HostMetric::PrepImpact], (0.045662 + 0.04108) / 2));
    QVERIFY(isNear(result.metrics[HostMetric::Nccl], 0.0)); // "allreduce" by the short name
    QVERIFY(isNear(result.metrics[HostMetric::Communication], 1.0));
    QCOMPARE(result.crossed, std::size_t{3}); // M1, M3a, M4; M3b stays below 0.05
    QVERIFY(!result.hostPrepConfirmed);
}

void HostOverheadTest::quirksPerDevice()
{
    TraceSketch p1; // two devices taking turns
    for (Ns i = 0; i < 10; ++i)
        kernel(p1, "k", i * 10, i * 10 + 10, i % 2, 100 + i % 2);
    const Analysis turns = p1.finish();
    QVERIFY(isNear(overheadOf(turns, windowOf(us(0), us(100))).metrics[HostMetric::GpuIdle], 0.5));
    QVERIFY(isNear(overheadOf(turns).metrics[HostMetric::GpuIdle], 40.0 / 90));

    TraceSketch p2; // a name with its ABI suffix
    kernel(p2, "k", 0, 100);
    api(p2, "cudaLaunchKernel_v7000", 0, 40);
    QVERIFY(isNear(overheadOf(p2.finish()).metrics[HostMetric::LaunchOverhead], 0.4));

    TraceSketch p5; // a kernel that runs past the window
    kernel(p5, "k", 10, 300);
    QVERIFY(isNear(overheadOf(p5.finish(), windowOf(us(0), us(100))).metrics[HostMetric::GpuIdle],
                   0.1));

    TraceSketch p6; // a collective on four devices
    for (Ns d = 0; d < 4; ++d)
        kernel(p6, "ncclDevKernel_AllReduce", 0, 100, d, 100 + d);
    const HostOverhead nccl = overheadOf(p6.finish());
    QVERIFY(isNear(nccl.metrics[HostMetric::Nccl], 1.0));
    QVERIFY(nccl.ncclCaveat);
    QCOMPARE(nccl.isYes, std::optional(false)); // a caveat, not a vote

    TraceSketch p6b;
    kernel(p6b, "allreduce_fusion_kernel", 0, 100);
    kernel(p6b, "NCCL_upper", 100, 150);
    const HostMetrics both = overheadOf(p6b.finish()).metrics;
    QVERIFY(isNear(both[HostMetric::Nccl], 1.0 / 3));
    QVERIFY(isNear(both[HostMetric::Communication], 1.0));
}

void HostOverheadTest::preparationIsNamedOncePerTrace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("p11a") << "_prepare_tp_inputs" << true;
    QTest::newRow("p11b") << "prepare_tp_inputs" << false;
    QTest::newRow("p11c") << "xprepareXtpYinputs" << false;
    QTest::newRow("p11d") << "my_prepare_inputs_v2" << true;
    QTest::newRow("p11e") << "prepare_inputs" << true;
    QTest::newRow("p11f") << "[Executor] prepare_inputs" << true;
}

void HostOverheadTest::preparationIsNamedOncePerTrace()
{
    QFETCH(QString, text);
    QFETCH(bool, isFound);
    TraceSketch sketch;
    kernel(sketch, "k", 0, 10);
    kernel(sketch, "k", 90, 100);
    prep(sketch, text.toStdString(), 20, 80);
    const HostOverhead result = overheadOf(sketch.finish());
    QCOMPARE(result.metrics[HostMetric::PrepExposed].has_value(), isFound);
    QCOMPARE(result.prepName.empty(), !isFound);
    if (isFound)
        QVERIFY(isNear(result.metrics[HostMetric::PrepExposed], 1.0));

    TraceSketch two; // p11n: the first name wins although the other is longer
    kernel(two, "k", 0, 10);
    kernel(two, "k", 90, 100);
    prep(two, "_prepare_inputs", 20, 80);
    prep(two, "_prepare_tp_inputs", 30, 40);
    QVERIFY(isNear(overheadOf(two.finish()).metrics[HostMetric::PrepImpact], 0.1));

    TraceSketch mark; // p21
    kernel(mark, "k", 0, 10);
    kernel(mark, "k", 50, 60);
    mark.range({"_prepare_inputs", us(20), us(20), 101, 100, RangeKind::Mark});
    QVERIFY(!overheadOf(mark.finish()).metrics[HostMetric::PrepExposed]);
}

void HostOverheadTest::preparationOfOneProcessIsAUnion()
{
    TraceSketch p10; // four ranks, the same preparation; here also nested in itself
    for (Ns d = 0; d < 4; ++d) {
        kernel(p10, "k", 0, 10, d, 100 + d);
        kernel(p10, "k", 90, 100, d, 100 + d);
        prep(p10, "_prepare_inputs", 15, 85, 100 + d);
        prep(p10, "_prepare_inputs", 20, 60, 100 + d);
    }
    const HostMetrics m = overheadOf(p10.finish()).metrics;
    QVERIFY(isNear(m[HostMetric::PrepExposed], 1.0));
    QVERIFY(isNear(m[HostMetric::PrepImpact], 0.7));
    QVERIFY(isNear(m[HostMetric::PrepAttribution], 0.875));
}

void HostOverheadTest::withoutKernelsThereIsNoVerdict()
{
    TraceSketch none;
    api(none, "cudaMalloc", 0, 10);
    const HostOverhead empty = overheadOf(none.finish());
    QVERIFY(!empty.isYes);
    QVERIFY(empty.votes.empty());
    QVERIFY(!empty.metrics[HostMetric::GpuIdle]);
    QCOMPARE(empty.reason, std::string("The capture holds no GPU kernels."));

    TraceSketch p8z; // a kernel without length
    kernel(p8z, "k", 0, 0);
    const HostOverhead noTime = overheadOf(p8z.finish());
    QVERIFY(!noTime.isYes && !noTime.reason.empty());

    TraceSketch elsewhere;
    kernel(elsewhere, "k", 0, 10);
    const HostOverhead outside = overheadOf(elsewhere.finish(), windowOf(us(50), us(60)));
    QVERIFY(!outside.isYes);
    QCOMPARE(outside.reason, std::string("No kernel ran in this window."));
}

void HostOverheadTest::withoutCallsLaunchOverheadIsUnknown()
{
    TraceSketch p8r;
    kernel(p8r, "k", 0, 100);
    const HostOverhead unknown = overheadOf(p8r.finish());
    QVERIFY(!unknown.metrics[HostMetric::LaunchOverhead]);
    QCOMPARE(unknown.votes.size(), std::size_t{2}); // M1 and M4
    QVERIFY(isNear(unknown.metrics[HostMetric::GpuIdle], 0.0));

    TraceSketch other;
    kernel(other, "k", 0, 100);
    api(other, "cudaMalloc", 10, 20);
    const HostOverhead zero = overheadOf(other.finish());
    QCOMPARE(zero.metrics[HostMetric::LaunchOverhead], std::optional(0.0));
    QCOMPARE(zero.votes.size(), std::size_t{3});
}

void HostOverheadTest::graphReplaysAreBusy()
{
    TraceSketch p9;
    kernel(p9, "warm", -1000, -990);
    for (Ns i = 0; i < 5; ++i) {
        p9.replay(us(i * 100), us(i * 100 + 95));
        kernel(p9, "sampler", i * 100 + 95, i * 100 + 99);
    }
    const HostOverhead result = overheadOf(p9.finish(), windowOf(us(0), us(490)));
    QVERIFY(isNear(result.metrics[HostMetric::GpuIdle], 4.0 / 490)); // the last us of four turns
    QCOMPARE(result.isYes, std::optional(false));
    QVERIFY(std::any_of(result.warnings.begin(), result.warnings.end(), [](const std::string& w) {
        return w.find("replays") != std::string::npos;
    }));
}

void HostOverheadTest::votesUseTheLimitsGiven()
{
    TraceSketch p22; // idle 0.24
    kernel(p22, "k", 0, 75);
    kernel(p22, "k", 99, 100);
    api(p22, "cudaFree", 0, 1);
    HostOverheadOptions options;
    options.limits.emplace().aggregate.gpuIdle = 0.1;
    const HostOverhead result = overheadOf(p22.finish(), {}, options);
    QVERIFY(isNear(result.metrics[HostMetric::GpuIdle], 0.24));
    QCOMPARE(result.crossed, std::size_t{1});
    QCOMPARE(result.votes[0].threshold, 0.1);
    QCOMPARE(result.isYes, std::optional(false));
}

void HostOverheadTest::attributionIsImpactOverIdle()
{
    for (const Analysis& analysis : {exampleA(), exampleC()}) {
        for (const HostOverheadDevice& device : overheadOf(analysis).devices) {
            const double ratio =
                *device.metrics[HostMetric::PrepImpact] / *device.metrics[HostMetric::GpuIdle];
            QVERIFY(std::abs(*device.metrics[HostMetric::PrepAttribution] - ratio) < 1e-12);
        }
    }
}

QTEST_APPLESS_MAIN(HostOverheadTest)
#include "host_overhead_test.moc"
