// SPDX-License-Identifier: GPL-3.0-or-later
// A saved window says the same of its window as the whole capture, holds no environment variable,
// and is whole or not there.
#include "tests/support/report_fixture.h"
#include "tests/support/saved_window.h"
#include "tests/support/scenario.h"

#include <QDir>
#include <QTest>

using namespace nv;
using namespace nv::test;
namespace fs = std::filesystem;

class SaveWindowTest : public QObject
{
    Q_OBJECT
private slots:

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_made = std::make_unique<TraceFixture>();
    }

    void theWindowOfALoopStaysTheSame_data()
    {
        QTest::addColumn<int>("layout");
        for (int i = 0; i < 4; ++i)
            QTest::newRow(std::string(productVersion(static_cast<ExportLayout>(i))).c_str()) << i;
    }

    void theWindowOfALoopStaysTheSame()
    {
        QFETCH(int, layout);
        TraceMaker maker = loop();
        maker.setLayout(static_cast<ExportLayout>(layout));
        const AnalysisPtr whole = made(maker);
        // Steps 5 to 9, and edges in the middle of a step.
        for (const TimeRange range :
             {TimeRange{kRunBegin + 5 * kStep, kRunBegin + 10 * kStep},
              TimeRange{kRunBegin + 5 * kStep + 300 * kUs, kRunBegin + 10 * kStep + 705 * kUs}}) {
            const SavedWindow out = saved(*whole, range, target());
            const AnalysisPtr small = analysisOf(target());
            QVERIFY(small);
            QCOMPARE(difference(saidOf(*whole, range), saidOf(*small, range)), std::string());
            QVERIFY(out.rows > 0);
            // Five or six steps of twenty; the first launch of attention, which takes long; the
            // kernels of the two calls after the window.
            QVERIFY(small->trace->counts[TableKind::Kernel] >= 10);
            QVERIFY2(small->trace->counts[TableKind::Kernel] <= 15,
                     querySql(target(), "SELECT start FROM CUPTI_ACTIVITY_KIND_KERNEL")
                         .join(' ')
                         .toUtf8()
                         .constData());
            QVERIFY(small->trace->counts[TableKind::Runtime] < 25);
        }
    }

    void onlyTextsInUseAreKept()
    {
        TraceMaker maker = loop();
        maker.string("nobody says this");
        maker.range(m_tid, "long before", {1000, 2000});
        const AnalysisPtr whole = made(maker);
        saved(*whole, {kRunBegin + 5 * kStep, kRunBegin + 6 * kStep}, target());
        const QStringList texts = querySql(target(), "SELECT value FROM StringIds");
        QVERIFY(texts.contains("gemm"));
        QVERIFY(texts.contains("cudaLaunchKernel_v7000"));
        QVERIFY(!texts.contains("nobody says this"));
        const QStringList ranges =
            querySql(target(), "SELECT text FROM NVTX_EVENTS ORDER BY start");
        QVERIFY(ranges.contains("step 5"));
        QVERIFY(!ranges.contains("long before"));
        QVERIFY(!ranges.contains("step 9"));
    }

    void launchesOutsideTheWindowComeWithTheirRanges()
    {
        Scenario run;
        run.run([&](int i) {
            if (i != 3)
                return run.sync(0, 10);
            run.range("asks early", 0, 30);
            run.range("has no part in it", 40, 60);
            run.kernel(10, 20, 2500, 2600); // runs two steps later
        });
        const AnalysisPtr whole = made(run.maker);
        const TimeRange range{kRunBegin + 5 * kStep + 400 * kUs, kRunBegin + 5 * kStep + 700 * kUs};
        saved(*whole, range, target());
        const AnalysisPtr small = analysisOf(target());
        QVERIFY(small);
        QCOMPARE(small->trace->ops.size(), std::size_t{1});
        QVERIFY(!small->trace->ops.call[0].isNone());
        const QStringList ranges =
            querySql(target(), "SELECT text FROM NVTX_EVENTS ORDER BY start");
        QVERIFY(ranges.contains("asks early"));
        QVERIFY(!ranges.contains("has no part in it"));
        QCOMPARE(difference(saidOf(*whole, range), saidOf(*small, range)), std::string());
    }

    void tablesNobodyKnowsFollowTheirTimes()
    {
        TraceMaker maker = loop();
        const std::string inside = std::to_string(kRunBegin + 5 * kStep + 1);
        maker.afterwards(
            "CREATE TABLE FUTURE_EVENTS (\"timestamp\" INTEGER, what TEXT);"
            "INSERT INTO FUTURE_EVENTS VALUES (1, 'early'), ("
            + inside
            + ", 'inside');"
              "CREATE TABLE FUTURE_THINGS (id INTEGER PRIMARY KEY, what TEXT);"
              "INSERT INTO FUTURE_THINGS VALUES (7, 'thing');"
              "CREATE INDEX future_index ON FUTURE_EVENTS(what);"
              "CREATE VIEW future_view AS SELECT what FROM FUTURE_EVENTS;"
              "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER, bytes INTEGER);"
              "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (1, 10), ("
            + inside + ", 20), (900000000000, 30)");
        const AnalysisPtr whole = made(maker);
        saved(*whole, {kRunBegin + 5 * kStep, kRunBegin + 6 * kStep}, target());
        QCOMPARE(querySql(target(), "SELECT what FROM FUTURE_EVENTS"), QStringList{"inside"});
        QCOMPARE(querySql(target(), "SELECT what FROM future_view"), QStringList{"inside"});
        QCOMPARE(querySql(target(), "SELECT id, what FROM FUTURE_THINGS"), QStringList{"7|thing"});
        // What was allocated before the window is in use in it.
        QCOMPARE(querySql(target(), "SELECT bytes FROM CUDA_GPU_MEMORY_USAGE_EVENTS"),
                 (QStringList{"10", "20"}));
        const char* schema = "SELECT type, name, sql FROM sqlite_master ORDER BY name";
        QCOMPARE(querySql(target(), schema), querySql(m_made->path("made.sqlite"), schema));
    }

    void graphsComeWithWhereTheyWereMade()
    {
        Scenario run;
        run.run([&](int i) {
            const auto launch = run.call("cudaGraphLaunch_v10000", 0, 5);
            run.node(launch, 10, 20, (i < 10 ? 5LL << 32U : 9LL << 32U) + 1);
        });
        run.maker.afterwards(
            "CREATE TABLE CUDA_GRAPH_NODE_EVENTS (start INTEGER, \"end\" INTEGER, nameId INTEGER, "
            "graphNodeId INTEGER, originalGraphNodeId INTEGER);"
            "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES (10, 11, 0, 4294967297, NULL), "
            "(20, 21, 0, 21474836481, 4294967297), (30, 31, 0, 38654705665, 8589934593);"
            "CREATE TABLE CUDA_GRAPH_EVENTS (start INTEGER, \"end\" INTEGER, nameId INTEGER, "
            "graphId INTEGER, originalGraphId INTEGER, graphExecId INTEGER);"
            "INSERT INTO CUDA_GRAPH_EVENTS VALUES (12, 13, 0, 1, NULL, NULL), (22, 23, 0, 1, NULL, "
            "5), (32, 33, 0, 2, NULL, 9)");
        const AnalysisPtr whole = made(run.maker);
        saved(*whole, {kRunBegin + 5 * kStep, kRunBegin + 6 * kStep}, target());
        QCOMPARE(querySql(target(), "SELECT start FROM CUDA_GRAPH_NODE_EVENTS"),
                 (QStringList{"10", "20"}));
        QCOMPARE(querySql(target(), "SELECT start FROM CUDA_GRAPH_EVENTS"),
                 (QStringList{"12", "22"}));
    }

    void nothingOfTheEnvironmentIsKept()
    {
        const AnalysisPtr whole = made(secretTrace());
        for (const TimeRange range : {TimeRange{1000, 2000}, whole->trace->all}) {
            saved(*whole, range, target());
            QVERIFY(bytesOf(target()).find(kFakeSecret) == std::string::npos);
            QCOMPARE(querySql(target(), "SELECT count(*) FROM ProcessStreams"), QStringList{"0"});
        }
        Progress progress;
        QVERIFY(saveWindow(*whole, {allWindow(*whole), target()}, {}, progress));
        QVERIFY(bytesOf(target()).find(kFakeSecret) == std::string::npos);
        QCOMPARE(querySql(target(), "SELECT value FROM META_DATA_CAPTURE"), QStringList{"trainer"});
    }

    void redactedIsWithoutNamesOfPrograms()
    {
        const AnalysisPtr whole = made(secretTrace());
        saved(*whole, {1000, 2000}, target(), true);
        const std::string bytes = bytesOf(target());
        QVERIFY(bytes.find("gemm") != std::string::npos);
        for (const char* word : {"trainer", "PROCESS_0"})
            QVERIFY2(bytes.find(word) == std::string::npos, word);
        QCOMPARE(querySql(target(), "SELECT count(*) FROM ThreadNames"), QStringList{"0"});
        QCOMPARE(querySql(target(), "SELECT count(name) FROM PROCESSES"), QStringList{"0"});
    }

    void theFileSaysThatItIsAPart()
    {
        const AnalysisPtr whole = made(loop());
        const TimeRange range{kRunBegin + 5 * kStep, kRunBegin + 6 * kStep};
        saved(*whole, range, target());
        const AnalysisPtr small = analysisOf(target());
        const auto isPart = [](const Note& note) { return note.id == "saved-window"; };
        const auto note = std::ranges::find_if(small->notes, isPart);
        QVERIFY(note != small->notes.end());
        QVERIFY(note->message.find("15000000/16000000 ns") != std::string::npos);
        QVERIFY(std::ranges::none_of(whole->notes, isPart));

        // A window of the window replaces it.
        const fs::path second = fs::path(m_folder->path().toStdString()) / "second.sqlite";
        saved(*small, part(range, 1, 2, 4), second);
        QCOMPARE(querySql(second, "SELECT value FROM META_DATA_EXPORT WHERE name LIKE 'NSYS_V%'"),
                 QStringList{"15250000/15500000"});
    }

    void theTraceItselfIsNeverWritten()
    {
        const AnalysisPtr whole = made(loop());
        const fs::path trace = m_made->path("made.sqlite");
        const std::string before = bytesOf(trace);
        const fs::path link = fs::path(m_folder->path().toStdString()) / "link.sqlite";
        fs::create_symlink(trace, link);
        const fs::path hard = fs::path(m_folder->path().toStdString()) / "hard.sqlite";
        fs::create_hard_link(trace, hard);
        Progress progress;
        for (const fs::path& bad : {trace, link, hard}) {
            const auto out = saveWindow(*whole, {allWindow(*whole), bad}, {}, progress);
            QVERIFY(!out);
            QCOMPARE(out.error().code, Errc::BadArgument);
            QCOMPARE(out.error().message, "Cannot save the window as " + bad.filename().string()
                                              + ": it is the trace itself.");
        }
        QCOMPARE(bytesOf(trace), before);
        QCOMPARE(filesBelow(trace.parent_path()).size(), std::size_t{1});
    }

    void badTargetsAreRefused()
    {
        const AnalysisPtr whole = made(loop());
        const fs::path folder = m_folder->path().toStdString();
        Progress progress;
        const auto refused = [&](const fs::path& bad) {
            const auto out = saveWindow(*whole, {allWindow(*whole), bad}, {}, progress);
            return out ? std::string() : out.error().message;
        };
        QCOMPARE(refused(folder),
                 "Cannot save the window as " + folder.filename().string() + ": it is a folder.");
        QVERIFY(refused(folder / "no such" / "x.sqlite").find("cannot be written")
                != std::string::npos);
        QVERIFY(refused("/dev/null").find("no regular file") != std::string::npos);
        writeFile(folder / "old.sqlite-wal", "rows of another file");
        QVERIFY(refused(folder / "old.sqlite").find("old.sqlite-wal") != std::string::npos);
        QCOMPARE(filesBelow(folder).size(), std::size_t{1});
    }

    void whatWasThereIsReplacedWhole()
    {
        const AnalysisPtr whole = made(loop());
        writeFile(target(), "an older one");
        std::stop_source stop;
        stop.request_stop();
        Progress progress;
        const auto cancelled =
            saveWindow(*whole, {allWindow(*whole), target()}, stop.get_token(), progress);
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, Errc::Cancelled);
        QCOMPARE(bytesOf(target()), std::string("an older one"));
        QVERIFY(saveWindow(*whole, {allWindow(*whole), target()}, {}, progress));
        QVERIFY(bytesOf(target()).starts_with("SQLite format 3"));
        QCOMPARE(progress.done.load(), progress.total.load());
        QCOMPARE(QDir(m_folder->path())
                     .entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
                 QStringList{"window.sqlite"});
    }

    void aTraceThatWasExportedAgainIsRefused()
    {
        const AnalysisPtr whole = made(loop());
        TraceMaker other = loop();
        other.range(m_tid, "more", {1, 2});
        QVERIFY(other.writeTo(m_made->path("made.sqlite")));
        Progress progress;
        const auto out = saveWindow(*whole, {allWindow(*whole), target()}, {}, progress);
        QVERIFY(!out);
        QVERIFY(out.error().message.find("open it again") != std::string::npos);
    }

    void rowsOfAJournalAreSaved()
    {
        if (tracesFolder().empty())
            QSKIP("the folder of real traces is not here");
        const AnalysisPtr whole = analysisOf(tracesFolder() / "negative" / "wal-mode.sqlite");
        QVERIFY(whole);
        Progress progress;
        QVERIFY(saveWindow(*whole, {allWindow(*whole), target()}, {}, progress));
        const AnalysisPtr small = analysisOf(target());
        QVERIFY(small);
        QCOMPARE(small->trace->counts, whole->trace->counts);
    }

private:
    fs::path target() const { return fs::path(m_folder->path().toStdString()) / "window.sqlite"; }

    AnalysisPtr made(const TraceMaker& maker) const
    {
        const TracePtr trace = m_made->open(maker);
        Progress progress;
        return trace ? analyse(trace, {}, {}, progress).value() : nullptr;
    }

    /// Two kernels a step; the host waits for the second.
    TraceMaker loop()
    {
        Scenario run;
        run.run([&](int) {
            run.kernel(0, 5, 10, 400, "void gemm<float>(T1 *)");
            run.kernel(5, 200, 450, 600, "void attention<float>(T1 *)");
            run.sync(210, 610);
        });
        m_tid = run.first().tid;
        return run.maker;
    }

    std::int64_t m_tid = 0;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TraceFixture> m_made;
};

QTEST_GUILESS_MAIN(SaveWindowTest)
#include "save_window_test.moc"
