// SPDX-License-Identifier: GPL-3.0-or-later
// `compare` as a user gets it: words in, exit status, stdout, stderr and files out.
#include "app/gate.h"
#include "tests/support/command_run.h"
#include "tests/support/json_paths.h"
#include "tests/support/made_trace.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <memory>

using namespace nv;
using namespace nv::test;
using nlohmann::json;

namespace {

const std::string kTraces = NV_TRACES;

/// 20 steps, each a range with a launch, a kernel of 20 µs and a range of `work` at its end.
TraceMaker loopTrace(Ns period, Ns work)
{
    TraceMaker maker;
    const std::int64_t pid = maker.process(100, "app");
    const std::int64_t tid = maker.thread(pid, 100, "main");
    maker.capture("PROCESS_0:COMMAND", "./private-program");
    for (Ns step = 0; step < 20; ++step) {
        const Ns t = 1'000'000 + step * period;
        maker.range(tid, "step " + std::to_string(step), {t, t + period - 1'000});
        maker.range(tid, "schedule", {t + 40'000, t + 40'000 + work});
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

} // namespace

class CompareCliTest : public QObject
{
    Q_OBJECT
private slots:

    void initTestCase()
    {
        m_base = std::make_unique<MadeFile>(loopTrace(100'000, 10'000), "base.sqlite");
        m_target = std::make_unique<MadeFile>(loopTrace(150'000, 60'000), "target.sqlite");
        QVERIFY2(m_base->error.empty() && m_target->error.empty(), m_base->error.c_str());
    }

    void saysWhatChanged()
    {
        const Ran ran = run({"compare", base(), target()});
        QCOMPARE(ran.status, 0);
        QVERIFY(ran.err.empty());
        QVERIFY2(
            ran.out.starts_with("# base.sqlite and target.sqlite\n\n## What changed\n\nNothing "
                                "speaks against comparing them: the same GPUs, the same kind of "
                                "steps, found in the same way.\n\nA step takes 150 µs instead of "
                                "100 µs (+50.0 µs, +50.0 %)"),
            ran.out.c_str());
        QVERIFY2(ran.out.find("| `schedule` | 10.0 µs | 60.0 µs | +50.0 µs | +500.0 % |")
                     != std::string::npos,
                 ran.out.c_str());
        QVERIFY2(ran.out.find("REGRESSION is above +50.0 % of the base, IMPROVED below -30.0 %, "
                              "UNCHANGED between them")
                     != std::string::npos,
                 ran.out.c_str());
        QVERIFY(ran.out.find("p50 is the nearest rank: a duration that occurred")
                != std::string::npos);
    }

    void everyFieldOfItsJsonCanBeGated()
    {
        const Ran ran = run({"compare", base(), target(), "--json", "-"});
        QCOMPARE(ran.status, 0);
        const json out = json::parse(ran.out);
        QCOMPARE(out["per_step"]["wall_ns"]["delta"].get<double>(), 50'000.0);
        QCOMPARE(out["base"]["trace"]["file"].get<std::string>(), std::string("base.sqlite"));
        QCOMPARE(out["nvtx"][0]["name"].get<std::string>(), std::string("schedule"));
        std::vector<std::string> paths;
        listPaths(out, {}, paths);
        for (const std::string& path : paths)
            QVERIFY2(leafOf(path, GateForm::Compare).has_value(), path.c_str());
    }

    void gates_data()
    {
        QTest::addColumn<QString>("gate");
        QTest::addColumn<int>("status");
        QTest::newRow("crossed") << "per_step.wall_ns.percent>5" << 1;
        QTest::newRow("holds") << "per_step.wall_ns.delta<1us" << 0;
        QTest::newRow("by name") << "nvtx.schedule.delta>40us" << 1;
        QTest::newRow("of a step") << "per_step.wall_ns.delta>=50us" << 1;
        QTest::newRow("a count is no time") << "nvtx.schedule.count.delta>40us" << 2;
        QTest::newRow("percent is no time") << "per_step.wall_ns.percent>40us" << 2;
        QTest::newRow("percent with its sign") << "per_step.wall_ns.percent>51%" << 0;
        QTest::newRow("percent with its sign, crossed") << "per_step.wall_ns.percent>49%" << 1;
        QTest::newRow("bytes are no time") << "transfers.0.bytes.delta>40us" << 2;
        QTest::newRow("they hold") << "comparability.steps_hold==true" << 1;
        QTest::newRow("status of a row") << "nvtx.schedule.status==REGRESSION" << 1;
        QTest::newRow("no such range") << "nvtx.nothing.delta>1" << 3;
        QTest::newRow("unknown") << "per_step.graph_ns.delta>1" << 2;
        QTest::newRow("a name of analyze") << "gpu_idle_ratio>0.3" << 2;
        QTest::newRow("a class") << "class.sync-bound" << 2;
        QTest::newRow("no value") << "conclusion" << 2;
        QTest::newRow("a side") << "base.trace.file==base.sqlite" << 1;
    }

    void gates()
    {
        QFETCH(QString, gate);
        QFETCH(int, status);
        const Ran ran = run({"compare", base(), target(), "--json", file("gated.json"), "--fail-if",
                             gate.toStdString()});
        QCOMPARE(ran.status, status);
        QCOMPARE(lines(ran.err), 1);
        QCOMPARE(std::filesystem::exists(file("gated.json")), status != 2);
        std::filesystem::remove(file("gated.json"));
    }

    void againstItselfIsZero()
    {
        const Ran ran = run({"compare", base(), base(), "--json", "-"});
        const json out = json::parse(ran.out);
        for (const char* figure : {"wall_ns", "busy_ns", "kernels"})
            QCOMPARE(out["per_step"][figure]["delta"].get<double>(), 0.0);
        for (const char* table : {"kernels", "api", "nvtx", "transfers"})
            for (const json& row : out[table])
                QCOMPARE(row["status"].get<std::string>(), std::string("UNCHANGED"));
        QVERIFY(out["warnings"].empty());
    }

    void windowsOfBothSides()
    {
        const Ran both = run({"compare", base(), target(), "--window", "1ms/2ms", "--json", "-"});
        QCOMPARE(both.status, 0);
        json out = json::parse(both.out);
        QCOMPARE(out["target"]["window"]["end_ns"].get<int>(), 2'000'000);
        const Ran own = run({"compare", base(), target(), "--window", "1ms/2ms", "--target-window",
                             "1ms/3ms", "--json", "-"});
        out = json::parse(own.out);
        QCOMPARE(out["base"]["window"]["end_ns"].get<int>(), 2'000'000);
        QCOMPARE(out["target"]["window"]["end_ns"].get<int>(), 3'000'000);
    }

    void refusals_data()
    {
        QTest::addColumn<QStringList>("words");
        const QString b = QString::fromStdString(base());
        QTest::newRow("one trace") << QStringList{"compare", b};
        QTest::newRow("three traces") << QStringList{"compare", b, b, b};
        QTest::newRow("no target") << QStringList{"compare", b, "/nowhere.sqlite"};
        QTest::newRow("a device") << QStringList{"compare", b, b, "--device", "0"};
        QTest::newRow("target window elsewhere")
            << QStringList{"analyze", b, "--target-window", "all"};
        QTest::newRow("over an input") << QStringList{"compare", b, b, "--json", b};
        QTest::newRow("no such range") << QStringList{"compare", b, b, "--window", "nvtx:none"};
    }

    void refusals()
    {
        QFETCH(QStringList, words);
        std::vector<std::string> all;
        for (const QString& word : words)
            all.push_back(word.toStdString());
        const Ran ran = run(all);
        QCOMPARE(ran.status, 2);
        QVERIFY(ran.out.empty());
        QCOMPARE(lines(ran.err), 1);
    }

    void redactionLeavesTheProgramOut()
    {
        for (const char* form : {"--json", "--markdown", "--html"}) {
            const Ran ran = run({"compare", base(), target(), "--redact", form, "-"});
            QCOMPARE(ran.status, 0);
            QVERIFY(ran.out.find("private-program") == std::string::npos);
        }
        QVERIFY(run({"compare", base(), target(), "--json", "-"}).out.find("private-program")
                != std::string::npos);
    }

    /// A side without steps and without work on a GPU: no figure, and gates cannot be judged.
    void nothingInCommonIsRefused()
    {
        TraceMaker maker;
        const std::int64_t process = maker.process(77, "idle");
        maker.range(maker.thread(process, 77, "idle"), "alone", {1'000'000, 2'000'000});
        const MadeFile nothing(maker);
        const std::string path = nothing.path.string();
        const Ran ran = run({"compare", base(), path});
        QCOMPARE(ran.status, 2);
        QVERIFY(ran.out.empty());
        QVERIFY2(ran.err.find("cannot be compared. The target holds no two steps in a row")
                     != std::string::npos,
                 ran.err.c_str());
        const Ran gated = run(
            {"compare", base(), path, "--json", "-", "--fail-if", "per_step.wall_ns.percent>5"});
        QCOMPARE(gated.status, 3);
        QVERIFY(json::parse(gated.out)["comparability"]["refused"].get<bool>());
    }

    void helpIsThere()
    {
        const auto options = parseOptions(std::vector<std::string>{"compare", "--help"});
        QVERIFY(options && options.value().request == Request::Help);
        QVERIFY(helpText(Command::Compare).find("--target-window") != std::string::npos);
    }

    /// The pair of product.md's third job, and a pair that must be doubted.
    void realPairs()
    {
        const std::string before = kTraces + "/pytorch-pipeline-2gpu-before.sqlite";
        const std::string after = kTraces + "/pytorch-pipeline-2gpu-after.sqlite";
        if (!std::filesystem::exists(before))
            QSKIP("The folder of real traces is absent.");
        const Ran ran = run({"compare", before, after, "--json", "-"});
        QCOMPARE(ran.status, 0);
        QVERIFY(ran.out.find("fake-secret") == std::string::npos);
        const json out = json::parse(ran.out);
        double delta = 0;
        for (const auto& [cls, change] : out["budget"].items())
            delta += change["delta_ns"].get<double>();
        // Ranks whose devices all work: the changes of the classes are that of the step.
        const double wall = out["per_step"]["wall_ns"]["delta"].get<double>();
        QVERIFY2(std::abs(delta - wall) < 1e-3 * std::max(1.0, std::abs(wall)),
                 (std::to_string(delta) + " " + std::to_string(wall)).c_str());
        const Ran other = run({"compare", kTraces + "/pytorch-train-a100-eager.sqlite",
                               kTraces + "/cupy-power-iteration-t4.sqlite", "--json", "-"});
        QCOMPARE(other.status, 0);
        QVERIFY(other.out.find("\"other-gpu\"") != std::string::npos);
        // A layer on one side, a whole step on the other: no claim about a step.
        const Ran steady = run({"compare", kTraces + "/pytorch-train-a100-eager.sqlite",
                                kTraces + "/steady-state-busy-a100.sqlite", "--json", "-"});
        const json doubted = json::parse(steady.out);
        QVERIFY(!doubted["comparability"]["steps_hold"].get<bool>());
        QCOMPARE(doubted["warnings"][0]["id"].get<std::string>(), std::string("other-step"));
        QVERIFY(doubted["conclusion"].get<std::string>().find("A step takes") == std::string::npos);
    }

private:
    std::string base() const { return m_base->path.string(); }

    std::string target() const { return m_target->path.string(); }

    std::string file(const char* name) const
    {
        return (std::filesystem::path(m_base->folder.path().toStdString()) / name).string();
    }

    std::unique_ptr<MadeFile> m_base;
    std::unique_ptr<MadeFile> m_target;
};

QTEST_MAIN(CompareCliTest)
#include "compare_cli_test.moc"
