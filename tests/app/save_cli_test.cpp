// SPDX-License-Identifier: GPL-3.0-or-later
// A window as a smaller export on the command line.
#include "tests/support/command_run.h"
#include "tests/support/report_fixture.h"
#include "tests/support/scenario.h"

#include <QFloat16> // QTest prints JSON by trying all it knows
#include <QTest>

#include <nlohmann/json.hpp>

#include <memory>

using namespace nv;
using namespace nv::test;
using nlohmann::json;
namespace fs = std::filesystem;

class SaveCliTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        Scenario run;
        run.run([&](int) {
            run.kernel(0, 5, 5, 605, "void gemm<float>(T1 *)");
            run.sync(6, 610);
        });
        m_trace = std::make_unique<MadeFile>(run.maker, "loop.sqlite");
        QVERIFY2(m_trace->error.empty(), m_trace->error.c_str());
    }

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aWindowAnswersAsTheTraceDoes()
    {
        const Ran ran = run({"save", trace(), "--window", "15ms/20ms", "-o", target()});
        QCOMPARE(ran.status, 0);
        QCOMPARE(ran.out, std::string());
        QCOMPARE(ran.err, std::string());
        const auto said = [](const std::string& file) {
            return json::parse(run({"analyze", file, "--window", "15ms/20ms", "--json", "-"}).out);
        };
        const json whole = said(trace());
        const json small = said(target());
        // Five steps of 600 us compute.
        QCOMPARE(small["devices"][0]["budget"]["compute_ns"].get<int>(), 3'000'000);
        for (const char* key : {"devices", "kernels", "api", "gaps"})
            QCOMPARE(small[key], whole[key]);
        const std::vector<std::string> words{
            "-r", "cuda_gpu_kern_sum,cuda_api_sum", "--filter-time", "15ms/20ms", "--format",
            "csv"};
        const auto stats = [&](const std::string& file) {
            std::vector<std::string> all{"stats", file};
            all.insert(all.end(), words.begin(), words.end());
            return run(all).out;
        };
        QVERIFY(stats(trace()).find("gemm") != std::string::npos);
        QCOMPARE(stats(target()), stats(trace()));
        QVERIFY(small["trace"]["counts"]["kernel"].get<int>()
                < whole["trace"]["counts"]["kernel"].get<int>());
    }

    void everyFormOfAWindow()
    {
        QCOMPARE(run({"save", trace(), "-o", target()}).status, 0); // steady
        QCOMPARE(run({"save", trace(), "--window", "steady", "-o", target()}).status, 0);
        QCOMPARE(run({"save", trace(), "--window", "nvtx:step 3", "-o", target()}).status, 0);
        const json step =
            json::parse(run({"analyze", target(), "--window", "all", "--json", "-"}).out);
        QVERIFY(step["trace"]["counts"]["kernel"].get<int>() <= 3);
        QCOMPARE(run({"save", trace(), "--window", "all", "-o", target()}).status, 0);
        const json all =
            json::parse(run({"analyze", target(), "--window", "all", "--json", "-"}).out);
        QCOMPARE(all["trace"]["counts"]["kernel"].get<int>(), kSteps);
    }

    void badUsageWritesNothing_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no output") << QStringList{"save", "TRACE"} << "save needs -o OUT.sqlite.";
        QTest::newRow("ending") << QStringList{"save", "TRACE", "-o", "FOLDER/x.png"}
                                << "-o must end in .sqlite";
        QTest::newRow("no trace") << QStringList{"save", "-o", "FOLDER/x.sqlite"}
                                  << "save needs a trace.";
        QTest::newRow("no such range")
            << QStringList{"save", "TRACE", "--window", "nvtx:nobody", "-o", "FOLDER/x.sqlite"}
            << "nobody";
        QTest::newRow("no folder")
            << QStringList{"save", "TRACE", "-o", "FOLDER/no/x.sqlite"} << "there is no folder";
        QTest::newRow("the trace itself")
            << QStringList{"save", "TRACE", "-o", "TRACE"} << "it is the trace itself";
        QTest::newRow("of another command")
            << QStringList{"save", "TRACE", "-o", "FOLDER/x.sqlite", "--json", "-"}
            << "--json does not belong to save";
    }

    void badUsageWritesNothing()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, sentence);
        const std::string before = bytesOf(trace());
        std::vector<std::string> all;
        for (QString word : words)
            all.push_back(word.replace("TRACE", QString::fromStdString(trace()))
                              .replace("FOLDER", m_folder->path())
                              .toStdString());
        const Ran ran = run(all);
        QCOMPARE(ran.status, 2);
        QCOMPARE(lines(ran.err), 1);
        QVERIFY2(ran.err.find(sentence.toStdString()) != std::string::npos, ran.err.c_str());
        QVERIFY(filesBelow(m_folder->path().toStdString()).empty());
        QCOMPARE(bytesOf(trace()), before);
    }

    void redactedIsWithoutTheProgram()
    {
        const MadeFile secret(secretTrace(), "secret.sqlite");
        QCOMPARE(
            run({"save", secret.path.string(), "--window", "1us/2us", "--redact", "-o", target()})
                .status,
            0);
        const std::string bytes = bytesOf(target());
        QVERIFY(bytes.find(kFakeSecret) == std::string::npos);
        QVERIFY(bytes.find("trainer") == std::string::npos);
        QVERIFY(bytes.find("gemm") != std::string::npos);
    }

    void helpNamesIt()
    {
        const auto options = parseOptions(std::vector<std::string>{"save", "--help"});
        QVERIFY(options);
        QVERIFY(helpText(options.value().command).starts_with("nsys-verdict save TRACE"));
        QVERIFY(helpText(Command::Window).find("nsys-verdict save") != std::string::npos);
    }

private:
    std::string trace() const { return m_trace->path.string(); }

    std::string target() const { return (m_folder->path() + "/out.sqlite").toStdString(); }

    std::unique_ptr<MadeFile> m_trace;
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(SaveCliTest)
#include "save_cli_test.moc"
