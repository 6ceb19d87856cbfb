// SPDX-License-Identifier: GPL-3.0-or-later
// The commands as a user gets them: words in, exit status, stdout, stderr and files out.
#include "app/gate_names.h"
#include "app/output_files.h"
#include "tests/support/command_run.h"
#include "tests/support/json_paths.h"
#include "tests/support/made_trace.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

#include <fstream>
using namespace nv;
using namespace nv::test;
using nlohmann::json;

namespace {

const QString kTraces = QStringLiteral(NV_TRACES);

/// 20 steps of 100 µs, each a range with a launch, a kernel of 20 µs and a synchronisation.
TraceMaker loopTrace()
{
    TraceMaker maker;
    const std::int64_t pid = maker.process(100, "app");
    const std::int64_t tid = maker.thread(pid, 100, "main");
    maker.capture("PROCESS_0:COMMAND", "./app");
    for (Ns step = 0; step < 20; ++step) {
        const Ns t = 1'000'000 + step * 100'000;
        maker.range(tid, "step " + std::to_string(step), {t, t + 99'000});
        MadeKernel kernel;
        kernel.start = t + 10'000;
        kernel.end = t + 30'000;
        kernel.place.globalPid = pid;
        kernel.name = maker.kernelName("void gemm<float>(T1 *)");
        maker.launch(tid, {t + 1'000, t + 6'000}, kernel);
        maker.call(tid, "cudaStreamSynchronize_v3020", {t + 7'000, t + 32'000});
    }
    return maker;
}

QStringList namesIn(const std::filesystem::path& folder)
{
    return QDir(QString::fromStdString(folder.string()))
        .entryList(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
}

} // namespace

class CliTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        m_file = std::make_unique<test::MadeFile>(loopTrace(), "loop.sqlite");
        QVERIFY2(m_file->error.empty(), m_file->error.c_str());
        m_folder = m_file->path.parent_path();
    }

    void cleanup()
    {
        // whatever a command was asked, nothing appears beside the trace
        QCOMPARE(namesIn(m_folder), QStringList{"loop.sqlite"});
    }

    void jsonToStdout()
    {
        const Ran ran = run({"analyze", m_file->path.string(), "--json", "-"});
        QCOMPARE(ran.status, 0);
        QCOMPARE(ran.err, std::string());
        const json out = json::parse(ran.out);
        QCOMPARE(out["trace"]["file"].get<std::string>(), std::string("loop.sqlite"));
        QCOMPARE(out["trace"]["lanes_events"]["kernel"].get<int>(), 20);
        QCOMPARE(out["trace"]["lanes_events"]["nvtx"].get<int>(), 20);
        QCOMPARE(out["window"]["source"].get<std::string>(), std::string("steady"));
    }

    void everyPathOfTheJsonIsAGateName()
    {
        const Ran ran = run({"analyze", m_file->path.string(), "--json", "-"});
        std::vector<std::string> paths;
        listPaths(json::parse(ran.out), {}, paths);
        QVERIFY(paths.size() > 200);
        for (const std::string& path : paths)
            QVERIFY2(leafOf(path).has_value(), path.c_str());
    }

    void markdownIsTheDefault()
    {
        const Ran ran = run({"analyze", m_file->path.string()});
        QCOMPARE(ran.status, 0);
        QVERIFY(ran.out.starts_with("# loop.sqlite\n"));
    }

    void filesAreWrittenTogetherOrNotAtAll()
    {
        const QTemporaryDir folder;
        const std::filesystem::path base = folder.path().toStdString();
        const Ran good = run({"analyze", m_file->path.string(), "--json",
                              (base / "a.json").string(), "--html", (base / "a.html").string()});
        QCOMPARE(good.status, 0);
        QCOMPARE(good.out, std::string());
        QCOMPARE(namesIn(base), (QStringList{"a.html", "a.json"}));

        const Ran bad = run({"analyze", m_file->path.string(), "--json", (base / "b.json").string(),
                             "--html", (base / "no" / "b").string()});
        QCOMPARE(bad.status, 2);
        QCOMPARE(lines(bad.err), 1);
        QCOMPARE(namesIn(base), (QStringList{"a.html", "a.json"}));
    }

    void anOutputNeverReplacesTheTrace()
    {
        const std::string before = contentOf(m_file->path);
        const Ran ran = run({"analyze", m_file->path.string(), "--json", m_file->path.string()});
        QCOMPARE(ran.status, 2);
        QVERIFY(contentOf(m_file->path) == before);
    }

    void aLinkStaysALink()
    {
        const QTemporaryDir folder;
        const std::filesystem::path base = folder.path().toStdString();
        std::ofstream(base / "real.json") << "old";
        std::filesystem::create_symlink(base / "real.json", base / "link.json");
        const Status written = writeOutputs({{(base / "link.json").string(), "new"}});
        QVERIFY(written.hasValue());
        QVERIFY(std::filesystem::is_symlink(base / "link.json"));
        QCOMPARE(contentOf(base / "real.json"), std::string("new"));
    }

    void aDeviceIsWrittenNotReplaced()
    {
        QVERIFY(writeOutputs({{"/dev/null", "text"}}).hasValue());
        QVERIFY(std::filesystem::is_character_file("/dev/null"));
        QVERIFY(!writeOutputs({{"/dev/full", "text"}}).hasValue());
    }

    void badUse_data()
    {
        QTest::addColumn<QStringList>("words");
        const QString trace = QString::fromStdString(m_file->path.string());
        QTest::newRow("no file") << QStringList{"analyze", "/nowhere/t.sqlite"};
        QTest::newRow("unknown device") << QStringList{"analyze", trace, "--device", "7"};
        QTest::newRow("window that is none") << QStringList{"analyze", trace, "--window", "soon"};
        QTest::newRow("empty window") << QStringList{"analyze", trace, "--window", "5/5"};
        QTest::newRow("no such range") << QStringList{"analyze", trace, "--window", "nvtx:nothing"};
        QTest::newRow("gate") << QStringList{"analyze", trace, "--fail-if", "gpu_idle>0.1"};
        QTest::newRow("thresholds") << QStringList{"analyze", trace, "--thresholds", "/nowhere"};
        QTest::newRow("report") << QStringList{"stats", trace, "-r", "cuda_gpu_kern_sun"};
        QTest::newRow("report form") << QStringList{"stats", trace, "-r", "um_sum:rows=x"};
        QTest::newRow("report range")
            << QStringList{"stats", trace, "-r", "cuda_api_sum", "--filter-nvtx", "nothing"};
        QTest::newRow("folder as output") << QStringList{"analyze", trace, "--json", "/tmp"};
    }

    void badUse()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        const Ran ran = run(arguments);
        QCOMPARE(ran.status, 2);
        QCOMPARE(ran.out, std::string());
        QCOMPARE(lines(ran.err), 1);
        QVERIFY2(ran.err.starts_with("nsys-verdict: "), ran.err.c_str());
        QVERIFY2(ran.err.ends_with(".\n"), ran.err.c_str());
    }

