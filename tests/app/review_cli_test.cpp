// SPDX-License-Identifier: GPL-3.0-or-later
// The findings of a session file, handed over by the command line: whole, private, repeatable.
#include "core/base/file_fingerprint.h"
#include "core/report/finding_text.h"
#include "core/session/session_file.h"
#include "tests/support/command_run.h"
#include "tests/support/report_fixture.h"
#include "tests/support/scenario.h"
#include "tests/support/trace_fixture.h"
#include "ui/jobs/load_job.h"

#include <QDir>
#include <QTest>

#include <memory>

using namespace nv;
using namespace nv::test;

class ReviewCliTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        Scenario run;
        run.run([&](int) {
            run.range("AcmeModel forward", 0, 700);
            run.kernel(0, 5, 5, 605, "void acme::secret_gemm<float>(T1 *)");
            run.sync(6, 610);
        });
        m_trace = path("acme-run.sqlite");
        QVERIFY(run.maker.writeTo(m_trace.toStdString()));
        m_session = path("notes.json");
        writeFile(m_session.toStdString(), sessionOf(m_trace));
    }

    void everyFormIsWritten()
    {
        const Ran ran = review({"--html", "pack.html", "--markdown", "pack", "--pdf", "pack.pdf"});
        QVERIFY2(ran.status == 0, ran.err.c_str());
        QVERIFY(ran.out.empty());
        const std::string page = bytesOf(path("pack.html").toStdString());
        for (const char* part : {"1. secret_gemm is slow", "compute 60.0 %",
                                 "nsys-verdict acme-run.sqlite --window 15000000/20000000",
                                 "<img src=\"data:image/png;base64,"})
            QVERIFY2(page.find(part) != std::string::npos, part);
        QVERIFY(page.find(fingerprintText(m_trace.toStdString(), {}).value()) != std::string::npos);
        QCOMPARE(QDir(path("pack")).entryList(QDir::Files, QDir::Name),
                 (QStringList{"finding-01.png", "review.md"}));
        QVERIFY(bytesOf(path("pack.pdf").toStdString()).starts_with("%PDF-"));
    }

    void aPageOnStdoutIsTheSameEachTime()
    {
        const Ran first = review({"--html", "-"});
        QCOMPARE(first.status, 0);
        QVERIFY(first.out.ends_with("</html>\n"));
        QCOMPARE(review({"--html", "-"}).out, first.out);
    }

    void redactedNamesNobody()
    {
        const Ran ran = review({"--redact", "--html", "-", "--markdown", "redacted"});
        QVERIFY2(ran.status == 0, ran.err.c_str());
        const std::string all = ran.out + bytesOf(path("redacted/review.md").toStdString());
        for (const char* name : {"acme", "Acme", "secret_gemm"})
            QVERIFY2(all.find(name) == std::string::npos, name);
        QVERIFY(all.find("GEMM kernel 1 is slow") != std::string::npos);
        QVERIFY(all.find("nsys-verdict TRACE --window 15000000/20000000") != std::string::npos);
        // The picture names them neither: it is another one.
        review({"--markdown", "named"});
        QVERIFY(bytesOf(path("redacted/finding-01.png").toStdString())
                != bytesOf(path("named/finding-01.png").toStdString()));
    }

    void usageIsChecked_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("said");
        QTest::newRow("no session") << QStringList{"--html", "-"} << "needs --session";
        QTest::newRow("no output") << QStringList{"--session", "notes.json"} << "needs --html";
        QTest::newRow("a folder on stdout")
            << QStringList{"--session", "notes.json", "--markdown", "-"} << "is a folder";
        QTest::newRow("two on stdout")
            << QStringList{"--session", "notes.json", "--html", "-", "--pdf", "-"} << "Only one";
        QTest::newRow("no such file")
            << QStringList{"--session", "none.json", "--html", "-"} << "Cannot read the findings";
        QTest::newRow("no session file")
            << QStringList{"--session", "acme-run.sqlite", "--html", "-"} << "damaged";
        QTest::newRow("no finding")
            << QStringList{"--session", "empty.json", "--html", "-"} << "holds no finding";
        QTest::newRow("another trace")
            << QStringList{"--session", "foreign.json", "--html", "-"} << "another trace: other";
        QTest::newRow("over the trace")
            << QStringList{"--session", "notes.json", "--html", "acme-run.sqlite"}
            << "the trace itself";
    }

    void usageIsChecked()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, said);
        writeFile(path("empty.json").toStdString(), sessionText({}));
        Session foreign = parseSession(bytesOf(m_session.toStdString())).value();
        foreign.traceName = "other.sqlite";
        foreign.trace.content += 1;
        writeFile(path("foreign.json").toStdString(), sessionText(foreign));
        std::vector<std::string> all{"review", m_trace.toStdString()};
        for (const QString& word : words)
            all.push_back(placed(word.toStdString()));
        const Ran ran = run(all);
        QCOMPARE(ran.status, 2);
        QVERIFY2(ran.err.find(said.toStdString()) != std::string::npos, ran.err.c_str());
        QCOMPARE(lines(ran.err), 1);
        QVERIFY(ran.out.empty());
    }

    /// Pictures and PDF of every trace would take a minute; these differ in what they hold.
    void noSecretIsInAnyPack_data()
    {
        QTest::addColumn<QString>("file");
        if (tracesFolder().empty())
            QSKIP("the folder of real traces is not here");
        for (const char* name : {"pytorch-pipeline-2gpu-before", "no-gpu-events-julia-a100-2026.1",
                                 "cuda-graph-level-a100"})
            QTest::newRow(name) << QString::fromStdString(
                (tracesFolder() / (std::string(name) + ".sqlite")).string());
    }

    void noSecretIsInAnyPack()
    {
        QFETCH(QString, file);
        const QString session = path("real.json");
        writeFile(session.toStdString(), sessionOf(file));
        for (const bool isRedacted : {false, true}) {
            const std::string folder = path(isRedacted ? "real-r" : "real").toStdString();
            std::vector<std::string> words{
                "review", file.toStdString(), "--session",  session.toStdString(),
                "--html", folder + ".html",   "--markdown", folder,
                "--pdf",  folder + ".pdf"};
            if (isRedacted)
                words.emplace_back("--redact");
            const Ran ran = run(words);
            QVERIFY2(ran.status == 0, ran.err.c_str());
            for (const char* ending : {".html", ".pdf", "/review.md", "/finding-01.png"}) {
                const std::string bytes = bytesOf(folder + ending);
                QVERIFY2(bytes.size() > 500, ending);
                QVERIFY2(bytes.find(kFakeSecret) == std::string::npos, ending);
            }
        }
    }

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    /// Names of files are put into the folder of the test.
    std::string placed(const std::string& word) const
    {
        return word.starts_with("-") ? word : path(word.c_str()).toStdString();
    }

    Ran review(const std::vector<std::string>& words) const
    {
        std::vector<std::string> all{"review", m_trace.toStdString(), "--session",
                                     m_session.toStdString()};
        for (const std::string& word : words)
            all.push_back(placed(word));
        return run(all);
    }

    /// One finding about the first kernel, in five steps of the scenario or in all of the trace.
    std::string sessionOf(const QString& trace) const
    {
        Progress progress;
        const auto loaded = loadAnalysis(trace, {}, progress);
        if (!loaded)
            return loaded.error().message;
        const Analysis& analysis = *loaded.value();
        const bool isMade = trace == m_trace;
        const Window window =
            isMade ? userWindow(analysis, {15 * kStep, 20 * kStep}) : allWindow(analysis);
        Finding finding;
        finding.title = "secret_gemm is slow";
        finding.note = "AcmeModel forward waits for it";
        finding.view = finding.window = window.range;
        finding.source = std::string(windowSourceKey(window.source));
        const auto kernels = analysis.trace->ops.size();
        if (kernels > 0) {
            const EventRef event{EventKind::Op, 0};
            finding.event = findingEvent(*analysis.trace, event);
            finding.figures = eventFigures(*analysis.trace, event);
        }
        const Verdict verdict =
            quickVerdict(analysis, windowBudget(*analysis.budget, window.range, {},
                                                analysis.thresholds.classes.active));
        for (const FindingFigure& figure : windowFigures(analysis, window, verdict))
            finding.figures.push_back(figure);
        finding.commands = findingCommands(analysis, finding);
        Session session;
        session.traceName = "trace";
        session.trace = FileFingerprint::of(trace.toStdString(), {}).value();
        session.findings = {finding};
        return sessionText(session);
    }

    QTemporaryDir m_folder;
    QString m_trace;
    QString m_session;
};

QTEST_MAIN(ReviewCliTest)
#include "review_cli_test.moc"
