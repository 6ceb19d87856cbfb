// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host_overhead.h"
#include "core/analysis/limit_list.h"
#include "core/analysis/new_limits.h"
#include "tests/support/scenario.h"

#include <QTest>

#include <set>

using namespace nv;
using namespace nv::test;

namespace {

const Limit* find(const std::vector<Limit>& all, const std::string& group, const std::string& name)
{
    for (const Limit& limit : all)
        if (limit.group == group && limit.name == name)
            return &limit;
    return nullptr;
}

} // namespace

class LimitListTest : public QObject
{
    Q_OBJECT
private slots:
    void listsEveryLimitOnce();
    void textsAreReadBack();
    void setsOneLimit();
    void refusesWhatIsNoValue_data();
    void refusesWhatIsNoValue();
    void hostOverheadVotesByThem();
    void judgesTheSameTraceAnew_data();
    void judgesTheSameTraceAnew();
};

void LimitListTest::listsEveryLimitOnce()
{
    const std::vector<Limit> all = limitList(Thresholds{});
    // 6 of the budget, 17 of the classes, 9 of the tails, 7 x 3 of host overhead.
    QCOMPARE(all.size(), std::size_t{6 + 17 + 9 + 21});
    std::set<std::string> paths;
    for (const Limit& limit : all) {
        paths.insert(limit.group + "." + limit.name);
        QVERIFY(!limit.meaning.empty());
        QVERIFY(limit.value == limit.standard);
    }
    QCOMPARE(paths.size(), all.size());
    // host-overhead.md 2.1
    for (const auto& [scope, idle, busy] :
         {std::tuple{"aggregate", 0.30, 0.60}, std::tuple{"context", 0.30, 0.60},
          std::tuple{"generation", 0.15, 0.80}}) {
        const std::string group = std::string("host_overhead.") + scope;
        QVERIFY(find(all, group, "gpu_idle_ratio")->value == LimitValue(idle));
        QVERIFY(find(all, group, "gpu_utilization")->value == LimitValue(busy));
        QVERIFY(find(all, group, "host_prep_perf_impact")->value == LimitValue(0.05));
    }
}

/// What is shown can be typed again: every limit of some odd thresholds survives the way to text.
void LimitListTest::textsAreReadBack()
{
    Thresholds odd;
    odd.budget.lazyCallNs = 123'456'789'012'345;
    odd.budget.communicationShort = {"nccl", "my sum"};
    odd.classes.sync = 0.1 + 0.2; // needs all its digits
    odd.hostOverhead.context.ncclCaveat = 1e-9;
    Thresholds copy;
    for (const Limit& limit : limitList(odd)) {
        const Status set = setLimit(copy, limit.group, limit.name, limitText(limit.value));
        QVERIFY2(set.hasValue(), set ? "" : set.error().message.c_str());
    }
    QVERIFY(copy == odd);
}

void LimitListTest::setsOneLimit()
{
    Thresholds thresholds;
    QVERIFY(
        setLimit(thresholds, "host_overhead.generation", "gpu_idle_ratio", " 0.25 ").hasValue());
    QVERIFY(setLimit(thresholds, "budget", "communication_short", "a,, b ,").hasValue());
    Thresholds wanted;
    wanted.hostOverhead.generation.gpuIdle = 0.25;
    wanted.budget.communicationShort = {"a", "b"};
    QVERIFY(thresholds == wanted);
    const std::vector<Limit> all = limitList(thresholds);
    QVERIFY(find(all, "budget", "communication_short")->value
            != find(all, "budget", "communication_short")->standard);
}

