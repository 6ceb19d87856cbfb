// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/chart_strip.h"
#include "core/scene/lane_filter.h"
#include "core/sources/nsys_sqlite/series_reading.h"
#include "core/trace_maker/random.h"
#include "tests/support/trace_fixture.h"

#include <QTest>

using namespace nv;
using namespace nv::scene;
using namespace nv::test;

namespace {

constexpr std::int64_t kFirst = 0x1000;
constexpr std::int64_t kSecond = 0x2000;
constexpr std::int64_t kNeverSeen = 0x3000;

/// "1000@100 1500@200": value and time of each sample.
QString textOf(const Series& series)
{
    QStringList out;
    for (std::size_t i = 0; i < series.time.size(); ++i)
        out << QStringLiteral("%1@%2").arg(series.value[i]).arg(series.time[i]);
    return out.join(u' ');
}

QString textOf(const std::optional<Series::Reading>& reading)
{
    return reading ? QStringLiteral("%1..%2 ends %3, %4 samples")
                         .arg(reading->least)
                         .arg(reading->most)
                         .arg(reading->last)
                         .arg(reading->samples)
                   : QStringLiteral("unknown");
}

Series seriesOf(SeriesKind kind, std::vector<Ns> time, std::vector<std::int64_t> value)
{
    Series series;
    series.kind = kind;
    series.unit = kind == SeriesKind::Metric ? "%" : "B";
    series.time = std::move(time);
    series.value = std::move(value);
    series.finish();
    return series;
}

/// A kernel, so that the device is known, and what nsys says of a GPU beside its events.
TraceMaker fullMaker(ExportLayout layout = ExportLayout::Nsys2024)
{
    TraceMaker maker(layout);
    const std::int64_t pid = maker.process(10, "p");
    MadeKernel kernel;
    kernel.start = 50;
    kernel.end = 600;
    kernel.place.globalPid = pid;
    kernel.name = maker.kernelName("k()");
    maker.add(kernel);
    maker.add(MadeMetric{0, 7, "SMs Active [Throughput %]"});
    maker.add(MadeMetric{0, 9, "GPC Clock Frequency [MHz]"});
    for (const auto& [at, value] : {std::pair{300, 20}, {100, 10}, {200, 80}}) // as it comes
        maker.add(MadeMetricSample{at, 0, 7, value});
    maker.add(MadeMetricSample{100, 0, 9, 1410});
    maker.add(MadeMetricSample{100, 0, 12, 3}); // a metric nobody named
    const auto memory = [&](Ns at, std::int64_t address, Bytes bytes, bool isFreed,
                            MemoryKind kind = MemoryKind::Device) {
        maker.add(MadeMemoryUse{at, pid, 0, address, bytes, kind, isFreed});
    };
    memory(100, kFirst, 1000, false);
    memory(150, kFirst, 64, false, MemoryKind::Pinned); // the host has addresses of its own
    memory(200, kSecond, 500, false);
    memory(300, kFirst, 1000, true);
    memory(400, kNeverSeen, 4096, true);
    memory(500, kSecond, 500, true);
    return maker;
}

} // namespace

/// GPU metrics and memory in use: from the rows of a file to what is drawn.
class SeriesTest : public QObject
{
    Q_OBJECT

private slots:

    void readsMetricsAndMemory_data()
    {
        QTest::addColumn<int>("layout");
        QTest::newRow("2023") << static_cast<int>(ExportLayout::Nsys2023);
        QTest::newRow("2024") << static_cast<int>(ExportLayout::Nsys2024);
        QTest::newRow("2026") << static_cast<int>(ExportLayout::Nsys2026);
    }

    void readsMetricsAndMemory()
    {
        QFETCH(int, layout);
        const TracePtr trace = m_files.open(fullMaker(static_cast<ExportLayout>(layout)));
        QVERIFY(trace && nsys::hasSeries(*trace));
        QVERIFY(trace->capture.otherTables.empty());
        const auto series = nsys::readSeries(*trace, {});
        QVERIFY(series);
        const SeriesSet& all = series.value();
        QCOMPARE(all.size(), std::size_t{5});
        QCOMPARE(all[0]->label, std::string("memory in use"));
        QCOMPARE(all[0]->unit, std::string("B"));
        QCOMPARE(textOf(*all[0]), QStringLiteral("1000@100 1500@200 500@300 0@500"));
        QCOMPARE(all[0]->remark,
                 std::string("1 block was freed that the capture did not see allocated"));
        QCOMPARE(all[1]->label, std::string("host memory in use"));
        QCOMPARE(textOf(*all[1]), QStringLiteral("64@150"));
        QCOMPARE(all[2]->label + "|" + all[2]->unit, std::string("SMs Active|%"));
        QCOMPARE(textOf(*all[2]), QStringLiteral("10@100 80@200 20@300"));
        QCOMPARE(all[3]->label + "|" + all[3]->unit, std::string("GPC Clock Frequency|MHz"));
        QCOMPARE(all[4]->label + "|" + all[4]->unit, std::string("metric 12|"));
        for (const SeriesPtr& one : all)
            QCOMPARE(one->device, trace->devices.front().label);
    }

