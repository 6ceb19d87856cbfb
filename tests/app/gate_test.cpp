// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gate.h"
#include "app/gate_names.h"

#include <QTest>

using namespace nv;

namespace {

// The form of product.md, only with what the gates below ask for.
const std::string kJson =
    "{\n"
    "\"trace\":{\"file\":\"a b.sqlite\",\"counts\":{\"kernel\":9007199254740993}},\n"
    "\"window\":{\"start_ns\":-5,\"steps\":57},\n"
    "\"steady_state\":{\"found\":true,\"marker\":null,\"step_ns\":{\"p50\":8000000,\"p95\":8000001,"
    "\"max\":null,\"cv\":0.05}},\n"
    "\"devices\":[{\"device\":3,\"budget\":{\"host_ns\":18446744073709551615}},\n"
    "           {\"device\":0,\"budget\":{\"host_ns\":7}}],\n"
    "\"classification\":{\"primary\":\"sync-bound\",\"shares\":{\"host\":0.25},\"classes\":[\n"
    "  {\"id\":\"kernel-bound\",\"state\":\"no\",\"share\":0.3,\"threshold\":0.6},\n"
    "  {\"id\":\"sync-bound\",\"state\":\"no\",\"share\":0.4},\n"
    "  {\"id\":\"host-bound\",\"state\":\"yes\",\"share\":0.25},\n"
    "  {\"id\":\"device-wait\",\"state\":\"cannot-tell\",\"share\":0.05},\n"
    "  {\"id\":\"allocation-churn\",\"state\":\"cannot-tell\",\"share\":null}]},\n"
    "\"host_overhead\":{\"verdict\":\"YES\",\"aggregate_metrics\":{\"gpu_idle_ratio\":0.3,\"nccl_"
    "ratio\":null}},\n"
    "\"kernels\":[{\"name\":\"foo<1, 2.5>\",\"total_ns\":12},{\"name\":\"bar\",\"total_ns\":3}],\n"
    "\"ranks\":null\n"
    "}";

GateResult judge(const char* text)
{
    const auto gate = parseGate(text);
    if (!gate)
        return {GateState::NotJudgeable, "refused: " + gate.error().message};
    return judgeGates(std::span(&gate.value(), 1), kJson).front();
}

} // namespace

class GateTest : public QObject
{
    Q_OBJECT
private slots:

    void judges_data()
    {
        QTest::addColumn<int>("expected");
        const auto crossed = [](const char* t) { QTest::newRow(t) << 1; };
        const auto holds = [](const char* t) { QTest::newRow(t) << 0; };
        const auto unknown = [](const char* t) { QTest::newRow(t) << 2; };

        // strict comparison, a share as ratio and as percent
        holds("gpu_idle_ratio>0.3");
        crossed("gpu_idle_ratio>=0.3");
        crossed("gpu_idle_ratio>=30%");
        holds("gpu_idle_ratio>30%");
        crossed("gpu_idle_ratio > 29.9 %");
        crossed("gpu_idle_ratio<0.30001");
        crossed("gpu_idle_ratio==0.3");
        holds("gpu_idle_ratio!=0.3");
        unknown("nccl_ratio>0.1");
        // times with units
        holds("step.p50_ns>8ms");
        crossed("step.p95_ns>8ms");
        crossed("step.p95_ns>8000us");
        crossed("step.p95_ns>0.008s");
        crossed("step.p50_ns>=8000000");
        holds("step.p95_ns>8000001 ns");
        unknown("step.max_ns>1");
        crossed("step.cv>4%");
        // short names and their paths
        crossed("budget.host>20%");
        crossed("classification.shares.host>20%");
        // elements by id, device and index
        crossed("classification.classes.sync-bound.share>10%");
        crossed("devices.0.budget.host_ns<8");
        crossed("devices.3.budget.host_ns>8");
        crossed("devices.1.budget.host_ns==7");
        unknown("devices.9.budget.host_ns>8");
        crossed("kernels.foo<1, 2.5>.total_ns>=12");
        holds("kernels.bar.total_ns>3");
        unknown("kernels.gone.total_ns>3");
        unknown("phases.context.iterations>1");
        unknown("ranks.straggler==1");
        // integers beyond a double stay exact
        crossed("trace.counts.kernel==9007199254740993");
        holds("trace.counts.kernel==9007199254740992");
        crossed("devices.3.budget.host_ns==18446744073709551615");
        holds("devices.3.budget.host_ns==18446744073709551614");
        crossed("window.start_ns<0");
        // texts and truth values
        crossed("classification.primary==sync-bound");
        crossed("classification.primary!=\"host-bound\"");
        crossed("trace.file=='a b.sqlite'");
        crossed("host_overhead.verdict==YES");
        crossed("steady_state.found==true");
        holds("steady_state.found==false");
        unknown("steady_state.marker==step");
        // classes
        crossed("class.sync-bound"); // primary
        crossed("class.host-bound"); // yes
        holds("class.kernel-bound");
        unknown("class.device-wait");
        holds("class.mixed");
        holds("class.cannot-tell");
        // figures of a class that cannot be told
        unknown("classification.classes.device-wait.share>1%");
        unknown("classification.classes.device-wait.state==yes");
        crossed("classification.classes.device-wait.state==cannot-tell");
        unknown("classification.classes.allocation-churn.share>1%");
    }

