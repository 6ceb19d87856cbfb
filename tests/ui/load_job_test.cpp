// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/load_job.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>

using namespace nv;
using namespace std::chrono_literals;

namespace {

AnalysisPtr emptyAnalysis()
{
    auto analysis = std::make_shared<Analysis>();
    analysis->trace = std::make_shared<TraceModel>();
    return analysis;
}

/// Works until it is told to stop or to go on.
struct Gate
{
    std::atomic<bool> open{false};
    std::atomic<int> entered{0};
    std::atomic<int> stopped{0};
    AnalysisPtr early; ///< told before the wait
};

LoadJob::Loader waitingLoader(Gate& gate)
{
    return [&gate](const QString&, const std::stop_token& stop, Progress& progress,
                   const EarlyAnalysis& early) -> Result<AnalysisPtr> {
        ++gate.entered;
        if (gate.early)
            early(gate.early);
        progress.stage = Stage::Reading;
        progress.total = 200;
        progress.done = 50;
        while (!gate.open) {
            if (stop.stop_requested()) {
                ++gate.stopped;
                return Error{Errc::Cancelled, "Stopped.", ""};
            }
            std::this_thread::sleep_for(1ms);
        }
        return emptyAnalysis();
    };
}

} // namespace

class LoadJobTest : public QObject
{
    Q_OBJECT

private slots:
    void deliversTheAnalysis();
    void reportsProgressByTimer();
    void cancelAnswersAtOnce();
    void newestWins();
    void failureIsOneSentence();
    void exceptionsEndAtTheBorder();
    void realFileThatIsNoTraceFails();
    void destructionStopsTheWork();
    void lanesOfALargeTraceComeFirst();
};

void LoadJobTest::deliversTheAnalysis()
{
    Gate gate;
    gate.open = true;
    LoadJob job(waitingLoader(gate), nullptr);
    QSignalSpy loaded(&job, &LoadJob::loaded);
    job.start(QStringLiteral("/t/a.sqlite"));
    QVERIFY(job.isRunning());
    QVERIFY(loaded.wait(5000));
    QCOMPARE(loaded.count(), 1);
    QVERIFY(loaded.at(0).at(0).value<AnalysisPtr>() != nullptr);
    QCOMPARE(loaded.at(0).at(1).toString(), QStringLiteral("/t/a.sqlite"));
    QVERIFY(!job.isRunning());
}

void LoadJobTest::reportsProgressByTimer()
{
    Gate gate;
    LoadJob job(waitingLoader(gate), nullptr);
    QSignalSpy progressed(&job, &LoadJob::progressed);
    QSignalSpy loaded(&job, &LoadJob::loaded);
    job.start(QStringLiteral("/t/a.sqlite"));
    QTRY_VERIFY(progressed.count() >= 3);
    const QList<QVariant> last = progressed.last();
    QCOMPARE(last.at(0).value<Stage>(), Stage::Reading);
    QCOMPARE(last.at(1).toULongLong(), 50U);
    QCOMPARE(last.at(2).toULongLong(), 200U);
    gate.open = true;
    QVERIFY(loaded.wait(5000));
    const qsizetype reports = progressed.count();
    QTest::qWait(150);
    QCOMPARE(progressed.count(), reports); // at rest nothing ticks
}

void LoadJobTest::cancelAnswersAtOnce()
{
    Gate gate;
    LoadJob job(waitingLoader(gate), nullptr);
    QSignalSpy cancelled(&job, &LoadJob::cancelled);
    QSignalSpy loaded(&job, &LoadJob::loaded);
    QSignalSpy failed(&job, &LoadJob::failed);
    job.start(QStringLiteral("/t/a.sqlite"));
    QTRY_COMPARE(gate.entered.load(), 1);
    QElapsedTimer clock;
    clock.start();
    job.cancel();
    QCOMPARE(cancelled.count(), 1);
    QVERIFY(!job.isRunning());
    QTRY_COMPARE(gate.stopped.load(), 1);
    QVERIFY2(clock.elapsed() < 100, "the worker must end within 100 ms");
    QTest::qWait(50);
    QCOMPARE(loaded.count() + failed.count(), 0);
    QCOMPARE(cancelled.count(), 1);
}