    void aFileWithoutThemHasNone()
    {
        TraceMaker maker;
        maker.range(maker.thread(maker.process(10, "p"), 10, "main"), "step", {0, 100});
        const TracePtr trace = m_files.open(maker);
        QVERIFY(trace && !nsys::hasSeries(*trace));
        const auto series = nsys::readSeries(*trace, {});
        QVERIFY(series && series.value().empty());
        QVERIFY(chartLanes(series.value()).empty());
    }

    void aFileThatWasChangedIsRefused()
    {
        const TracePtr trace = m_files.open(fullMaker());
        QVERIFY(trace);
        TraceMaker other = fullMaker();
        other.add(MadeMetricSample{900, 0, 7, 1});
        for (int i = 0; i < 1000; ++i) // another size
            other.add(MadeMetricSample{900 + i, 0, 7, 1});
        QVERIFY(other.writeTo(m_files.path("made.sqlite")));
        const auto series = nsys::readSeries(*trace, {});
        QVERIFY(!series);
        QCOMPARE(series.error().code, Errc::Io);
    }

    /// An address that is allocated twice was freed without a row: the first block is gone.
    void anAddressThatComesBackReplacesItsBlock()
    {
        TraceMaker maker;
        const std::int64_t pid = maker.process(10, "p");
        maker.add(MadeMemoryUse{100, pid, 0, kFirst, 1000, MemoryKind::Device, false});
        maker.add(MadeMemoryUse{200, pid, 0, kFirst, 300, MemoryKind::Device, false});
        const TracePtr trace = m_files.open(maker);
        QVERIFY(trace);
        const auto series = nsys::readSeries(*trace, {});
        QVERIFY(series);
        QCOMPARE(textOf(*series.value().front()), QStringLiteral("1000@100 300@200"));
    }

    void aSampleHoldsUntilTheNext()
    {
        const Series metric = seriesOf(SeriesKind::Metric, {100, 200, 300}, {10, 80, 20});
        QCOMPARE(textOf(metric.reading({0, 100})), QStringLiteral("unknown"));
        QCOMPARE(textOf(metric.reading({0, 101})), QStringLiteral("10..10 ends 10, 1 samples"));
        QCOMPARE(textOf(metric.reading({100, 200})), QStringLiteral("10..10 ends 10, 1 samples"));
        QCOMPARE(textOf(metric.reading({150, 250})), QStringLiteral("10..80 ends 80, 1 samples"));
        QCOMPARE(textOf(metric.reading({210, 220})), QStringLiteral("80..80 ends 80, 0 samples"));
        QCOMPARE(textOf(metric.reading({0, 900})), QStringLiteral("10..80 ends 20, 3 samples"));
        QCOMPARE(textOf(metric.reading({300, 301})), QStringLiteral("20..20 ends 20, 1 samples"));
        QCOMPARE(textOf(metric.reading({301, 400})), QStringLiteral("unknown"));
        const Series memory = seriesOf(SeriesKind::Memory, {100, 200}, {7, 5});
        QCOMPARE(textOf(memory.reading({301, 400})), QStringLiteral("5..5 ends 5, 0 samples"));
        QCOMPARE(metric.fullScale(), std::int64_t{100}); // of a percentage
        QCOMPARE(memory.fullScale(), std::int64_t{7});
    }