    void gatesDecideTheStatus()
    {
        const std::string trace = m_file->path.string();
        const auto judged = [&](std::vector<std::string> gates) {
            std::vector<std::string> words{"analyze", trace, "--json", "-"};
            for (std::string& gate : gates) {
                words.emplace_back("--fail-if");
                words.push_back(std::move(gate));
            }
            return run(words);
        };
        // 20 of 100 µs are busy
        const Ran crossed = judged({"gpu_idle_ratio>0.3", "nccl_ratio>2", "class.kernel-bound"});
        QCOMPARE(crossed.status, 1);
        QCOMPARE(lines(crossed.err), 3); // every one is judged and printed
        QVERIFY(crossed.err.find("gate crossed: gpu_idle_ratio>0.3 (") != std::string::npos);
        QVERIFY(crossed.err.find("gate holds: class.kernel-bound (no)") != std::string::npos);
        QVERIFY(json::accept(crossed.out)); // outputs are written all the same

        QCOMPARE(judged({"class.kernel-bound"}).status, 0);
        const Ran unknown = judged({"kernels.gone.total_ns>1", "class.kernel-bound"});
        QCOMPARE(unknown.status, 3);
        QVERIFY(json::accept(unknown.out));
        QCOMPARE(judged({"kernels.gone.total_ns>1", "gpu_idle_ratio>0.3"}).status, 1);
    }