void LimitListTest::refusesWhatIsNoValue_data()
{
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a word") << "classes"
                            << "sync"
                            << "much"
                            << "classes.sync must be a number of at least 0.";
    QTest::newRow("nothing") << "classes"
                             << "sync"
                             << ""
                             << "classes.sync must be a number of at least 0.";
    QTest::newRow("negative") << "classes"
                              << "sync"
                              << "-0.1"
                              << "classes.sync must be a number of at least 0.";
    QTest::newRow("not finite") << "classes"
                                << "sync"
                                << "inf"
                                << "classes.sync must be a number of at least 0.";
    QTest::newRow("a rest") << "classes"
                            << "sync"
                            << "0.1 or so"
                            << "classes.sync must be a number of at least 0.";
    QTest::newRow("a fraction") << "budget"
                                << "lazy_call_ns"
                                << "1.5"
                                << "budget.lazy_call_ns must be a whole number of at least 0.";
    QTest::newRow("beyond int64") << "budget"
                                  << "lazy_call_ns"
                                  << "99999999999999999999"
                                  << "budget.lazy_call_ns must be a whole number of at least 0.";
    QTest::newRow("unknown") << "classes"
                             << "sink"
                             << "1"
                             << "There is no limit \"classes.sink\".";
}

void LimitListTest::refusesWhatIsNoValue()
{
    QFETCH(QString, group);
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    Thresholds thresholds;
    const Status set =
        setLimit(thresholds, group.toStdString(), name.toStdString(), text.toStdString());
    QVERIFY(!set.hasValue());
    QCOMPARE(QString::fromStdString(set.error().message), sentence);
    QVERIFY(thresholds == Thresholds{});
}

/// Kernels run for 600 of 1000: M1 is 0.4, which is not above 0.4.
void LimitListTest::hostOverheadVotesByThem()
{
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 605);
        run.sync(6, 610);
    });
    const auto voteOf = [&](double limit) {
        Thresholds thresholds;
        thresholds.hostOverhead.aggregate.gpuIdle = limit;
        thresholds.hostOverhead.generation.gpuIdle = 0.01; // of another scope
        const Told told = run.told(
            std::to_string(stepBegin(5)) + "/" + std::to_string(stepBegin(15)), thresholds);
        return hostOverhead(*told.analysis, told.window, {}, {}).value().votes.front();
    };
    QCOMPARE(voteOf(0.4).threshold, 0.4);
    QVERIFY(!voteOf(0.4).crossed);
    QVERIFY(voteOf(0.399).crossed);
    QVERIFY(voteOf(0.30).crossed); // the default
}

void LimitListTest::judgesTheSameTraceAnew_data()
{
    QTest::addColumn<bool>("isBudget");
    QTest::newRow("a limit of the budget") << true;
    QTest::newRow("a limit of a class") << false;
}

/// Host pieces of 390 µs become dispatch when the limit is above them; the share of host needed for
/// a yes rebuilds nothing.
void LimitListTest::judgesTheSameTraceAnew()
{
    QFETCH(bool, isBudget);
    Scenario run;
    run.run([&](int) {
        run.kernel(0, 5, 5, 605);
        run.sync(6, 610);
    });
    const Told told = run.told();
    Thresholds other;
    if (isBudget)
        other.budget.hostPieceNs = 400'000;
    else
        other.classes.host = 0.5;
    Progress progress;
    const AnalysisPtr again = withThresholds(*told.analysis, other, {}, progress).value();
    QCOMPARE(again->trace, told.analysis->trace);
    QCOMPARE(again->budget == told.analysis->budget, !isBudget);
    QVERIFY(again->thresholds == other);
    // As if the trace had been opened with them.
    const AnalysisPtr opened = analyse(told.analysis->trace, other, {}, progress).value();
    const auto budgetOf = [&](const Analysis& analysis) {
        return windowBudget(*analysis.budget, told.window.range, {}, 0.01);
    };
    const Verdict verdict = quickVerdict(*again, budgetOf(*again));
    QVERIFY(budgetOf(*again).shares == budgetOf(*opened).shares);
    QCOMPARE(verdict.primary, quickVerdict(*opened, budgetOf(*opened)).primary);
    // The gap of 400 after the synchronisation is its price when it is no host work.
    QCOMPARE(verdict.budget.share(BudgetClass::Host), isBudget ? 0.0 : 0.39);
    QCOMPARE(verdict.budget.share(BudgetClass::Sync), isBudget ? 0.4 : 0.01);
    QCOMPARE(verdict.primary, std::string(isBudget ? "sync-bound" : "kernel-bound"));
}

QTEST_APPLESS_MAIN(LimitListTest)
#include "limit_list_test.moc"
