// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/kernel_bandwidth.h"
#include "tests/support/scenario.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

constexpr std::int64_t kTeraByte = 1'000'000'000'000;

/// 20 kernels of 600 µs a device; both devices as fast as asked.
Scenario twoDevices(std::int64_t firstPeak, std::int64_t secondPeak)
{
    Scenario run;
    for (const auto& [device, peak] : {std::pair{0, firstPeak}, std::pair{1, secondPeak}}) {
        MadeGpu gpu;
        gpu.device = device;
        gpu.name = "board";
        gpu.memoryBandwidth = peak;
        run.maker.add(gpu);
    }
    const Scenario::Rank second = run.addRank(200, 1);
    run.run([&](int) {
        run.as(second);
        run.kernel(0, 5, 5, 605, "void both<int>(int *)");
        run.as(run.first());
        run.kernel(0, 5, 5, 605, "void both<int>(int *)");
        run.kernel(5, 10, 605, 655, "first()");
    });
    return run;
}

const KernelRow& rowOf(const Told& told, const std::string& shortName)
{
    for (const KernelRow& row : told.tables.kernels)
        if (told.analysis->trace->names.display(row.shortName) == shortName)
            return row;
    static const KernelRow kNone;
    return kNone;
}

Thresholds given(std::map<std::string, Bytes> bytes)
{
    Thresholds thresholds;
    thresholds.bytesPerLaunch = std::move(bytes);
    return thresholds;
}

} // namespace

class KernelBandwidthTest : public QObject
{
    Q_OBJECT
private slots:
    void isBytesByTime();
    void needsBytes();
    void demangledGoesBeforeShort();
    void unknownMemoryHasNoShare();
    void unequalMemoriesHaveNoShare();
};

void KernelBandwidthTest::isBytesByTime()
{
    const Told told = twoDevices(kTeraByte, kTeraByte).told("all", given({{"both", 300'000'000}}));
    const KernelRow& row = rowOf(told, "both");
    QCOMPARE(row.stats.count, std::uint64_t{40});
    QCOMPARE(row.bytesPerLaunch, std::optional<Bytes>(300'000'000));
    // 300 MB in 600 us are 0.5 TB/s, half of what the memory is made for.
    QVERIFY(row.bandwidth && std::abs(*row.bandwidth - 0.5e12) < 1);
    QVERIFY(row.bandwidthShare && std::abs(*row.bandwidthShare - 0.5) < 1e-12);
}

void KernelBandwidthTest::needsBytes()
{
    const Told told = twoDevices(kTeraByte, kTeraByte).told("all", given({{"both", 300'000'000}}));
    const KernelRow& row = rowOf(told, "first");
    QCOMPARE(row.stats.count, std::uint64_t{20});
    QVERIFY(!row.bytesPerLaunch && !row.bandwidth && !row.bandwidthShare);
}

void KernelBandwidthTest::demangledGoesBeforeShort()
{
    const Told told = twoDevices(kTeraByte, kTeraByte)
                          .told("all", given({{"both", 1}, {"void both<int>(int *)", 600'000}}));
    QCOMPARE(rowOf(told, "both").bytesPerLaunch, std::optional<Bytes>(600'000));
    QVERIFY(std::abs(*rowOf(told, "both").bandwidth - 1e9) < 1);
}

void KernelBandwidthTest::unknownMemoryHasNoShare()
{
    const Told told = twoDevices(0, 0).told("all", given({{"both", 300'000'000}}));
    QVERIFY(rowOf(told, "both").bandwidth.has_value());
    QVERIFY(!rowOf(told, "both").bandwidthShare);
    QVERIFY(!memoryBandwidth(*told.analysis->trace, DeviceId(std::size_t{0})));
}

void KernelBandwidthTest::unequalMemoriesHaveNoShare()
{
    const Told told = twoDevices(kTeraByte, 2 * kTeraByte)
                          .told("all", given({{"both", 300'000'000}, {"first", 50'000'000}}));
    QVERIFY(rowOf(told, "both").bandwidth && !rowOf(told, "both").bandwidthShare);
    // This one ran on the first device only: 50 MB in 50 us are all of its terabyte a second.
    QVERIFY(std::abs(*rowOf(told, "first").bandwidthShare - 1) < 1e-12);
}

QTEST_APPLESS_MAIN(KernelBandwidthTest)
#include "kernel_bandwidth_test.moc"
