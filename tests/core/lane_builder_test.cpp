// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/lane_builder.h"
#include "tests/support/made_trace.h"

#include <QTest>

#include <random>

using namespace nv;

namespace {

std::vector<LaneRow> pack(const std::vector<TimeRange>& events)
{
    TimeColumn start;
    TimeColumn end;
    std::vector<std::uint32_t> ids;
    for (const TimeRange event : events) {
        ids.push_back(static_cast<std::uint32_t>(start.size()));
        start.push_back(event.begin);
        end.push_back(event.end);
    }
    return packRows(ids, TimeColumns{start, end});
}

QString text(const std::vector<LaneRow>& rows)
{
    QStringList lines;
    for (const LaneRow& row : rows) {
        QStringList events;
        for (const std::uint32_t event : row.events)
            events << QString::number(event);
        lines << events.join(' ');
    }
    return lines.join(" | ");
}

} // namespace

class LaneBuilderTest : public QObject
{
    Q_OBJECT
private slots:

    void nestedRangesLieBelowTheirParents()
    {
        // 0 holds 1 and 2, 1 holds 3; 4 follows.
        QCOMPARE(text(pack({{0, 100}, {10, 40}, {50, 90}, {20, 30}, {100, 110}})), "0 4 | 1 2 | 3");
    }

    void ofEqualStartsTheLongerIsOnTop()
    {
        QCOMPARE(text(pack({{0, 10}, {0, 100}, {0, 50}})), "1 | 2 | 0");
    }

    void touchingEventsShareARow() { QCOMPARE(text(pack({{0, 5}, {5, 9}, {9, 9}})), "0 1 2"); }

    void eventsWithoutLengthHideNothing()
    {
        QCOMPARE(text(pack({{5, 5}, {5, 5}, {5, 8}})), "2 | 0 | 1");
    }

    void packingLosesNothingAndOverlapsNothing()
    {
        std::mt19937_64 random(3);
        for (int round = 0; round < 200; ++round) {
            std::vector<TimeRange> events;
            const std::size_t n = random() % 200;
            for (std::size_t i = 0; i < n; ++i) {
                const auto begin = static_cast<Ns>(random() % 500) - 100;
                events.push_back({begin, begin + static_cast<Ns>(random() % 40)});
            }
            const auto rows = pack(events);
            std::vector<int> seen(n);
            for (const LaneRow& row : rows) {
                for (std::size_t i = 0; i < row.events.size(); ++i) {
                    ++seen[row.events[i]];
                    if (i > 0) {
                        QVERIFY(events[row.events[i - 1]].end <= events[row.events[i]].begin);
                        QVERIFY(events[row.events[i - 1]].begin < events[row.events[i]].begin);
                    }
                }
            }
            QVERIFY(std::all_of(seen.begin(), seen.end(), [](int count) { return count == 1; }));
        }
    }

    void lanesFollowDevicesThenProcesses()
    {
        TraceMaker maker;
        const auto pid = maker.process(4242, "python");
        const auto tid = maker.thread(pid, 4242, "main");
        MadeKernel kernel;
        kernel.start = 100;
        kernel.end = 200;
        kernel.place.globalPid = pid;
        kernel.name = maker.kernelName("void gemm(float *)");
        maker.launch(tid, {50, 60}, kernel);
        MadeMemcpy copy;
        copy.start = 300;
        copy.end = 400;
        copy.place.globalPid = pid;
        copy.bytes = 4;
        maker.copy(tid, {250, 260}, copy);
        maker.range(tid, "step", {0, 500});
        maker.osCall(tid, "poll", {410, 420});
        const TracePtr trace = test::loadMade(maker);
        QVERIFY(trace);
        QStringList labels;
        for (const Lane& lane : trace->lanes)
            labels << QString::fromStdString(lane.label);
        QCOMPARE(labels, (QStringList{"GPU 0", "stream 7 · kernels", "stream 7 · copies",
                                      "python (4242)", "main 4242 · NVTX", "main 4242 · CUDA API",
                                      "main 4242 · OS runtime"}));
        const EventRef copyRef{EventKind::Op, 1};
        QCOMPARE(placeOf(*trace, copyRef).lane, std::size_t{2});
        QCOMPARE(placeOf(*trace, {EventKind::Call, 0}).lane, std::size_t{5});
    }
};

QTEST_APPLESS_MAIN(LaneBuilderTest)
#include "lane_builder_test.moc"
