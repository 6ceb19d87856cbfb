// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/range_pattern.h"
#include "core/analysis/window.h"
#include "tests/support/loop_fixture.h"

#include <QTest>

using namespace nv;
using nv::test::LoopFixture;

namespace {

/// Ops from 1000 to 9000, ranges on one thread, steps [0,100) [100,200) ... [900,1000).
Analysis analysisOf(LoopFixture& loop, bool steady)
{
    Analysis a;
    a.trace = loop.model.finish();
    a.steady.found = steady;
    a.steady.reason = "No steps: nothing repeats.";
    a.steady.window = {200, 800};
    for (Ns t = 0; steady && t < 1000; t += 100) {
        Step step;
        step.begin = t;
        step.end = t + 100;
        a.steady.steps.push_back(step);
    }
    return a;
}

Analysis sample(bool steady = true)
{
    LoopFixture loop;
    loop.model.kernel(loop.stream, "k", 1000, 2000);
    loop.model.kernel(loop.stream, "k", 8000, 9000);
    const DomainId domain = loop.model.domain(loop.process, "Engine");
    loop.model.range(loop.thread, "step 1", 100, 400);
    loop.model.range(loop.thread, "step 12", 500, 900);
    loop.model.range(loop.thread, "step x", 950, 990);
    loop.model.range(loop.thread, "a/5", 10, 20);
    loop.model.range(loop.thread, "a", 30, 40);
    loop.model.range(loop.thread, "mail@home", 1, 2);
    loop.model.range(loop.thread, "decode", 300, 310, domain);
    loop.model.range(loop.thread, "decode", 320, 330);
    loop.model.range(loop.thread, "outer", 50, 5000);
    loop.model.range(loop.thread, "outer", 60, 70);
    loop.model.range(loop.thread, "open", 60, 9000, {}, RangeKind::PushPop, true);
    loop.model.range(loop.thread, "mark", 60, 60, {}, RangeKind::Mark);
    return analysisOf(loop, steady);
}

} // namespace

class WindowTest : public QObject
{
    Q_OBJECT

private slots:

    void resolves_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<QString>("source");
        QTest::addColumn<int>("instances");
        QTest::addColumn<int>("steps");
        const auto row = [](const char* spec, qint64 begin, qint64 end, const char* source,
                            int instances, int steps) {
            QTest::newRow(spec) << spec << begin << end << source << instances << steps;
        };
        row("steady", 200, 800, "steady", 0, 6);
        row("all", 1000, 9000, "all", 0, 0);
        row("150/450", 150, 450, "user", 0, 2);
        row("0/1us", 0, 1000, "user", 0, 10);
        row("500/", 500, 9000, "user", 0, 5);
        row("/2000", 1000, 2000, "user", 0, 0);
        row("-1s/100", -1'000'000'000, 100, "user", 0, 1);
        row("nvtx:step 12", 500, 900, "nvtx", 1, 4);
        row("nvtx:step #", 100, 900, "nvtx", 2, 8);
        row("nvtx:step #/1", 500, 900, "nvtx", 1, 4);
        row("nvtx:step *", 100, 990, "nvtx", 3, 8);
        row("nvtx:a/0", 30, 40, "nvtx", 1, 0);
        row("nvtx:a/#", 10, 20, "nvtx", 1, 0); // no number after the slash: part of the name
        row("nvtx:mail@home", 1, 2, "nvtx", 1, 0);
        row("nvtx:decode", 300, 330, "nvtx", 2, 0);
        row("nvtx:decode@Engine", 300, 310, "nvtx", 1, 0);
        row("nvtx:dec*@Engine/0", 300, 310, "nvtx", 1, 0);
        row("nvtx:outer", 50, 5000, "nvtx", 2, 9); // the latest end, not the last row's
    }

    void resolves()
    {
        QFETCH(QString, spec);
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(QString, source);
        QFETCH(int, instances);
        QFETCH(int, steps);
        const auto window = resolveWindow(sample(), spec.toStdString());
        QVERIFY2(window.hasValue(), window ? "" : window.error().message.c_str());
        QCOMPARE(window.value().range, (TimeRange{begin, end}));
        QCOMPARE(QString::fromUtf8(windowSourceKey(window.value().source).data()), source);
        QCOMPARE(window.value().instances, static_cast<std::size_t>(instances));
        QCOMPARE(window.value().steps.value(), static_cast<std::size_t>(steps));
    }

