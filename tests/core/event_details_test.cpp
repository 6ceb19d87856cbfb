// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/event_details.h"
#include "tests/support/tables_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::test;

namespace {

EventDetails detailsOf(const Analysis& analysis, const Window& window, EventRef event)
{
    auto details = eventDetails(analysis, window, event, {});
    if (!details)
        qFatal("%s", details.error().message.c_str());
    return details.value();
}

EventDetails detailsOf(const Analysis& analysis, EventRef event)
{
    return detailsOf(analysis, wholeWindow(analysis), event);
}

/// The operation, call or range that starts at `start`.
EventRef startingAt(const Analysis& analysis, EventKind kind, Ns start)
{
    const TraceModel& trace = *analysis.trace;
    const TimeColumn& starts = kind == EventKind::Op     ? trace.ops.start
                               : kind == EventKind::Call ? trace.calls.start
                                                         : trace.ranges.start;
    for (std::size_t i = 0; i < starts.size(); ++i)
        if (starts[i] == start)
            return {kind, static_cast<std::uint32_t>(i)};
    qFatal("nothing starts there");
}

std::vector<std::string> rangeNames(const Analysis& analysis, const EventDetails& details)
{
    std::vector<std::string> out;
    for (const RangeIndex range : details.ranges)
        out.push_back(analysis.trace->names.display(analysis.trace->ranges.text[range()]));
    return out;
}

using Names = std::vector<std::string>;

} // namespace

class EventDetailsTest : public QObject
{
    Q_OBJECT
private slots:

    void theLaunchAndItsSignedLatency()
    {
        TraceSketch sketch;
        sketch.call({"cudaLaunchKernel", 1000, 3000, 1});
        sketch.kernel({"late", 10'000, 20'000, 1});
        sketch.call({"cudaLaunchKernel", 30'000, 34'000, 2});
        sketch.kernel({"early", 33'500, 40'000, 2});
        sketch.kernel({"lonely", 50'000, 60'000});
        const Analysis analysis = sketch.finish();

        const EventDetails late = detailsOf(analysis, startingAt(analysis, EventKind::Op, 10'000));
        QVERIFY(late.launch);
        QCOMPARE(late.launch->call, CallIndex(0));
        QCOMPARE(late.launch->duration, DurationNs{2000});
        QCOMPARE(late.launch->latency, Ns{7000});
        QCOMPARE(late.launch->queue, std::optional(DurationNs{7000}));
        QCOMPARE(late.range, (TimeRange{10'000, 20'000}));
        QVERIFY(!late.thread.isNone());
        QVERIFY(!late.process.isNone());

        const EventDetails early = detailsOf(analysis, startingAt(analysis, EventKind::Op, 33'500));
        QCOMPARE(early.launch->latency, Ns{-500}); // began before its call returned
        QVERIFY(!early.launch->queue);

        const EventDetails lonely =
            detailsOf(analysis, startingAt(analysis, EventKind::Op, 50'000));
        QVERIFY(!lonely.launch);
        QVERIFY(lonely.thread.isNone()); // unknown, not thread 0
        QVERIFY(lonely.ranges.empty());
    }

    void theRangesAroundTheCall()
    {
        TraceSketch sketch;
        sketch.range({"run", 0, 100'000});
        sketch.range({"step", 10'000, 50'000});
        sketch.range({"done", 11'000, 12'000});        // closed before
        sketch.range({"other thread", 0, 100'000, 2}); //
        sketch.range({"device time", 60'000, 90'000}); // around the kernel, not its call
        sketch.range({"instant", 20'000, 20'000, 1, 100, RangeKind::Mark});
        sketch.call({"cudaLaunchKernel", 20'000, 22'000, 1});
        sketch.kernel({"k", 70'000, 80'000, 1});
        const Analysis analysis = sketch.finish();
        const Names wanted{"run", "step"};
        const EventDetails kernel =
            detailsOf(analysis, startingAt(analysis, EventKind::Op, 70'000));
        QCOMPARE(rangeNames(analysis, kernel), wanted);
        const EventDetails call =
            detailsOf(analysis, startingAt(analysis, EventKind::Call, 20'000));
        QCOMPARE(rangeNames(analysis, call), wanted);
        QVERIFY(!call.launch); // a call has no launch of its own
        const EventDetails step =
            detailsOf(analysis, startingAt(analysis, EventKind::Range, 10'000));
        QCOMPARE(rangeNames(analysis, step), Names{"run"});
    }

    void aRangeDoesNotSurroundItself()
    {
        TraceSketch sketch;
        sketch.range({"a", 0, 100});
        sketch.range({"b", 0, 100});  // same ends: the first is outside
        sketch.range({"c", 0, 60});   // shorter: inside
        sketch.range({"d", 50, 120}); // overlaps c, does not hold it
        const Analysis analysis = sketch.finish();
        const auto around = [&](const char* name) {
            for (std::uint32_t i = 0; i < analysis.trace->ranges.size(); ++i)
                if (analysis.trace->names.display(analysis.trace->ranges.text[i]) == name)
                    return rangeNames(analysis, detailsOf(analysis, {EventKind::Range, i}));
            return Names{"missing"};
        };
        QCOMPARE(around("a"), Names{});
        QCOMPARE(around("b"), Names{"a"});
        QCOMPARE(around("c"), (Names{"a", "b"}));
        QCOMPARE(around("d"), Names{}); // the others end first
    }

    void theStepCountsByTheEdgesOfItsMethod()
    {
        TraceSketch sketch;
        sketch.call({"cudaLaunchKernel", 150, 160, 1});
        sketch.kernel({"k", 250, 280, 1}); // issued in the first step, ran in the second
        sketch.kernel({"late", 900, 910});
        Analysis analysis = sketch.finish();
        for (const Ns begin : {Ns{100}, Ns{200}}) {
            Iteration step;
            step.range = {begin, begin + 90};
            step.periodEnd = begin + 100;
            step.index = analysis.iterations.rows.size();
            analysis.iterations.rows.push_back(step);
        }
        const EventRef kernel = startingAt(analysis, EventKind::Op, 250);
        const EventRef call = startingAt(analysis, EventKind::Call, 150);
        analysis.steady.edges = StepEdges::Host;
        QCOMPARE(detailsOf(analysis, kernel).step, std::optional(std::size_t{0}));
        QCOMPARE(detailsOf(analysis, call).step, std::optional(std::size_t{0}));
        analysis.steady.edges = StepEdges::Device;
        QCOMPARE(detailsOf(analysis, kernel).step, std::optional(std::size_t{1}));
        QCOMPARE(detailsOf(analysis, call).step, std::optional(std::size_t{1}));
        QVERIFY(!detailsOf(analysis, startingAt(analysis, EventKind::Op, 900)).step);
        // Steps of another rank are not its own.
        analysis.iterations.ranks = {ProcessId(7)};
        for (Iteration& step : analysis.iterations.rows)
            step.process = ProcessId(7);
        QVERIFY(!detailsOf(analysis, kernel).step);
    }

    /// 20 twins of 1 to 20 us; nearest ranks: p50 the 10th, p95 the 19th, p99 the 20th.
    void twinsAreRanked()
    {
        TraceSketch sketch;
        for (Ns i = 1; i <= 20; ++i)
            sketch.kernel({"k", i * 100'000, i * 100'000 + i * 1000});
        sketch.kernel({"k", 10'000, 99'000, -1, {}, 0, 2}); // another grid
        sketch.kernel({"other", 5000, 6000});
        const Analysis analysis = sketch.finish();
        const TwinDetails twins =
            detailsOf(analysis, startingAt(analysis, EventKind::Op, 700'000)).twins;
        QCOMPARE(twins.count, std::uint64_t{20});
        QVERIFY(twins.countsItself);
        QCOMPARE(twins.shorter, std::uint64_t{6});
        QCOMPARE(twins.longer, std::uint64_t{13});
        QCOMPARE(twins.min.duration, Ns{1000});
        QCOMPARE(twins.p50.duration, Ns{10'000});
        QCOMPARE(twins.p95.duration, Ns{19'000});
        QCOMPARE(twins.p99.duration, Ns{20'000});
        QCOMPARE(twins.max.duration, Ns{20'000});
        QCOMPARE(twins.p50.event, startingAt(analysis, EventKind::Op, 1'000'000));
        QCOMPARE(twins.max.event, startingAt(analysis, EventKind::Op, 2'000'000));
    }

    void twinsAreThoseTheWindowCounts()
    {
        TraceSketch sketch;
        for (Ns i = 0; i < 4; ++i)
            sketch.kernel({"k", i * 1000, i * 1000 + 100 + i});
        const Analysis analysis = sketch.finish();
        const EventRef first = startingAt(analysis, EventKind::Op, 0);
        const TwinDetails later = detailsOf(analysis, windowOf(1000, 3000), first).twins;
        QCOMPARE(later.count, std::uint64_t{2}); // of 101 and 102 ns
        QVERIFY(!later.countsItself);
        QCOMPARE(later.shorter, std::uint64_t{0});
        QCOMPARE(later.longer, std::uint64_t{2});
        QCOMPARE(later.p50.duration, Ns{101});
        const TwinDetails none = detailsOf(analysis, windowOf(500, 900), first).twins;
        QCOMPARE(none.count, std::uint64_t{0});
    }

    void everyKindHasItsOwnTwins()
    {
        TraceSketch sketch;
        sketch.copy({0, 10, 4096});
        sketch.copy({20, 40, 4096});
        sketch.copy({50, 60, 8192});                  // another size
        sketch.copy({70, 80, 4096, 2, -1, {}, 2, 1}); // another direction
        sketch.memset({90, 95, 4096});
        sketch.call({"cudaFree_v3020", 100, 101});
        sketch.call({"cudaFree", 110, 111}); // the same base name: one row of the API table
        sketch.call({"cudaMalloc_v3020", 120, 121});
        sketch.range({"r", 200, 210});
        sketch.range({"r", 220, 230});
        sketch.range({"r", 240, 240, 1, 100, RangeKind::Mark});
        const Analysis analysis = sketch.finish();
        const auto count = [&](EventKind kind, Ns start) {
            return detailsOf(analysis, startingAt(analysis, kind, start)).twins.count;
        };
        QCOMPARE(count(EventKind::Op, 0), std::uint64_t{2});
        QCOMPARE(count(EventKind::Op, 50), std::uint64_t{1});
        QCOMPARE(count(EventKind::Op, 70), std::uint64_t{1});
        QCOMPARE(count(EventKind::Op, 90), std::uint64_t{1});
        QCOMPARE(count(EventKind::Call, 100), std::uint64_t{2});
        QCOMPARE(count(EventKind::Range, 200), std::uint64_t{2});
        QCOMPARE(count(EventKind::Range, 240), std::uint64_t{1});
    }

    void manyEventsAreSummedUp()
    {
        TraceSketch sketch;
        for (Ns i = 1; i <= 20; ++i)
            sketch.kernel({"k", i * 1000, i * 1000 + i});
        sketch.call({"cudaFree", 500, 30'000});
        const Analysis analysis = sketch.finish();
        std::vector<EventRef> events;
        for (std::uint32_t i = 0; i < 20; ++i)
            events.push_back({EventKind::Op, i});
        const EventsSummary kernels = eventsSummary(*analysis.trace, events, {}).value();
        QCOMPARE(kernels.durations.count, std::uint64_t{20});
        QCOMPARE(kernels.durations.total, Ns{210});
        QCOMPARE(kernels.min.duration, Ns{1});
        QCOMPARE(kernels.p50.duration, Ns{10});
        QCOMPARE(kernels.p95.duration, Ns{19});
        QCOMPARE(kernels.max.duration, Ns{20});
        QCOMPARE(kernels.max.event, (EventRef{EventKind::Op, 19}));
        QCOMPARE(kernels.firstStart, Ns{1000});
        QCOMPARE(kernels.lastEnd, Ns{20'020});
        events.push_back({EventKind::Call, 0}); // kinds may be mixed
        const EventsSummary mixed = eventsSummary(*analysis.trace, events, {}).value();
        QCOMPARE(mixed.firstStart, Ns{500});
        QCOMPARE(mixed.lastEnd, Ns{30'000});
        QCOMPARE(mixed.max.duration, Ns{29'500});
    }

    void aStopIsAnError()
    {
        TraceSketch sketch;
        sketch.kernel({"k", 0, 10});
        const Analysis analysis = sketch.finish();
        std::stop_source stop;
        stop.request_stop();
        const EventRef event{EventKind::Op, 0};
        const auto details = eventDetails(analysis, wholeWindow(analysis), event, stop.get_token());
        QVERIFY(!details);
        QCOMPARE(details.error().code, Errc::Cancelled);
    }
};

QTEST_APPLESS_MAIN(EventDetailsTest)
#include "event_details_test.moc"
