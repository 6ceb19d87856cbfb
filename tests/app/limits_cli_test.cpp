// SPDX-License-Identifier: GPL-3.0-or-later
// What files of limits and of name rules change in the answers of the command line.
#include "app/gate_names.h"
#include "tests/support/command_run.h"
#include "tests/support/scenario.h"

#include <QFloat16> // QTest prints JSON by trying all it knows
#include <QTest>

#include <nlohmann/json.hpp>

#include <memory>

using namespace nv;
using namespace nv::test;
using nlohmann::json;

/// 20 kernels of 600 µs of one name.
class LimitsCliTest : public QObject
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

    void nameRulesGiveLabelsAndFamilies()
    {
        const json plain = answer({});
        QVERIFY(plain["kernels"][0]["label"].is_null());
        QCOMPARE(plain["kernels"][0]["family"].get<std::string>(), std::string("GEMM"));
        QCOMPARE(plain["families"], json::parse(R"([{"family":"GEMM","kernels":1,"count":20,
                                                     "total_ns":12000000,"share":1.0}])"));
        const std::string rules = write("gemm<float>\tmy layer\tlayers\n");
        const json named = answer({"--name-rules", rules});
        QCOMPARE(named["kernels"][0]["name"], plain["kernels"][0]["name"]);
        QCOMPARE(named["kernels"][0]["label"].get<std::string>(), std::string("my layer"));
        QCOMPARE(named["families"][0]["family"].get<std::string>(), std::string("layers"));
        const std::string text = run(words({"--name-rules", rules})).out;
        QVERIFY2(text.find("| `my layer` | `layers` |") != std::string::npos, text.c_str());
    }

    void badFilesAreRefused_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("rules") << "--name-rules"
                               << "(gemm\tA\n"
                               << "Line 1 of the name rules";
        QTest::newRow("limits") << "--thresholds"
                                << R"({"host_overhead":{"decode":{}}})"
                                << "host_overhead.decode";
    }

    void badFilesAreRefused()
    {
        QFETCH(QString, option);
        QFETCH(QString, content);
        QFETCH(QString, sentence);
        const Ran bad = run(words({option.toStdString(), write(content.toStdString())}));
        QCOMPARE(bad.status, 2);
        QVERIFY2(bad.err.find(sentence.toStdString()) != std::string::npos, bad.err.c_str());
        QVERIFY(bad.out.empty());
        QCOMPARE(run(words({option.toStdString(), "/nowhere"})).status, 2);
    }

    void bytesPerLaunchGiveBandwidth()
    {
        const std::string limits = write(R"({"bytes_per_launch":{"gemm":6000000}})");
        const json out = answer({"--thresholds", limits});
        // 6 MB in 600 us; no TARGET_INFO_GPU says what the memory is made for.
        QCOMPARE(out["kernels"][0]["bytes_per_launch"].get<int>(), 6'000'000);
        QCOMPARE(out["kernels"][0]["bandwidth_bytes_per_s"].get<double>(), 1e10);
        QVERIFY(out["kernels"][0]["bandwidth_share"].is_null());
        QVERIFY(run(words({"--thresholds", limits})).out.find("| bandwidth |")
                != std::string::npos);
        const json plain = answer({});
        QVERIFY(plain["kernels"][0]["bytes_per_launch"].is_null());
        QVERIFY(plain["kernels"][0]["bandwidth_bytes_per_s"].is_null());
    }

    /// M1 is 0.4 within the steady state: the sum of its gaps by its length.
    void limitsOfHostOverhead()
    {
        const std::string limits =
            write(R"({"host_overhead":{"aggregate":{"gpu_idle_ratio":0.9}}})");
        const json out = answer({"--thresholds", limits});
        const json& used = out["host_overhead"]["thresholds"];
        QCOMPARE(used["aggregate"]["gpu_idle_ratio"].get<double>(), 0.9);
        QCOMPARE(used["generation"]["gpu_idle_ratio"].get<double>(), 0.15);
        QCOMPARE(out["thresholds"]["host_overhead"]["aggregate"]["gpu_idle_ratio"].get<double>(),
                 0.9);
        QCOMPARE(out["host_overhead"]["crossed_details"]["gpu_idle_ratio"].get<bool>(), false);
        QCOMPARE(answer({})["host_overhead"]["crossed_details"]["gpu_idle_ratio"].get<bool>(),
                 true);
    }

    void newFieldsAreGateNames()
    {
        for (const char* path :
             {"families.0.share", "families.0.family", "kernels.gemm.bandwidth_bytes_per_s",
              "kernels.gemm.bandwidth_share", "kernels.gemm.label", "kernels.0.bytes_per_launch",
              "thresholds.host_overhead.context.gpu_idle_ratio",
              "thresholds.bytes_per_launch.gemm"})
            QVERIFY2(leafOf(path).has_value(), path);
        QVERIFY(!leafOf("thresholds.host_overhead.decode.gpu_idle_ratio"));
    }

private:
    std::vector<std::string> words(std::vector<std::string> more) const
    {
        std::vector<std::string> all{"analyze", m_trace->path.string(), "--window", "all"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    json answer(std::vector<std::string> more) const
    {
        more.insert(more.end(), {"--json", "-"});
        return json::parse(run(words(std::move(more))).out);
    }

    std::string write(const std::string& content) const
    {
        const std::filesystem::path path =
            std::filesystem::path(m_files.path().toStdString()) / "file";
        std::ofstream(path) << content;
        return path.string();
    }

    std::unique_ptr<MadeFile> m_trace;
    QTemporaryDir m_files;
};

QTEST_APPLESS_MAIN(LimitsCliTest)
#include "limits_cli_test.moc"
