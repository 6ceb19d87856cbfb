// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/thresholds.h"

#include <QTest>

#include <fstream>
#include <sstream>

using namespace nv;

class ThresholdsTest : public QObject
{
    Q_OBJECT
private slots:

    void defaultsAreThoseOfTheResource()
    {
        std::ifstream file(NV_SOURCE "/resources/thresholds.json");
        std::stringstream text;
        text << file.rdbuf();
        QVERIFY(!text.str().empty());
        QCOMPARE(thresholdsJson(Thresholds{}), text.str());
    }

    void defaultsAreThoseOfTheDocument()
    {
        // verdict.md 1 and 2, by hand
        const Thresholds t;
        QCOMPARE(t.budget.lazyCallNs, Ns{100'000});
        QCOMPARE(t.budget.dispatchGapNs, Ns{5'000});
        QCOMPARE(t.budget.hostPieceNs, Ns{20'000});
        QCOMPARE(t.budget.setupCallNs, Ns{10'000'000});
        QCOMPARE(t.classes.compute, 0.60);
        QCOMPARE(t.classes.communication, 0.20);
        QCOMPARE(t.classes.compile, 0.01);
        QCOMPARE(t.classes.alloc, 0.02);
    }

    void overridesOnlyWhatIsGiven()
    {
        const auto t = parseThresholds(
            R"({"classes":{"launch":0.25,"min_steps":4},"budget":{"communication_short":["foo"]}})");
        QVERIFY(t.hasValue());
        QCOMPARE(t.value().classes.launch, 0.25);
        QCOMPARE(t.value().classes.minSteps, std::int64_t{4});
        QCOMPARE(t.value().classes.sync, 0.10);
        QCOMPARE(t.value().budget.communicationShort, std::vector<std::string>{"foo"});
        QCOMPARE(t.value().budget.communicationDemangled.size(), std::size_t{2});
    }

    void readsTheScopesOfHostOverhead()
    {
        const auto t = parseThresholds(
            R"({"host_overhead":{"generation":{"gpu_idle_ratio":0.2},"aggregate":
                {"nccl_ratio_caveat":0.4}},"bytes_per_launch":{"gemm":4096}})");
        QVERIFY(t.hasValue());
        // host-overhead.md 2.1: what is not given keeps the default of its own scope.
        QCOMPARE(t.value().hostOverhead.generation.gpuIdle, 0.2);
        QCOMPARE(t.value().hostOverhead.generation.utilization, 0.80);
        QCOMPARE(t.value().hostOverhead.aggregate.gpuIdle, 0.30);
        QCOMPARE(t.value().hostOverhead.aggregate.ncclCaveat, 0.4);
        QCOMPARE(t.value().hostOverhead.context.utilization, 0.60);
        QCOMPARE(bytesPerLaunch(t.value(), "gemm", "void gemm<int>()"), std::optional<Bytes>(4096));
        QCOMPARE(bytesPerLaunch(t.value(), "other", "gemm"), std::optional<Bytes>(4096));
        QVERIFY(!bytesPerLaunch(t.value(), "other", "void gemm<int>()"));
    }

    void roundTrip()
    {
        Thresholds t;
        t.classes.queue = 0.123456789;
        t.tails.smallCopyBytes = (std::int64_t{1} << 60) + 1;
        t.hostOverhead.context.prepImpact = 0.07;
        t.bytesPerLaunch["void f<char>(\"x\")"] = (Bytes{1} << 60) + 1;
        const auto again = parseThresholds(thresholdsJson(t));
        QVERIFY(again.hasValue());
        QCOMPARE(again.value().classes.queue, t.classes.queue);
        QCOMPARE(again.value().tails.smallCopyBytes, t.tails.smallCopyBytes);
        QVERIFY(again.value() == t);
        QCOMPARE(thresholdsJson(again.value()), thresholdsJson(t));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("not JSON") << "{"
                                  << "not a JSON object";
        QTest::newRow("a list") << "[]"
                                << "not a JSON object";
        QTest::newRow("unknown group") << R"({"limits":{}})"
                                       << "\"limits\"";
        QTest::newRow("unknown name") << R"({"classes":{"sink":0.1}})"
                                      << "\"classes.sink\"";
        QTest::newRow("text for a number") << R"({"classes":{"sync":"0.1"}})"
                                           << "\"classes.sync\" must be a number";
        QTest::newRow("negative") << R"({"classes":{"sync":-0.1}})"
                                  << "\"classes.sync\"";
        QTest::newRow("fraction for a whole number") << R"({"budget":{"lazy_call_ns":1.5}})"
                                                     << "whole number";
        QTest::newRow("beyond int64") << R"({"budget":{"lazy_call_ns":18446744073709551615}})"
                                      << "whole number";
        QTest::newRow("name list with an empty text")
            << R"({"budget":{"communication_short":[""]}})"
            << "list of texts";
        QTest::newRow("host overhead that is no object") << R"({"host_overhead":1})"
                                                         << "\"host_overhead\" must be an object";
        QTest::newRow("unknown scope") << R"({"host_overhead":{"decode":{}}})"
                                       << "\"host_overhead.decode\"";
        QTest::newRow("unknown host limit") << R"({"host_overhead":{"context":{"m1":0.1}}})"
                                            << "\"host_overhead.context.m1\"";
        QTest::newRow("negative host limit")
            << R"({"host_overhead":{"context":{"gpu_idle_ratio":-1}}})"
            << "\"host_overhead.context.gpu_idle_ratio\" must be a number";
        QTest::newRow("no bytes") << R"({"bytes_per_launch":{"gemm":0}})"
                                  << "\"bytes_per_launch.gemm\"";
        QTest::newRow("fraction of a byte") << R"({"bytes_per_launch":{"gemm":1.5}})"
                                            << "\"bytes_per_launch.gemm\"";
        QTest::newRow("bytes of nothing") << R"({"bytes_per_launch":{"":10}})"
                                          << "must be a name";
        QTest::newRow("group that is no object") << R"({"tails":3})"
                                                 << "\"tails\"";
    }

    void refuses()
    {
        QFETCH(QString, text);
        QFETCH(QString, named);
        const auto t = parseThresholds(text.toStdString());
        QVERIFY(!t.hasValue());
        QCOMPARE(t.error().code, Errc::BadArgument);
        QVERIFY2(t.error().message.find(named.toStdString()) != std::string::npos,
                 t.error().message.c_str());
    }
};

QTEST_APPLESS_MAIN(ThresholdsTest)
#include "thresholds_test.moc"