    void judges()
    {
        QFETCH(int, expected);
        const GateResult result = judge(QTest::currentDataTag());
        QVERIFY2(!result.detail.starts_with("refused"), result.detail.c_str());
        QCOMPARE(static_cast<int>(result.state), expected);
    }

    void mixedAndCannotTellAsPrimary()
    {
        const auto mixed = parseGate("class.mixed");
        const auto cannot = parseGate("class.cannot-tell");
        QVERIFY(mixed.hasValue() && cannot.hasValue());
        const std::vector<Gate> gates{mixed.value(), cannot.value()};
        const auto json = [](const std::string& primary) {
            return "{\"classification\":{\"primary\":\"" + primary + "\",\"classes\":[]}}";
        };
        auto results = judgeGates(gates, json("mixed"));
        QCOMPARE(results[0].state, GateState::Crossed);
        QCOMPARE(results[1].state, GateState::Holds);
        results = judgeGates(gates, json("cannot-tell"));
        QCOMPARE(results[0].state, GateState::NotJudgeable);
        QCOMPARE(results[1].state, GateState::Crossed);
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("named");
        const auto row = [](const char* text, const char* named) {
            QTest::newRow(text) << QString::fromLatin1(named);
        };
        row("gpu_idle>0.3", "no trace can have that name");
        row("class.slow", "no trace can have that name");
        row("class.sync-bound>0.1", "no trace can have that name");
        row("classification.classes.slow.share>1", "no trace can have that name");
        row("classification.classes.10.share>1", "no trace can have that name");
        row("devices.0.budget.host>1", "no trace can have that name");
        row("devices>1", "no trace can have that name");
        row("outliers.somename.dur_ns>1", "no trace can have that name");
        row("", "no trace can have that name");
        row(">1", "no trace can have that name");
        row("gpu_idle_ratio", "only class.ID");
        row("gpu_idle_ratio>", "value is missing");
        row("gpu_idle_ratio>much", "must be a number");
        row("gpu_idle_ratio>nan", "must be a number");
        row("gpu_idle_ratio>0.3x", "must be a number");
        row("gpu_idle_ratio>5ms", "not a time");
        row("step.p50_ns>5%", "not a share");
        row("trace.file>a", "== or !=");
        row("steady_state.found==yes", "true or false");
        row("steady_state.found>true", "true or false");
    }

    void refuses()
    {
        QFETCH(QString, named);
        const auto gate = parseGate(QTest::currentDataTag());
        QVERIFY(!gate.hasValue());
        QCOMPARE(gate.error().code, Errc::BadArgument);
        QVERIFY2(gate.error().message.find(named.toStdString()) != std::string::npos,
                 gate.error().message.c_str());
    }

    void oneCrossedBeatsOneUnknown()
    {
        const GateResult holds{GateState::Holds, ""};
        const GateResult crossed{GateState::Crossed, ""};
        const GateResult unknown{GateState::NotJudgeable, ""};
        QCOMPARE(gateStatus({}), 0);
        QCOMPARE(gateStatus(std::vector{holds, holds}), 0);
        QCOMPARE(gateStatus(std::vector{holds, unknown}), 3);
        QCOMPARE(gateStatus(std::vector{unknown, crossed}), 1);
        QCOMPARE(gateStatus(std::vector{crossed, unknown}), 1);
    }

    void printsTheGateAsGiven()
    {
        const auto gate = parseGate(" gpu_idle_ratio  > 29.9 % ");
        QVERIFY(gate.hasValue());
        QCOMPARE(gateLine(gate.value(), judgeGates(std::span(&gate.value(), 1), kJson).front()),
                 std::string("gate crossed:  gpu_idle_ratio  > 29.9 %  (0.3)"));
    }
};

QTEST_APPLESS_MAIN(GateTest)
#include "gate_test.moc"
