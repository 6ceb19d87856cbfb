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

    void roundTrip()
    {
        Thresholds t;
        t.classes.queue = 0.123456789;
        t.tails.smallCopyBytes = (std::int64_t{1} << 60) + 1;
        const auto again = parseThresholds(thresholdsJson(t));
        QVERIFY(again.hasValue());
        QCOMPARE(again.value().classes.queue, t.classes.queue);
        QCOMPARE(again.value().tails.smallCopyBytes, t.tails.smallCopyBytes);
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
