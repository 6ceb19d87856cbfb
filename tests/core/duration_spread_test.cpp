// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/duration_spread.h"
#include "tests/support/scene_fixture.h"

#include <QTest>

#include <random>

using namespace nv;

namespace {

/// Kernels of these durations, one after the other; the events in that order.
struct Made
{
    TracePtr trace;
    std::vector<EventRef> events;
};

Made kernelsOf(const std::vector<Ns>& durations)
{
    fixture::Capture capture;
    Ns t = 1'000;
    for (std::size_t i = 0; i < durations.size(); ++i) {
        capture.kernel(t, t + durations[i], "gemm", static_cast<std::int64_t>(i));
        t += durations[i] + 10;
    }
    Made made{capture.finish(), {}};
    for (std::uint32_t i = 0; i < durations.size(); ++i)
        made.events.push_back({EventKind::Op, i});
    return made;
}

} // namespace

class DurationSpreadTest : public QObject
{
    Q_OBJECT
private slots:
    void cutsByOneFactor();
    void listsExactlyTheEventsOfBins();
    void everyEventHasOneBin();
    void findsTheLongest();
    void isEmptyWithoutEvents();
    void stopsWhenAsked();
};

/// 100 to 100 000 ns in 3 bins: the factor is 1000^(1/3) = 10.
void DurationSpreadTest::cutsByOneFactor()
{
    const Made made = kernelsOf({100, 999, 1'000, 9'999, 10'000, 100'000});
    const auto spread = durationSpread(*made.trace, made.events, 3, {});
    QVERIFY(spread.hasValue());
    QCOMPARE(spread.value().histogram.edges, (std::vector<Ns>{100, 1'000, 10'000, 100'000}));
    QCOMPARE(spread.value().histogram.counts, (std::vector<std::uint64_t>{2, 2, 2}));
    // Nearest rank of 6: p50 the 3rd, p95 and p99 the 6th.
    QCOMPARE(spread.value().stats.p50, Ns{1'000});
    QCOMPARE(spread.value().stats.p95, Ns{100'000});
    QCOMPARE(spread.value().stats.count, std::uint64_t{6});
    QCOMPARE(spread.value().stats.total, Ns{122'098});
}

void DurationSpreadTest::listsExactlyTheEventsOfBins()
{
    const Made made = kernelsOf({100, 10'000, 999, 1'000, 9'999, 100'000});
    const auto spread = durationSpread(*made.trace, made.events, 3, {});
    const auto indices = [&](std::size_t first, std::size_t last) {
        std::vector<std::uint32_t> out;
        for (const EventRef& e : eventsInBins(*made.trace, spread.value(), first, last))
            out.push_back(e.index);
        return out;
    };
    QCOMPARE(indices(0, 0), (std::vector<std::uint32_t>{0, 2}));
    QCOMPARE(indices(1, 1), (std::vector<std::uint32_t>{3, 4}));
    QCOMPARE(indices(2, 2), (std::vector<std::uint32_t>{1, 5})); // the upper edge belongs to it
    QCOMPARE(indices(0, 2).size(), std::size_t{6});
}

void DurationSpreadTest::everyEventHasOneBin()
{
    std::mt19937_64 random(20'240'731);
    for (int round = 0; round < 30; ++round) {
        std::vector<Ns> durations(1 + random() % 300);
        const std::uint64_t most = std::uint64_t{1} << (1 + random() % 34);
        for (Ns& d : durations)
            d = static_cast<Ns>(random() % most);
        const Made made = kernelsOf(durations);
        const auto spread = durationSpread(*made.trace, made.events, 1 + random() % 40, {});
        const auto& counts = spread.value().histogram.counts;
        std::uint64_t sum = 0;
        for (std::size_t bin = 0; bin < counts.size(); ++bin) {
            QCOMPARE(eventsInBins(*made.trace, spread.value(), bin, bin).size(), counts[bin]);
            sum += counts[bin];
        }
        QCOMPARE(sum, static_cast<std::uint64_t>(durations.size()));
    }
}

void DurationSpreadTest::findsTheLongest()
{
    const Made made = kernelsOf({5, 70, 3, 70});
    QVERIFY(longestOf(*made.trace, made.events)
            == (EventRef{EventKind::Op, 1})); // of equals the first
    QVERIFY(!longestOf(*made.trace, {}).has_value());
}

void DurationSpreadTest::isEmptyWithoutEvents()
{
    const Made made = kernelsOf({5});
    const auto spread = durationSpread(*made.trace, {}, 24, {});
    QVERIFY(spread.value().histogram.counts.empty());
    QCOMPARE(spread.value().stats.count, std::uint64_t{0});
}

void DurationSpreadTest::stopsWhenAsked()
{
    const Made made = kernelsOf({5});
    std::stop_source stop;
    stop.request_stop();
    const auto spread = durationSpread(*made.trace, made.events, 24, stop.get_token());
    QVERIFY(!spread.hasValue());
    QCOMPARE(spread.error().code, Errc::Cancelled);
}

QTEST_APPLESS_MAIN(DurationSpreadTest)
#include "duration_spread_test.moc"