    void steadyAskedAndNotFound()
    {
        TraceMaker maker;
        const std::int64_t pid = maker.process(100, "app");
        const std::int64_t tid = maker.thread(pid, 100, "main");
        MadeKernel kernel;
        kernel.start = 10'000;
        kernel.end = 20'000;
        kernel.place.globalPid = pid;
        kernel.name = maker.kernelName("gemm()");
        maker.launch(tid, {0, 5'000}, kernel);
        const test::MadeFile file(maker);
        const std::string trace = file.path.string();

        const Ran alone = run({"analyze", trace, "--window", "steady"});
        QCOMPARE(alone.status, 2);
        QCOMPARE(lines(alone.err), 1);
        QCOMPARE(alone.out, std::string());
        const Ran gated =
            run({"analyze", trace, "--window", "steady", "--fail-if", "gpu_idle_ratio>0.3"});
        QCOMPARE(gated.status, 3);
        QVERIFY(gated.err.find("gate not judgeable: gpu_idle_ratio>0.3") != std::string::npos);
        const Ran byDefault = run({"analyze", trace, "--json", "-"});
        QCOMPARE(byDefault.status, 0);
        QCOMPARE(json::parse(byDefault.out)["window"]["source"].get<std::string>(),
                 std::string("all"));
    }

    void statsReports()
    {
        const std::string trace = m_file->path.string();
        const Ran csv =
            run({"stats", trace, "-r", "cuda_gpu_kern_sum,cuda_api_sum", "--format", "csv"});
        QCOMPARE(csv.status, 0);
        QVERIFY(csv.out.starts_with("Time (%),"));
        QVERIFY(csv.out.find("\n\nTime (%),") != std::string::npos); // one empty line between
        // Nothing found: neither titles nor an empty line, as the real tool.
        const Ran none = run({"stats", trace, "-r", "cuda_gpu_kern_sum,cuda_gpu_kern_sum",
                              "--filter-time", "0/1", "--format", "csv"});
        QCOMPARE(none.status, 0);
        QCOMPARE(none.out, std::string());
        const Ran missing = run({"stats", trace, "-r", "cuda_gpu_mem_time_sum"});
        QCOMPARE(missing.status, 0);
        QCOMPARE(lines(missing.err), 1);
        QCOMPARE(missing.out, std::string());

        const QTemporaryDir folder;
        const std::filesystem::path into =
            std::filesystem::path(folder.path().toStdString()) / "new";
        const Ran files = run({"stats", trace, "-r", "cuda_gpu_kern_sum:base", "--format", "csv",
                               "-o", into.string()});
        QCOMPARE(files.status, 0);
        QCOMPARE(namesIn(into), QStringList{"loop_cuda_gpu_kern_sum_base.csv"});
    }

    void statsFormats()
    {
        const std::string trace = m_file->path.string();
        const Ran exact = run({"stats", trace, "-r", "cuda_gpu_trace", "--format",
                               "csv:mem=B:thru=B:time=us", "--timeunit", "nsec"});
        QCOMPARE(exact.status, 0); // --timeunit beats the format's own
        QVERIFY(exact.out.starts_with("Start (ns),"));
        QVERIFY(exact.out.find("Throughput (B/s)") != std::string::npos);
        const Ran wrong =
            run({"stats", trace, "-r", "cuda_gpu_trace", "--format", "csv:mem=furlong"});
        QCOMPARE(wrong.status, 2);
        QCOMPARE(lines(wrong.err), 1);

        // What can be made is made, one line for what cannot, and the status stays 0.
        const QTemporaryDir folder;
        const std::filesystem::path into =
            std::filesystem::path(folder.path().toStdString()) / "all";
        const Ran files = run({"stats", trace, "-r",
                               "mpi_event_sum,cuda_kern_exec_trace,um_sum:rows=5,cuda_api_sum",
                               "--format", "json", "-o", into.string()});
        QCOMPARE(files.status, 0);
        QCOMPARE(lines(files.err), 2);
        QCOMPARE(namesIn(into),
                 (QStringList{"loop_cuda_api_sum.json", "loop_cuda_kern_exec_trace.json"}));
    }

    void thresholdsChangeTheVerdict()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "limits.json";
        std::ofstream(file) << "{\"classes\":{\"compute\":0.1}}";
        const auto state = [&](std::vector<std::string> words) {
            words.insert(words.begin(), {"analyze", m_file->path.string(), "--json", "-"});
            return json::parse(run(words).out)["classification"]["classes"][0]["state"]
                .get<std::string>();
        };
        QCOMPARE(state({}), std::string("no"));
        QCOMPARE(state({"--thresholds", file.string()}), std::string("yes"));
    }

    void realTraces_data()
    {
        QTest::addColumn<QString>("file");
        if (!QDir(kTraces).exists())
            QSKIP("the folder of real traces is not here");
        for (const QString& name : QDir(kTraces).entryList({"*.sqlite"}))
            QTest::newRow(name.toUtf8()) << kTraces + '/' + name;
    }

    void realTraces()
    {
        QFETCH(QString, file);
        const Ran ran = run({"analyze", file.toStdString(), "--json", "-"});
        QCOMPARE(ran.status, 0);
        QVERIFY(ran.out.find("fake-secret-0123456789") == std::string::npos);
        const json out = json::parse(ran.out);
        for (const auto& [key, count] : out["trace"]["counts"].items())
            QCOMPARE(out["trace"]["lanes_events"][key].get<std::uint64_t>(),
                     count.get<std::uint64_t>()
                         - out["trace"]["rows_aside"][key].get<std::uint64_t>());
        for (const json& device : out["devices"]) {
            DurationNs sum = 0;
            for (const auto& [key, ns] : device["budget"].items())
                sum += ns.get<DurationNs>();
            QCOMPARE(sum, device["window_ns"].get<DurationNs>());
        }
        std::vector<std::string> paths;
        listPaths(out, {}, paths);
        for (const std::string& path : paths)
            QVERIFY2(leafOf(path).has_value(), path.c_str());
        const Ran page = run({"analyze", file.toStdString(), "--html", "-"});
        QVERIFY(page.out.find("fake-secret-0123456789") == std::string::npos);
    }

private:
    std::unique_ptr<test::MadeFile> m_file;
    std::filesystem::path m_folder;
};

QTEST_MAIN(CliTest) // pages have pictures: one application for all of them
#include "cli_test.moc"