    /// `all` is no whole capture: 1000 to 9000, though a range begins at 1.
    void allIsNamedByWhatItReachesOver()
    {
        QCOMPARE(allText(allWindow(sample()).isOfHost), std::string_view("all GPU work"));
        LoopFixture loop;
        loop.model.range(loop.thread, "step 1", 100, 400);
        const Window window = allWindow(analysisOf(loop, false));
        QCOMPARE(window.range, (TimeRange{100, 400}));
        QCOMPARE(allText(window.isOfHost), std::string_view("all host events"));
    }

    void allInstancesOfARange()
    {
        const Analysis analysis = sample();
        const RangeTable& t = analysis.trace->ranges;
        const auto at = [&](Ns start, Ns end) {
            for (std::size_t i = 0; i < t.size(); ++i)
                if (t.start[i] == start && t.end[i] == end)
                    return RangeIndex(i);
            return RangeIndex::none();
        };
        const auto outer = instancesWindow(analysis, at(60, 70));
        QVERIFY(outer.has_value());
        QCOMPARE(outer->range, (TimeRange{50, 5000})); // the latest end, not the last row's
        QCOMPARE(outer->instances, std::size_t{2});
        QCOMPARE(outer->source, WindowSource::Nvtx);
        // Equal texts of another domain are others.
        QCOMPARE(instancesWindow(analysis, at(300, 310))->range, (TimeRange{300, 310}));
        QCOMPARE(instancesWindow(analysis, at(320, 330))->range, (TimeRange{320, 330}));
        QVERIFY(!instancesWindow(analysis, at(60, 60))); // a mark
        for (std::size_t i = 0; i < t.size(); ++i)
            if (t.isOpen[i] != 0)
                QVERIFY(!instancesWindow(analysis, RangeIndex(i)));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* spec, Errc code, const char* sentence) {
            QTest::newRow(spec) << spec << static_cast<int>(code) << sentence;
        };
        row("", Errc::BadArgument, "is not a window");
        row("Steady", Errc::BadArgument, "is not a window");
        row("/", Errc::BadArgument, "at least one side");
        row("5/5", Errc::BadArgument, "is empty");
        row("9/5", Errc::BadArgument, "must not lie after the end");
        row("9500/", Errc::BadArgument, "is empty"); // the open side is that of `all`
        row("1/2/3", Errc::BadArgument, "'2/3' is not a time");
        row("nvtx:", Errc::BadArgument, "needs the name");
        row("nvtx:stepp", Errc::NotFound, "holds no NVTX range 'stepp'");
        row("nvtx:decode@Other", Errc::NotFound, "holds no NVTX range");
        row("nvtx:step #/2", Errc::NotFound, "2 instances are numbered from 0");
        row("nvtx:a/99999999999999999999", Errc::NotFound, "There is no instance");
        row("nvtx:open", Errc::NotFound, "never closed");
        row("nvtx:mark", Errc::NotFound, "holds no NVTX range");
    }

    void refuses()
    {
        QFETCH(QString, spec);
        QFETCH(int, code);
        QFETCH(QString, sentence);
        const auto window = resolveWindow(sample(), spec.toStdString());
        QVERIFY(!window.hasValue());
        QCOMPARE(static_cast<int>(window.error().code), code);
        QVERIFY2(window.error().message.find(sentence.toStdString()) != std::string::npos,
                 window.error().message.c_str());
    }

    void withoutASteadyStateAllIsTheDefault()
    {
        const Analysis none = sample(false);
        QCOMPARE(defaultWindow(none).range, (TimeRange{1000, 9000}));
        QCOMPARE(defaultWindow(none).source, WindowSource::All);
        QVERIFY(!defaultWindow(none).steps);
        const auto asked = resolveWindow(none, "steady");
        QCOMPARE(asked.error().code, Errc::NotFound);
        QVERIFY(asked.error().message.find("nothing repeats") != std::string::npos);
        QCOMPARE(defaultWindow(sample()).source, WindowSource::Steady);
        QCOMPARE(userWindow(sample(), {200, 800}).source, WindowSource::User);
    }

    void readsTimes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("parts") << "1s2ms3us4ns" << qint64(1'002'003'004);
        QTest::newRow("any order, twice") << "4ns1us1us" << qint64(2004);
        QTest::newRow("cut") << "1.0009us" << qint64(1000);
        QTest::newRow("not rounded down by binary") << "1.001us" << qint64(1001);
        QTest::newRow("cut toward zero") << "-1.9" << qint64(-1);
        QTest::newRow("exponent") << "1e3" << qint64(1000);
        QTest::newRow("negative exponent") << "15E-1us" << qint64(1500);
        QTest::newRow("hex") << "0x3e8" << qint64(1000);
        QTest::newRow("hex with a unit") << "0x10us" << qint64(16'000);
        QTest::newRow("plus") << "+1" << qint64(1);
        QTest::newRow("dot at the end") << "5." << qint64(5);
        QTest::newRow("hour") << "1hour" << qint64(3'600'000'000'000);
        QTest::newRow("minutes") << "2m1min" << qint64(180'000'000'000);
        QTest::newRow("largest") << "9223372036854775807" << qint64(kMaxNs);
        QTest::newRow("many digits") << "0.10000000000000000000000001s" << qint64(100'000'000);
    }

    void readsTimes()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto filter = parseTimeFilter(text.toStdString() + "/");
        QVERIFY2(filter.hasValue(), filter ? "" : filter.error().message.c_str());
        QCOMPARE(filter.value().begin.value(), ns);
        QVERIFY(!filter.value().end);
    }

    void refusesTimes()
    {
        for (const char* bad : {".5/",
                                "1u/",
                                "1US/",
                                "1 ms/",
                                " 1/",
                                "1e/",
                                "inf/",
                                "nan/",
                                "0x/",
                                "0xinf/",
                                "--1/",
                                "1s/x",
                                "9223372036854775808/",
                                "1e30/",
                                "9999999hour9999999999hour/",
                                "5",
                                "",
                                "/",
                                "2/1",
                                "0x1p80/"}) {
            const auto filter = parseTimeFilter(bad);
            QVERIFY2(!filter.hasValue(), bad);
            QCOMPARE(filter.error().code, Errc::BadArgument);
        }
        QVERIFY(parseTimeFilter("0/0").hasValue());
        QVERIFY(parseTimeFilter("/1000").hasValue());
    }

    void rowsAreKeptAsTheRealToolKeepsThem()
    {
        const TimeRange w{1000, 2000}; // nsys.md 3
        QVERIFY(keptByNsys(500, 1000, w) && keptByNsys(1000, 1000, w) && keptByNsys(1500, 2000, w)
                && keptByNsys(1999, 2500, w) && keptByNsys(500, 2000, w)
                && keptByNsys(500, 2500, w));
        QVERIFY(!keptByNsys(500, 999, w) && !keptByNsys(2000, 2000, w)
                && !keptByNsys(2000, 2500, w));
        QVERIFY(keptByNsys(900, 1000, {1000, 1000}) && !keptByNsys(1000, 1000, {1000, 1000}));
    }

    void patternsMatchDigitRuns()
    {
        const auto fits = [](const char* pattern, const char* text) {
            return RangePattern(pattern).matches(text);
        };
        QVERIFY(fits("step #", "step 0") && fits("step #", "step 1234"));
        QVERIFY(!fits("step #", "step ") && !fits("step #", "step 12a") && !fits("step #", "step"));
        QVERIFY(fits("a#b#", "a1b22") && !fits("a#b#", "a1b"));
        QVERIFY(fits("##", "12") && !fits("##", "1") && fits("#1", "211") && !fits("#1", "212"));
        QVERIFY(fits("a*", "a") && fits("a*", "abc") && !fits("a*", "b") && fits("*", ""));
        QVERIFY(fits("a#*", "a1 rest") && fits("a#*", "a7") && !fits("a#*", "ax"));
        QVERIFY(fits("C#", "C#") && !fits("a*b", "axb") && fits("a*b", "a*b"));
        QVERIFY(fits("", "") && !fits("", "a"));
        const std::string many(40, '#');
        QVERIFY(!fits(many.c_str(), (std::string(200, '1') + "x").c_str()));
    }
};

QTEST_APPLESS_MAIN(WindowTest)
#include "window_test.moc"
