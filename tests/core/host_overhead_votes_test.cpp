// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"

#include <QTest>

#include <set>

using namespace nv;

class HostOverheadVotesTest : public QObject
{
    Q_OBJECT

private slots:
    void votesAreStrict();
    void documentedScenarios();
    void everyMetricHasAKeyOfItsOwn();
};

void HostOverheadVotesTest::votesAreStrict()
{
    HostOverhead at;
    at.metrics[HostMetric::GpuIdle] = 0.30;
    at.metrics[HostMetric::LaunchOverhead] = 0.10;
    at.metrics[HostMetric::Utilization] = 0.60;
    at.metrics[HostMetric::Nccl] = 0.20;
    judge(at);
    QCOMPARE(at.crossed, std::size_t{0});
    QVERIFY(!at.ncclCaveat);
}

void HostOverheadVotesTest::documentedScenarios()
{
    struct Scenario // host-overhead.md 2.6
    {
        std::vector<double> m; // M1 M2 M3a M3b M3c M4 M5
        std::size_t crossed;
        bool isYes;
        bool confirmed;
        bool caveat;
    };

    const std::vector<Scenario> scenarios{
        {{.421, .120, .60, .150, .85, .579, 0}, 6, true, true, false},
        {{.080, .020, .10, .005, .06, .920, 0}, 0, false, false, false},
        {{.350, .015, .40, .080, .23, .650, .45}, 2, true, false, true},
        {{.482, .085, .62, .220, .88, .518, 0}, 5, true, true, false},
    };
    for (const Scenario& scenario : scenarios) {
        HostOverhead result;
        for (std::size_t i = 0; i < scenario.m.size(); ++i)
            result.metrics.at(i) = scenario.m[i];
        judge(result);
        QCOMPARE(result.crossed, scenario.crossed);
        QCOMPARE(result.isYes, std::optional(scenario.isYes));
        QCOMPARE(result.hostPrepConfirmed, scenario.confirmed);
        QCOMPARE(result.ncclCaveat, scenario.caveat);
    }
    HostOverhead generation; // limits of their own: idle .22 is beyond .15, used .78 below .80
    generation.thresholds = HostThresholds::generation();
    generation.metrics[HostMetric::GpuIdle] = .220;
    generation.metrics[HostMetric::LaunchOverhead] = .120;
    generation.metrics[HostMetric::Utilization] = .780;
    judge(generation);
    QCOMPARE(generation.crossed, std::size_t{3});
}

void HostOverheadVotesTest::everyMetricHasAKeyOfItsOwn()
{
    std::set<std::string_view> keys;
    for (std::size_t m = 0; m < kHostMetrics; ++m)
        keys.insert(hostMetricKey(static_cast<HostMetric>(m)));
    QCOMPARE(keys.size(), kHostMetrics);
    QVERIFY(keys.count("gpu_idle_ratio") == 1 && keys.count("host_prep_idle_attribution") == 1);
}

QTEST_APPLESS_MAIN(HostOverheadVotesTest)
#include "host_overhead_votes_test.moc"