void LoadJobTest::newestWins()
{
    Gate gate;
    LoadJob job(waitingLoader(gate), nullptr);
    QSignalSpy loaded(&job, &LoadJob::loaded);
    job.start(QStringLiteral("/t/first.sqlite"));
    QTRY_COMPARE(gate.entered.load(), 1);
    job.start(QStringLiteral("/t/second.sqlite"));
    job.start(QStringLiteral("/t/third.sqlite"));
    QTRY_COMPARE(gate.stopped.load(), 1);
    QTRY_COMPARE(gate.entered.load(), 2);
    gate.open = true;
    QVERIFY(loaded.wait(5000));
    QTest::qWait(50);
    QCOMPARE(loaded.count(), 1);
    QCOMPARE(loaded.at(0).at(1).toString(), QStringLiteral("/t/third.sqlite"));
}

void LoadJobTest::failureIsOneSentence()
{
    LoadJob job(
        [](const QString&, const std::stop_token&, Progress&,
           const EarlyAnalysis&) -> Result<AnalysisPtr> {
            return Error{Errc::Corrupt, "a.sqlite is damaged.", "row 3"};
        },
        nullptr);
    QSignalSpy failed(&job, &LoadJob::failed);
    job.start(QStringLiteral("/t/a.sqlite"));
    QVERIFY(failed.wait(5000));
    QCOMPARE(failed.at(0).at(0).value<Error>().message, std::string("a.sqlite is damaged."));
    QVERIFY(!job.isRunning());
}

void LoadJobTest::exceptionsEndAtTheBorder()
{
    LoadJob job([](const QString&, const std::stop_token&, Progress&,
                   const EarlyAnalysis&) -> Result<AnalysisPtr> { throw std::bad_alloc(); },
                nullptr);
    QSignalSpy failed(&job, &LoadJob::failed);
    job.start(QStringLiteral("/t/huge.sqlite"));
    QVERIFY(failed.wait(5000));
    const auto error = failed.at(0).at(0).value<Error>();
    QCOMPARE(error.code, Errc::Io);
    QVERIFY(QString::fromStdString(error.message).contains(QStringLiteral("huge.sqlite")));
}

void LoadJobTest::realFileThatIsNoTraceFails()
{
    LoadJob job;
    QSignalSpy failed(&job, &LoadJob::failed);
    job.start(QStringLiteral(NV_SOURCE "/CMakeLists.txt"));
    QVERIFY(failed.wait(5000));
    const auto error = failed.at(0).at(0).value<Error>();
    QVERIFY(!error.message.empty());
    QVERIFY(!QString::fromStdString(error.message).contains(u'\n'));
}

void LoadJobTest::destructionStopsTheWork()
{
    Gate gate;
    {
        LoadJob job(waitingLoader(gate), nullptr);
        job.start(QStringLiteral("/t/a.sqlite"));
        QTRY_COMPARE(gate.entered.load(), 1);
    }
    QCOMPARE(gate.stopped.load(), 1);
}

/// Two million rows are worth it; with one less all is there as soon.
void LoadJobTest::lanesOfALargeTraceComeFirst()
{
    for (const bool isLarge : {true, false}) {
        auto trace = std::make_shared<TraceModel>();
        trace->counts[TableKind::Kernel] = isLarge ? 1'500'000 : 1'499'999;
        trace->counts[TableKind::Runtime] = 500'000;
        auto early = std::make_shared<Analysis>();
        early->trace = trace;
        Gate gate;
        gate.early = early;
        LoadJob job(waitingLoader(gate), nullptr);
        QSignalSpy drawable(&job, &LoadJob::drawable);
        QSignalSpy progressed(&job, &LoadJob::progressed);
        QSignalSpy loaded(&job, &LoadJob::loaded);
        job.start(QStringLiteral("/t/a.sqlite"));
        QTRY_VERIFY(progressed.count() >= 4);
        QCOMPARE(drawable.count(), isLarge ? 1 : 0);
        QCOMPARE(loaded.count(), 0);
        if (isLarge)
            QCOMPARE(drawable.at(0).at(0).value<AnalysisPtr>(), AnalysisPtr(early));
        gate.open = true;
        QVERIFY(loaded.wait(5000));
        QCOMPARE(drawable.count(), isLarge ? 1 : 0);
    }
}

QTEST_GUILESS_MAIN(LoadJobTest)
#include "load_job_test.moc"
