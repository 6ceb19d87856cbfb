// SPDX-License-Identifier: GPL-3.0-or-later
// What a user is told when a report cannot be converted, and how soon a conversion ends.
#include "tests/support/report_fixture.h"

#include <QElapsedTimer>
#include <QTest>

#include <csignal>
#include <thread>

using namespace nv;
using namespace nv::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

bool isRunning(long pid)
{
    return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0;
}

long numberIn(const fs::path& file)
{
    return std::strtol(bytesOf(file).c_str(), nullptr, 10);
}

/// Waits until a script has written its number.
long waitForNumber(const fs::path& file)
{
    for (int i = 0; i < 1000 && numberIn(file) == 0; ++i)
        std::this_thread::sleep_for(5ms);
    return numberIn(file);
}

bool holds(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

const char* const kCommand = "nsys export --type=sqlite --output='run 7.sqlite' 'run 7.nsys-rep'";

} // namespace

class NsysRepErrorsTest : public QObject
{
    Q_OBJECT
private slots:

    void eachFailureIsOneSentence_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<Errc>("code");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("context");
        QTest::newRow("fails with a message")
            << "printf '\\rProcessing 9 events: [=3%%  ]\\n' >&2; echo first >&2; "
               "echo 'Exportation error: Section Table Reference is absent.' >&2; exit 1"
            << Errc::Io
            << "nsys 2024.2.3 could not convert run 7.nsys-rep: Exportation error: Section Table "
               "Reference is absent."
            << "first\nExportation error: Section Table Reference is absent.";
        QTest::newRow("fails without a word")
            << "exit 3" << Errc::Io
            << "nsys 2024.2.3 could not convert run 7.nsys-rep and did not say why (exit status 3)."
            << "";
        QTest::newRow("killed")
            << "echo started; kill -KILL $$" << Errc::Io
            << "nsys 2024.2.3 was ended by a signal (Killed) while it converted run 7.nsys-rep; "
               "there may be too little memory."
            << "started";
        QTest::newRow("writes nonsense")
            << "echo 'this is no database' > \"$out\"" << Errc::Corrupt
            << "What nsys 2024.2.3 wrote for run 7.nsys-rep is no export of Nsight Systems."
            << QString();
        QTest::newRow("writes nothing")
            << "echo all well" << Errc::Io
            << "nsys 2024.2.3 ended as if all were well, but wrote no export of run 7.nsys-rep."
            << "all well";
        QTest::newRow("writes an empty file")
            << ": > \"$out\"" << Errc::Io
            << "nsys 2024.2.3 ended as if all were well, but wrote no export of run 7.nsys-rep."
            << "";
        QTest::newRow("writes a link")
            << "ln -s \"$fixture/exported.sqlite\" \"$out\"" << Errc::Io
            << "nsys 2024.2.3 ended as if all were well, but wrote no export of run 7.nsys-rep."
            << "";
        QTest::newRow("control characters in the message")
            << "printf 'bad\\033[31m thing\\n' >&2; exit 1" << Errc::Io
            << "nsys 2024.2.3 could not convert run 7.nsys-rep: bad [31m thing."
            << "bad [31m thing";
    }

    void eachFailureIsOneSentence()
    {
        QFETCH(QString, script);
        QFETCH(Errc, code);
        QFETCH(QString, message);
        QFETCH(QString, context);
        ReportFixture fixture;
        fixture.playNsys(script.toStdString());
        const auto trace = fixture.open();
        QVERIFY(!trace);
        QCOMPARE(QString::fromStdString(trace.error().message), message);
        QCOMPARE(trace.error().code, code);
        if (!context.isNull())
            QCOMPARE(QString::fromStdString(trace.error().context), context);
        QVERIFY(fs::is_empty(fixture.temporary()));
        QVERIFY(filesBelow(fixture.cache()).empty());
    }

    void tooOldNamesWhatIsNeeded_data()
    {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("message");
        const QString known =
            QStringLiteral("run 7.nsys-rep was recorded by nsys 2024.2.3, which the nsys here is "
                           "too old to read (2023.4.4); use nsys 2024.2.3 or newer, or run where "
                           "there is one: ")
            + kCommand;
        const QString unknown =
            QStringLiteral("run 7.nsys-rep was recorded by a newer nsys than the one here "
                           "(2023.4.4); use a newer one, or run where there is one: ")
            + kCommand;
        const QString version = "2024@2@3@38-242334140272v0";
        // The first three are what nsys 2022.4 and 2023.4 really say.
        QTest::newRow("2022") << version
                              << "Exportation error: Version number is invalid: 2024@2@3@38"
                              << known;
        QTest::newRow("2023")
            << version
            << "Exportation error: Report was created in Nsight Systems version (2024.2.3.38), "
               "newer than your current version (2023.4.4.54)."
            << known;
        QTest::newRow("2023, its last line")
            << "1"
            << "Please update your Nsight Systems to the latest version to view this report."
            << unknown;
        QTest::newRow("other words") << version << "Cannot read this" << known;
    }

    void tooOldNamesWhatIsNeeded()
    {
        QFETCH(QString, recorded);
        QFETCH(QString, says);
        QFETCH(QString, message);
        ReportFixture fixture;
        fixture.writeReport(recorded.toStdString());
        fixture.playNsys("echo '" + says.toStdString() + "' >&2; exit 1", "2023.4.4.54");
        const auto trace = fixture.open();
        QVERIFY(!trace);
        QCOMPARE(QString::fromStdString(trace.error().message), message);
        QCOMPARE(trace.error().code, Errc::ToolTooOld);
        QCOMPARE(QString::fromStdString(trace.error().context), says);
    }

    void withoutNsysTheCommandIsNamed()
    {
        const ReportFixture fixture;
        fs::remove(fixture.nsys());
        const auto trace = fixture.open();
        QVERIFY(!trace);
        QCOMPARE(trace.error().code, Errc::ToolMissing);
        const std::string& message = trace.error().message;
        for (const char* part : {"run 7.nsys-rep", "no nsys was found", "PATH", "/opt/nvidia",
                                 "/usr/local/cuda", "--nsys", kCommand})
            QVERIFY2(holds(message, part), message.c_str());
        QVERIFY(!holds(message, "\n"));
    }

    void aChosenNsysThatIsNoneIsNamed()
    {
        const ReportFixture fixture;
        nsys::ReportPlaces places = fixture.places();
        LoadOptions options;
        options.path = fixture.report();
        places.search.chosen = fixture.folder() / "not there";
        auto trace = nsys::loadReport(options, places, {}, fixture.progress);
        QVERIFY(!trace);
        QCOMPARE(trace.error().code, Errc::ToolMissing); // not the one in PATH instead
        QVERIFY2(holds(trace.error().message, "not there, is no program"),
                 trace.error().message.c_str());
        places.search.chosen = "/bin/false";
        trace = nsys::loadReport(options, places, {}, fixture.progress);
        QVERIFY2(holds(trace.error().message, "/bin/false does not run as nsys"),
                 trace.error().message.c_str());
        places.search.chosen = fixture.nsys();
        places.search.pathVariable.clear();
        QVERIFY(nsys::loadReport(options, places, {}, fixture.progress));
    }

    void percentagesBecomeProgress()
    {
        ReportFixture fixture;
        fixture.playNsys("printf '\\rProcessing 9 events: [==4' >&2; printf '2%%    ]' >&2; "
                         "while [ ! -e \"$fixture/go\" ]; do sleep 0.01; done; "
                         + ReportFixture::kCopies);
        std::optional<Result<TracePtr>> trace;
        std::jthread loader([&] { trace = fixture.open(); });
        const auto seen = [&] {
            return fixture.progress.stage == Stage::Converting && fixture.progress.total == 100U
                   && fixture.progress.done == 42U;
        };
        for (int i = 0; i < 1000 && !seen(); ++i)
            std::this_thread::sleep_for(5ms);
        QVERIFY(seen());
        writeFile(fixture.folder() / "go", "");
        loader.join();
        QVERIFY(*trace);
        QVERIFY(fixture.progress.stage != Stage::Converting);
    }

    void cancelEndsTheWholeGroup()
    {
        ReportFixture fixture;
        // nsys that deafens itself to polite signals, and one more process that it started.
        fixture.playNsys("trap '' TERM INT HUP; sleep 600 & echo $! > \"$fixture/child\"; "
                         "echo $$ > \"$fixture/pid\"; wait; sleep 600");
        std::stop_source stop;
        std::optional<Result<TracePtr>> trace;
        QElapsedTimer timer;
        std::jthread loader([&] { trace = fixture.open(stop.get_token()); });
        const long pid = waitForNumber(fixture.folder() / "pid");
        const long child = numberIn(fixture.folder() / "child");
        QVERIFY(isRunning(pid));
        QVERIFY(isRunning(child));
        timer.start();
        stop.request_stop();
        loader.join();
        // 100 ms are promised; a busy machine that watches every access may take longer.
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(trace->error().code, Errc::Cancelled);
        QCOMPARE(trace->error().message, std::string("Opening run 7.nsys-rep was cancelled."));
        QVERIFY(!isRunning(pid));
        for (int i = 0; i < 200 && isRunning(child); ++i) // an orphan is reaped by init
            std::this_thread::sleep_for(5ms);
        QVERIFY(!isRunning(child)
                || bytesOf("/proc/" + std::to_string(child) + "/stat").find(") Z")
                       != std::string::npos);
        QVERIFY(fs::is_empty(fixture.temporary()));
        QVERIFY(filesBelow(fixture.cache()).empty());
    }

    void cancelAtAnyMomentLeavesNothing()
    {
        ReportFixture fixture;
        for (const auto after : {0ms, 1ms, 3ms, 10ms, 20ms, 30ms, 50ms}) {
            std::stop_source stop;
            std::optional<Result<TracePtr>> trace;
            std::jthread loader([&] { trace = fixture.open(stop.get_token()); });
            std::this_thread::sleep_for(after);
            stop.request_stop();
            loader.join();
            if (!*trace)
                QCOMPARE(trace->error().code, Errc::Cancelled);
            QVERIFY(fs::is_empty(fixture.temporary()));
            for (const fs::path& file : filesBelow(fixture.cache())) {
                QVERIFY(bytesOf(file).find(kFakeSecret) == std::string::npos);
                fs::remove(file); // the next one converts again
            }
        }
    }

    void whatOutlivesNsysIsEnded()
    {
        ReportFixture fixture;
        fixture.playNsys("sleep 600 & echo $! > \"$fixture/child\"; " + ReportFixture::kCopies);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(fixture.open());
        QVERIFY(timer.elapsed() < 60'000); // not when the sleeper closes its end of the pipe
        const long child = numberIn(fixture.folder() / "child");
        for (int i = 0; i < 200 && isRunning(child); ++i)
            std::this_thread::sleep_for(5ms);
        QVERIFY(!isRunning(child)
                || bytesOf("/proc/" + std::to_string(child) + "/stat").find(") Z")
                       != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(NsysRepErrorsTest)
#include "nsys_rep_errors_test.moc"