    /// The pyramid against a walk over all samples.
    void readingsAreThoseOfAWalk()
    {
        Random random(20261130);
        std::vector<Ns> times;
        std::vector<std::int64_t> values;
        Ns t = 0;
        for (int i = 0; i < 5'000; ++i) {
            t += static_cast<Ns>(random.below(4)); // several at one instant, too
            times.push_back(t);
            values.push_back(static_cast<std::int64_t>(random.below(1'000'000)) - 500'000);
        }
        const Series series = seriesOf(SeriesKind::Memory, times, values);
        for (int round = 0; round < 2'000; ++round) {
            const auto begin = static_cast<Ns>(random.below(static_cast<std::uint64_t>(t)));
            const auto end = begin + 1 + static_cast<Ns>(random.below(3'000));
            std::optional<Series::Reading> expected;
            for (std::size_t i = 0; i < times.size(); ++i) {
                const bool holds = i + 1 == times.size() || times[i + 1] > begin;
                if (times[i] >= end || !holds)
                    continue;
                if (!expected)
                    expected = Series::Reading{values[i], values[i], values[i], 0};
                expected->least = std::min(expected->least, values[i]);
                expected->most = std::max(expected->most, values[i]);
                expected->last = values[i];
                expected->samples += times[i] >= begin ? 1 : 0;
            }
            QCOMPARE(textOf(series.reading({begin, end})), textOf(expected));
        }
    }

    void aChartHasABarAColumn()
    {
        const Series metric = seriesOf(SeriesKind::Metric, {100, 200, 300}, {10, 80, 20});
        const TracePtr none = m_files.open(fullMaker());
        Strip strip;
        buildChartStrip(metric, {{0, 400}, 4}, 10, strip);
        // A tenth of the height is 1, of 80 % 8, of 20 % 2; before the first sample nothing.
        QCOMPARE(QString::fromStdString(toText(strip, *none)),
                 QStringLiteral("strip 4x10\n"
                                "rect 1,9 1x1 chart:0\n"
                                "rect 2,2 1x8 chart:0\n"
                                "rect 3,8 1x2 chart:0\n"));
        buildChartStrip(metric, {{0, 400}, 2}, 10, strip);
        // The second column saw 80 and 20: 2 lines that were always there, 6 more at most.
        QCOMPARE(QString::fromStdString(toText(strip, *none)),
                 QStringLiteral("strip 2x10\n"
                                "rect 0,9 1x1 chart:0\n"
                                "rect 1,8 1x2 chart:0\n"
                                "rect 1,2 1x6 chart:1\n"));
    }

    void equalNeighboursAreOneRectangle()
    {
        const Series memory = seriesOf(SeriesKind::Memory, {0, 300}, {1000, 0});
        const TracePtr none = m_files.open(fullMaker());
        Strip strip;
        buildChartStrip(memory, {{0, 400}, 4}, 20, strip);
        QCOMPARE(QString::fromStdString(toText(strip, *none)),
                 QStringLiteral("strip 4x20\nrect 0,0 3x20 chart:2\n"));
    }

    void chartsStandBelowTheDevices()
    {
        const TracePtr trace = m_files.open(fullMaker());
        QVERIFY(trace);
        LaneLayout layout(trace->lanes);
        const std::size_t recorded = layout.laneCount();
        const auto series = nsys::readSeries(*trace, {});
        QVERIFY(series);
        layout.setCharts(chartLanes(series.value()));
        QCOMPARE(layout.laneCount(), recorded + 6);
        QCOMPARE(rowsOf(layout, *trace),
                 QStringLiteral("GPU 0, stream 7 · kernels, GPU 0 · memory in use, "
                                "GPU 0 · host memory in use, GPU 0 · GPU metrics"));
        const std::size_t metrics = recorded + 2;
        QVERIFY(layout.isCollapsed(metrics)); // metrics are many
        QCOMPARE(layout.hiddenBelow(metrics), std::size_t{3});
        layout.setCollapsed(metrics, false);
        QVERIFY(rowsOf(layout, *trace)
                    .endsWith(QStringLiteral("GPU metrics, SMs Active, GPC Clock Frequency, "
                                             "metric 12")));
        layout.setMatches(std::nullopt);
        std::vector<LaneMatch> matches(recorded, LaneMatch::None);
        const auto charts = matchCharts(layout.charts(), "clock");
        matches.insert(matches.end(), charts.begin(), charts.end());
        layout.setMatches(matches);
        QCOMPARE(rowsOf(layout, *trace),
                 QStringLiteral("GPU 0 · GPU metrics, GPC Clock Frequency"));
        layout.setMatches(std::nullopt);
        std::vector<LaneActivity> active(recorded);
        const auto busy = chartActivity(layout.charts(), {350, 360});
        active.insert(active.end(), busy.begin(), busy.end());
        layout.setActivity(active); // metrics end at 300, memory holds
        QCOMPARE(rowsOf(layout, *trace),
                 QStringLiteral("GPU 0 · memory in use, GPU 0 · host memory in use"));
    }

private:
    static QString rowsOf(const LaneLayout& layout, const TraceModel& trace)
    {
        QStringList out;
        for (const LayoutRow& row : layout.rows())
            out << QString::fromStdString(layout.chart(row.lane) != nullptr
                                              ? layout.chart(row.lane)->label
                                              : trace.lanes[row.lane].label)
                       .section(QStringLiteral(" · NVIDIA"), 0, 0);
        return out.join(QStringLiteral(", "));
    }

    TraceFixture m_files;
};

QTEST_APPLESS_MAIN(SeriesTest)
#include "series_test.moc"
