// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/row_events.h"
#include "tests/support/panel_scene.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace nv;
using namespace nv::test;

namespace {

Window userWindowOf(Ns begin, Ns end)
{
    return {{begin, end}, WindowSource::User, 0, std::nullopt};
}

} // namespace

class RowEventsTest : public QObject
{
    Q_OBJECT
private slots:
    void findsTheLongestLaunch();
    void findsTheLongestCallByRowName();
    void findsTheLongestTransfer();
    void countsWhatTheRowCounts();
    void binsOneDuration();
    void binsEveryDurationOnce();
    void stopsWhenAsked();
};

void RowEventsTest::findsTheLongestLaunch()
{
    const TracePtr trace = sceneTrace();
    const NameId gemm = trace->kernel(OpIndex(kGemm1)).demangled;
    QCOMPARE(longestLaunch(*trace, userWindowOf(0, 120'000), gemm), std::optional(OpIndex(kGemm3)));
    QCOMPARE(longestLaunch(*trace, userWindowOf(0, 45'000), gemm), std::optional(OpIndex(kGemm2)));
    // nsys keeps a launch whose end touches the window's begin (end >= start of the window)
    QCOMPARE(longestLaunch(*trace, userWindowOf(20'000, 25'000), gemm),
             std::optional(OpIndex(kGemm1)));
    QCOMPARE(longestLaunch(*trace, userWindowOf(20'001, 25'000), gemm), std::optional<OpIndex>());
    QCOMPARE(longestLaunch(*trace, {{0, 0}, WindowSource::All, 0, std::nullopt}, gemm),
             std::optional(OpIndex(kGemm3)));
}

void RowEventsTest::findsTheLongestCallByRowName()
{
    const TracePtr trace = sceneTrace();
    QCOMPARE(longestCall(*trace, userWindowOf(0, 120'000), "cudaLaunchKernel"),
             std::optional(CallIndex(0))); // of equals the first
    QCOMPARE(longestCall(*trace, userWindowOf(12'000, 120'000), "cudaLaunchKernel"),
             std::optional(CallIndex(4)));
    QCOMPARE(longestCall(*trace, userWindowOf(0, 120'000), "cudaFree"), std::optional<CallIndex>());
}

void RowEventsTest::findsTheLongestTransfer()
{
    const TracePtr trace = sceneTrace();
    TransferRow row;
    row.copyKind = 1;
    row.srcKind = 0;
    row.dstKind = 2;
    QCOMPARE(longestTransfer(*trace, userWindowOf(0, 120'000), row), std::optional(OpIndex(kCopy)));
    row.srcKind = 1;
    QCOMPARE(longestTransfer(*trace, userWindowOf(0, 120'000), row), std::optional<OpIndex>());
    row.srcKind = 0;
    row.isMemset = true;
    QCOMPARE(longestTransfer(*trace, userWindowOf(0, 120'000), row), std::optional<OpIndex>());
}

void RowEventsTest::countsWhatTheRowCounts()
{
    const TracePtr trace = sceneTrace();
    const NameId gemm = trace->kernel(OpIndex(kGemm1)).demangled;
    const auto launches = launchesOf(*trace, userWindowOf(25'000, 60'000), gemm, {});
    QVERIFY(launches.hasValue());
    QVERIFY(launches.value()
            == (std::vector<EventRef>{{EventKind::Op, kGemm2}, {EventKind::Op, kGemm3}}));
}

void RowEventsTest::binsOneDuration()
{
    const std::vector<Ns> same(5, 700);
    const DurationHistogram histogram = durationHistogram(same, 60);
    QCOMPARE(histogram.edges, (std::vector<Ns>{700, 701}));
    QCOMPARE(histogram.counts, (std::vector<std::uint64_t>{5}));
    QVERIFY(durationHistogram({}, 60).edges.empty());
    const std::vector<Ns> hostile{0, kMaxNs};
    const DurationHistogram wide = durationHistogram(hostile, 60);
    QCOMPARE(wide.counts.front(), std::uint64_t{1});
    QCOMPARE(wide.counts.back(), std::uint64_t{1});
    QVERIFY(std::is_sorted(wide.edges.begin(), wide.edges.end()));
}

void RowEventsTest::binsEveryDurationOnce()
{
    std::mt19937_64 random(4711);
    for (int round = 0; round < 50; ++round) {
        std::vector<Ns> durations(1 + random() % 400);
        const Ns scale = Ns(1) << (random() % 40);
        for (Ns& d : durations)
            d = static_cast<Ns>(random() % static_cast<std::uint64_t>(scale));
        const DurationHistogram histogram = durationHistogram(durations, 1 + random() % 80);
        QVERIFY(std::adjacent_find(histogram.edges.begin(), histogram.edges.end(),
                                   std::greater_equal<>())
                == histogram.edges.end());
        for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
            const bool isLast = i + 1 == histogram.counts.size();
            const auto slow = std::count_if(durations.begin(), durations.end(), [&](Ns d) {
                return histogram.edges[i] <= d
                       && (isLast ? d <= histogram.edges[i + 1] : d < histogram.edges[i + 1]);
            });
            QCOMPARE(histogram.counts[i], static_cast<std::uint64_t>(slow));
        }
    }
}

void RowEventsTest::stopsWhenAsked()
{
    const TracePtr trace = sceneTrace();
    std::stop_source stop;
    stop.request_stop();
    const auto launches = launchesOf(*trace, userWindowOf(0, 120'000),
                                     trace->kernel(OpIndex(kGemm1)).demangled, stop.get_token());
    QVERIFY(!launches.hasValue());
    QCOMPARE(launches.error().code, Errc::Cancelled);
}

QTEST_APPLESS_MAIN(RowEventsTest)
#include "row_events_test.moc"
