// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/finding_text.h"
#include "core/scene/draw_list.h"
#include "core/scene/event_view.h"
#include "tests/support/golden_text.h"
#include "tests/support/loop_fixture.h"
#include "tests/support/scene_fixture.h"

#include <QFile>
#include <QTest>

#include <random>

using namespace nv;
using namespace nv::scene;

namespace {

/// Colours by kind of event, and classes that change every 1000 ns: 0, 2, 7, 0, 2, 7, ...
class FakeColors : public SceneColors
{
public:
    explicit FakeColors(const TraceModel& trace)
        : m_trace(trace)
    {}

    ColorKey colorOf(EventRef event) const override
    {
        if (event.kind == EventKind::Range)
            return {ColorGroup::Range, m_trace.ranges.text[event.index].value};
        if (event.kind == EventKind::Op && m_trace.ops.kind[event.index] == OpKind::Kernel)
            return {ColorGroup::Kernel, m_trace.kernel(OpIndex(event.index)).shortName.value};
        return {ColorGroup::Class, 2};
    }

    Run runAt(DeviceId /*device*/, Ns t) const override
    {
        constexpr std::array<std::uint32_t, 3> kClasses{0, 2, 7};
        const Ns i = t / 1000;
        return {(i + 1) * 1000, kClasses.at(static_cast<std::size_t>(i % 3))};
    }

    void classTimes(DeviceId device, TimeRange range, std::span<DurationNs> out) const override
    {
        for (Ns t = range.begin; t < range.end;) {
            const Run run = runAt(device, t);
            const Ns end = std::min(run.end, range.end);
            out[run.cls] += lengthBetween(t, end);
            t = end;
        }
    }

private:
    const TraceModel& m_trace;
};

Strip stripOf(const TraceModel& trace, LaneKind kind, std::size_t row, TimeScale scale, int height)
{
    const auto lane = std::find_if(trace.lanes.begin(), trace.lanes.end(),
                                   [kind](const Lane& l) { return l.kind == kind; });
    Strip strip;
    StripScratch scratch;
    if (lane != trace.lanes.end())
        buildEventStrip(trace, *lane, row, FakeColors(trace), scale, height, 24, scratch, strip);
    return strip;
}

} // namespace

class DrawListTest : public QObject
{
    Q_OBJECT

private slots:

    void goldens_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("row");
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::newRow("kernels_wide")
            << int(LaneKind::Kernels) << 0 << qint64{0} << qint64{320'000};
        QTest::newRow("kernels_near")
            << int(LaneKind::Kernels) << 0 << qint64{20'000} << qint64{60'000};
        QTest::newRow("copies_wide") << int(LaneKind::Copies) << 0 << qint64{0} << qint64{320'000};
        QTest::newRow("ranges_outer") << int(LaneKind::Ranges) << 0 << qint64{0} << qint64{320'000};
        QTest::newRow("ranges_inner") << int(LaneKind::Ranges) << 1 << qint64{0} << qint64{320'000};
        QTest::newRow("calls_far")
            << int(LaneKind::Calls) << 0 << qint64{-1'000'000} << qint64{2'000'000};
    }

    void goldens()
    {
        QFETCH(int, kind);
        QFETCH(int, row);
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        const TracePtr trace = fixture::threeSteps();
        const Strip strip = stripOf(*trace, static_cast<LaneKind>(kind),
                                    static_cast<std::size_t>(row), {{begin, end}, 320}, 20);
        test::compareGolden(QTest::currentDataTag(), toText(strip, *trace));
    }

    void stacksTheClassesOfADevice()
    {
        const TracePtr trace = fixture::threeSteps();
        Strip strip;
        // One column a run, then one column that holds all three classes in equal parts.
        buildClassStrip(FakeColors(*trace), DeviceId(0), {{0, 3000}, 3}, 30, strip);
        QCOMPARE(QString::fromStdString(toText(strip, *trace)),
                 QStringLiteral("strip 3x30\nrect 0,0 1x30 class:0\nrect 1,0 1x30 class:2\n"
                                "rect 2,0 1x30 class:7\n"));
        buildClassStrip(FakeColors(*trace), DeviceId(0), {{0, 9000}, 3}, 30, strip);
        QCOMPARE(QString::fromStdString(toText(strip, *trace)),
                 QStringLiteral("strip 3x30\nrect 0,20 3x10 class:0\nrect 0,10 3x10 class:2\n"
                                "rect 0,0 3x10 class:7\n"));
    }

    void classHeightsFillEveryColumnExactly()
    {
        const TracePtr trace = fixture::threeSteps();
        Strip strip;
        for (int width = 1; width < 200; width += 7) {
            buildClassStrip(FakeColors(*trace), DeviceId(0), {{123, 98'765}, width}, 29, strip);
            std::vector<int> filled(static_cast<std::size_t>(width), 0);
            for (const StripRect& r : strip.rects)
                for (int x = r.x; x < r.x + r.w; ++x)
                    filled[static_cast<std::size_t>(x)] += r.h;
            for (const int height : filled)
                QCOMPARE(height, 29);
        }
    }

    void neverMoreRectanglesThanColumns()
    {
        std::mt19937_64 random(3);
        fixture::Capture capture;
        Ns t = 0;
        for (int i = 0; i < 20'000; ++i) {
            const Ns length = 1 + static_cast<Ns>(random() % 500);
            capture.kernel(t, t + length, "k" + std::to_string(random() % 40), i);
            t += length + static_cast<Ns>(random() % 300);
        }
        const TracePtr trace = capture.finish();
        for (const int width : {1, 10, 333, 1920}) {
            const Strip strip = stripOf(*trace, LaneKind::Kernels, 0, {{0, t}, width}, 20);
            QVERIFY(!strip.rects.empty());
            QVERIFY(strip.rects.size() <= static_cast<std::size_t>(width));
            for (const StripRect& r : strip.rects) {
                QVERIFY(r.x >= 0 && r.x + r.w <= width && r.w > 0);
                QVERIFY(r.y >= 0 && r.y + r.h == 20 && r.h > 0);
            }
        }
    }

    void followsLaunchesAndNeighbours()
    {
        const TracePtr trace = fixture::threeSteps();
        const EventRef gemm{EventKind::Op, 0};
        QCOMPARE(QString::fromStdString(labelOf(*trace, gemm)), QStringLiteral("gemm"));
        QCOMPARE(QString::fromStdString(fullNameOf(*trace, gemm)),
                 QStringLiteral("void gemm<float>(float*)"));
        const auto call = callOf(*trace, gemm);
        QVERIFY(call.has_value());
        QCOMPARE(QString::fromStdString(labelOf(*trace, *call)),
                 QStringLiteral("cudaLaunchKernel"));
        QVERIFY(firstOpOf(*trace, *call) == gemm);
        QVERIFY(correlated(*trace, gemm) == std::vector<EventRef>{*call});
        QVERIFY(correlated(*trace, *call) == std::vector<EventRef>{gemm});
        const auto next = neighbour(*trace, gemm, true);
        QVERIFY(next.has_value());
        QCOMPARE(QString::fromStdString(labelOf(*trace, *next)), QStringLiteral("rms_norm"));
        QVERIFY(neighbour(*trace, *next, false) == gemm);
        QVERIFY(!neighbour(*trace, gemm, false).has_value());
    }

    /// In the words of nsys; where the file says "unknown" by the call that waited.
    void namesSynchronisations()
    {
        test::LoopFixture loop;
        loop.launch("gemm()", 0, 100, 500);
        loop.model.call(loop.thread, "cudaDeviceSynchronize_v3020", 200, 600, 77);
        loop.model.call(loop.thread, "cudaEventQuery_v3020", 620, 640, 78);
        const TracePtr trace = loop.model.finish();
        TraceModel& model = *std::const_pointer_cast<TraceModel>(trace);
        const auto add = [&](std::int64_t type, Ns start, std::int64_t correlation) {
            SyncTable& syncs = model.syncs;
            syncs.start.push_back(start);
            syncs.end.push_back(start + 10);
            syncs.process.push_back(loop.process);
            syncs.streamNumber.push_back(-1);
            syncs.type.push_back(type);
            syncs.correlation.push_back(correlation);
            return EventRef{EventKind::Sync, static_cast<std::uint32_t>(syncs.size() - 1)};
        };
        const auto told = [&](EventRef event) { return labelOf(model, event); };
        QCOMPARE(told(add(1, 210, 77)), std::string("Event sync"));
        QCOMPARE(told(add(2, 210, 77)), std::string("Stream wait sync"));
        QCOMPARE(told(add(3, 210, 77)), std::string("Stream sync"));
        QCOMPARE(told(add(4, 210, 77)), std::string("Context sync"));
        const EventRef unknown = add(0, 210, 77);
        QCOMPARE(told(unknown), std::string("cudaDeviceSynchronize"));
        QCOMPARE(fullNameOf(model, unknown), std::string("cudaDeviceSynchronize, sync of type 0"));
        QVERIFY(callOfSync(model, unknown.index).has_value());
        // A finding calls it by what the file says.
        QCOMPARE(eventFigures(model, unknown).front().value, std::string("sync of type 0"));
        // Of another call, of one that is over, of none.
        QCOMPARE(told(add(0, 630, 78)), std::string("cudaEventQuery"));
        QCOMPARE(told(add(9, 650, 78)), std::string("sync of type 9"));
        QCOMPARE(told(add(0, 630, kNoCorrelation)), std::string("sync of type 0"));
    }
};

QTEST_APPLESS_MAIN(DrawListTest)
#include "draw_list_test.moc"
